import { parseArgs } from "node:util";
import { newPassword } from "../../server/accounts/secrets.ts";
import { accountService } from "../../server/accounts/service.ts";
import { rolesOfAdministrator } from "../../server/auth/user.ts";
import { countersInMemory } from "../../server/counters-in-memory.ts";
import { accountReads, COMMAND_LINE } from "../../server/data/accounts.ts";
import { signInRecords } from "../../server/data/sign-in-records.ts";
import { removeSample } from "../../server/sample/load.ts";
import { readSettings, roleNamesOf, type Settings } from "../settings.ts";
import { rotateKeys } from "../sign-in/keys.ts";
import { argon2 } from "./argon2.ts";
import { findWrong } from "./check.ts";
import { explain } from "./explain.ts";
import { databaseFile, loadSampleOnce, openDataFolder } from "./open.ts";
import { StartError } from "./start-error.ts";

const HELP = `npm run index -- COMMAND

  sample load          loads the labelled sample into an untouched index
  sample remove        removes every sample completion and its pictures
  admin list           the administrators
  admin recover EMAIL  gives the account of that address (a new one if there is none) an administrator's roles and a
                       new password, printed once; it is unblocked, and signed out everywhere
  check                reads the whole database and counts anew what is kept counted; says what is wrong
  keys rotate          makes new keys for tokens and cookies; those before are still accepted once. The site takes
                       them up when it next starts

The data folder is DATA_DIR (./data if unset). The site may be running meanwhile.`;

/** What a command works on. */
interface Site extends Awaited<ReturnType<typeof openDataFolder>> {
  readonly settings: Settings;
}

/** Each command by its words; answers what to print. */
const COMMANDS: Readonly<Record<string, (site: Site, argument: string) => Promise<string>>> = {
  async "sample load"({ database, parts }) {
    await loadSampleOnce(database, parts.media, console.log);
    return "done";
  },
  async "sample remove"({ database }) {
    const { completions, starts } = await removeSample(database, new Date());
    return `removed ${completions} sample completions and ${starts} CHIMPS starts`;
  },
  async "admin list"({ database, settings }) {
    const found = await accountReads(database).listByRole(settings.signIn.administratorRole);
    return found.map(({ email, blocked }) => (blocked ? `${email} (blocked)` : email)).join("\n");
  },
  async "admin recover"({ database, settings }, email) {
    const accounts = accountService({ database, hasher: argon2, counters: countersInMemory() });
    const roles = rolesOfAdministrator(roleNamesOf(settings.signIn));
    const password = newPassword();
    const known = await accounts.findByEmail(email);
    if (known) {
      await accounts.setGeneratedPassword(known.id, password, COMMAND_LINE);
      if (!roles.every((role) => known.roles.includes(role)))
        await accounts.setRoles(known.id, [...new Set([...known.roles, ...roles])], COMMAND_LINE);
    } else {
      await accounts.create({ email, password, roles, generated: true }, COMMAND_LINE);
    }
    return `${email} is an administrator; its new password, shown only this once: ${password}`;
  },
  async check({ database, settings }) {
    const wrong = await findWrong(databaseFile(settings), database);
    if (wrong.length > 0) throw new StartError(wrong.join("\n"));
    return "nothing is wrong";
  },
  async "keys rotate"({ database }) {
    await rotateKeys(signInRecords(database), new Date());
    return "made new keys; restart the site to take them up";
  },
};

/** Commands that take something after their words. */
const TAKES: Readonly<Record<string, string>> = { "admin recover": "EMAIL" };

/** The product's command line. Answers the exit code. */
async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" } },
  });
  const [noun = "", verb = "", argument, ...rest] = positionals;
  const name = `${noun} ${verb}`.trim();
  if (values.help || name === "") {
    console.log(HELP);
    return 0;
  }
  const command = COMMANDS[name];
  const isWhole = rest.length === 0 && (argument !== undefined) === (TAKES[name] !== undefined);
  if (command === undefined || !isWhole) {
    const wanted = TAKES[name] === undefined ? "" : ` It takes ${TAKES[name]}: ${name} ${TAKES[name]}`;
    console.error(
      command === undefined
        ? `There is no command "${positionals.join(" ")}".\n\n${HELP}`
        : `"${positionals.join(" ")}" is not how "${name}" is called.${wanted}\n\n${HELP}`,
    );
    return 2;
  }
  const settings = readSettings(process.env);
  const site = { settings, ...(await openDataFolder(settings, console.log)) };
  try {
    console.log(await command(site, argument ?? ""));
  } finally {
    site.database.close();
  }
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
