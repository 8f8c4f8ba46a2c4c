import { parseArgs } from "node:util";
import { accountReads, COMMAND_LINE } from "../../app/features/accounts/repository/accounts.server.ts";
import { signInRecords } from "../../app/features/accounts/repository/sign-in-records.server.ts";
import { newPassword } from "../../app/features/accounts/secrets.server.ts";
import { securityMails } from "../../app/features/accounts/security-mails.server.ts";
import { accountService } from "../../app/features/accounts/service.server.ts";
import { readEmail } from "../../app/features/accounts/texts.server.ts";
import { findRestoration } from "../../app/features/dump/repository/tables.server.ts";
import { removeSample } from "../../app/features/sample/remove.server.ts";
import { rolesOfAdministrator } from "../../server/auth/user.ts";
import { countersInMemory } from "../../server/counters.ts";
import { StartError } from "../../server/errors.ts";
import { testMail } from "../../server/mail.ts";
import { legible } from "../shared/log.ts";
import { readSettings, roleNamesOf, type Settings } from "../shared/settings.ts";
import { rotateKeys } from "../sign-in/keys.ts";
import { mailThrough } from "../sign-in/mail-through.ts";
import { argon2 } from "./argon2.ts";
import { runBackup, runListBackups, runRestore, runVerify } from "./backups/command.ts";
import { runCheckRules } from "./check-rules.ts";
import { runCleanMedia } from "./clean-media.ts";
import { OWNER_ONLY } from "./data-folder.ts";
import { explain } from "./explain.ts";
import { importInto } from "./importing.ts";
import { isExport, runExport, runExportForD1, runImportOfExport } from "./moving-out/command.ts";
import { type CommandSite, openIndex } from "./open-index.ts";
import { runTakeGame } from "./take-game.ts";

const HELP = `npm run index -- COMMAND

  sample load          loads the labelled sample into an untouched index
  sample remove        removes every sample completion and its pictures
  admin list           the administrators
  admin recover EMAIL  gives the account of that address (a new one if there is none) an administrator's roles and a
                       new password, printed once; it is unblocked, signed out everywhere,
                       and has no second factor
  mail test EMAIL      sends a mail to this address, and says whether the mail server took it
  export FOLDER        writes everything to a folder, as JSON lines with checksums, that import reads back
                       --secrets           passwords, keys and sessions, too
                       --with-media        the files that were uploaded, too
                       --gzip              compressed
  export d1 FILE       writes the database as SQL that wrangler d1 execute puts into a D1 database
                       (docs/deploy-cloudflare.md)
  import FILE          moves the community's index in: an SQL dump, a SQLite file, wrangler's JSON, CSV of its tables or of
                       lists of this site, files of a public dump, or a folder of these. Without --apply it only says what would become of each row
                       --apply             does it, after a backup; begun again, it goes on where it was cut off
                       --media PLACE       the files of its bucket: s3://BUCKET/FOLDER, a folder, or a tar of one
                       --old-media HOST    where it serves them: links there become files
                       --people FILE       ids and e-mail addresses of its accounts, as CSV or JSON
                       --dates dmy         how a date is written where the rows do not say: dmy, mdy or ymd
                       --cut-off           takes what is there of a file that ends early
                       Of a folder that export wrote: puts it in the place of what is here, if nobody has written here
                       --apply             does it
  backup DIR           takes a backup into a folder, while the site serves: the database, and of the media what is new
                       --keep N            removes all but the newest N whole ones
  backup list DIR      the backups of a folder
  backup verify DIR    reads all of them, or DIR/WHEN alone, and says what is wrong
  restore DIR/WHEN     puts a backup into DATA_DIR (of DIR alone: the newest). The site must not be running
                       --overwrite         where there is an index already: it is kept beside
                       --anyway            without the files of media that the backup lost
  check                reads the whole database and counts anew what is kept counted; says what is wrong
  check-rules          runs the checks of the game's facts over all completions and says, for each, how many are fine, how
                       many fail (and which, 50 at most), and of how many it cannot be known. It changes nothing, and
                       ends with 0 whatever it finds
                       --challenge KEY     of one challenge, such as 2tc
                       --only ID           one check, such as upgrade-shape
                       --json              as JSON
  clean-media          empties what is private in the videos that are here (where, when and by whom they were taken), as
                       uploads have it since then. Without --apply it only says how many there are. It may be begun again
                       --apply             does it
  game PATH            says where an export of the game's data (a folder or a ZIP that BTD Mod Helper made) differs from the
                       towers, heroes, prices and maps that are here
                       --version 56.3      the version of the game that it is of
                       --take              takes over what is new and what changed, as one act that helpers can undo
  keys rotate          makes new keys for tokens and cookies; those before are still accepted once. The site takes
                       them up when it next starts

The data folder is DATA_DIR (./data if unset). The site may be running meanwhile.
DATABASE=edge: what npm run start:edge keeps there; it must not be running.`;

/** The options of all commands. */
const OPTIONS = {
  help: { type: "boolean", short: "h" },
  apply: { type: "boolean" },
  media: { type: "string" },
  "old-media": { type: "string" },
  people: { type: "string" },
  dates: { type: "string" },
  "cut-off": { type: "boolean" },
  secrets: { type: "boolean" },
  "with-media": { type: "boolean" },
  gzip: { type: "boolean" },
  keep: { type: "string" },
  overwrite: { type: "boolean" },
  anyway: { type: "boolean" },
  challenge: { type: "string" },
  only: { type: "string" },
  json: { type: "boolean" },
  version: { type: "string" },
  take: { type: "boolean" },
} as const;

type Options = ReturnType<typeof parse>["values"];

const parse = (argv: readonly string[]) =>
  parseArgs({ args: [...argv], allowPositionals: true, options: OPTIONS });

/** Commands on folders, by their words. They open no index. Each returns what to print. */
const COMMANDS_ON_FOLDERS: Readonly<
  Record<string, (settings: Settings, argument: string, options: Options) => Promise<string>>
> = {
  async backup(settings, dir, { keep }) {
    if (settings.database !== "folder")
      throw new StartError(
        "backup copies a data folder, and DATABASE says another place. Unset it; to keep what is there, export it.",
      );
    return runBackup(settings, dir, keep);
  },
  "backup list": async (_settings, dir) => runListBackups(dir),
  "backup verify": (_settings, path) => runVerify(path),
  restore(settings, path, flags) {
    if (settings.database !== "folder")
      throw new StartError(
        "restore puts a backup into a data folder, and DATABASE says another place. Unset it and restore; to move what is there, export it and import that.",
      );
    return runRestore(settings, path, flags);
  },
};

/** Opens the index that the settings name for as long as the work takes. */
async function onIndex(settings: Settings, work: (site: CommandSite) => Promise<string>): Promise<string> {
  const site = { settings, ...(await openIndex(settings, console.log)) };
  try {
    return await work(site);
  } finally {
    await site.close();
  }
}

/** All other commands, by their words. Each returns what to print. */
/** Tells the address of an account that its password is another one, if the site sends mail. */
async function tellOfPassword(to: string | null, { signIn, site }: Settings): Promise<void> {
  if (signIn.smtpUrl === null) return;
  const sent: Promise<void>[] = [];
  const mails = securityMails({
    origin: site.origin,
    siteName: site.shortName,
    counters: countersInMemory(),
    now: () => new Date(),
    mail: mailThrough(signIn.smtpUrl, signIn.mailFrom),
    afterResponse: (_, work) => sent.push(work),
  });
  mails.tell(to, { kind: "password-changed" });
  await Promise.all(sent);
}

const COMMANDS: Readonly<
  Record<string, (site: CommandSite, argument: string, options: Options) => Promise<string>>
> = {
  export: runExport,
  "export d1": runExportForD1,
  import: async (site, path, options) =>
    (isExport(path) ? await runImportOfExport(site, path, options.apply === true) : null) ??
    importInto(site, path, options),
  async "sample load"({ loadSample }) {
    const rows = await loadSample();
    if (rows === 0)
      throw new StartError(
        "Nothing was loaded: the sample is for an index that has no completions and never had the sample.",
      );
    return `loaded ${rows} sample completions`;
  },
  async "sample remove"({ database }) {
    const { completions, starts } = await removeSample(database, new Date());
    return `removed ${completions} sample completions and ${starts} CHIMPS starts`;
  },
  async "admin list"({ database, settings }) {
    const found = await accountReads(database).listByRole(settings.signIn.administratorRole);
    return found.map(({ id, email, blocked }) => `${email ?? id}${blocked ? " (blocked)" : ""}`).join("\n");
  },
  async "admin recover"({ database, settings }, email) {
    const accounts = accountService({ database, hasher: argon2, counters: countersInMemory() });
    const roles = rolesOfAdministrator(roleNamesOf(settings.signIn));
    const password = newPassword();
    const known = await accounts.findByEmail(email);
    if (known) {
      await accounts.setGeneratedPassword(known.id, password, COMMAND_LINE);
      await tellOfPassword(known.email, settings);
      if (!roles.every((role) => known.roles.includes(role)))
        await accounts.setRoles(known.id, [...new Set([...known.roles, ...roles])], COMMAND_LINE);
    } else {
      await accounts.create({ email, password, roles, generated: true }, COMMAND_LINE);
    }
    return `${email} is an administrator; its new password, shown only this once: ${password}`;
  },
  async "mail test"({ settings: { signIn, site } }, to) {
    if (signIn.smtpUrl === null) throw new StartError("SMTP_URL is not set, so no mail is sent.");
    const outcome = await mailThrough(
      signIn.smtpUrl,
      signIn.mailFrom,
    )(testMail(readEmail(to), site.shortName));
    if (outcome !== "sent") throw new StartError("The mail was not sent; the line above says why.");
    return `the mail server took a mail to ${to}`;
  },
  async check({ database, findWrong }) {
    const half = await findRestoration(database);
    const wrong = [
      ...(half === null ? [] : [`The export of ${half} was not imported to its end: import it again.`]),
      ...(await findWrong()),
    ];
    if (wrong.length > 0) throw new StartError(wrong.join("\n"));
    return "nothing is wrong";
  },
  "check-rules": (site, _, options) => runCheckRules(site, options),
  "clean-media": (site, _, { apply }) => runCleanMedia(site, apply === true),
  game: runTakeGame,
  async "keys rotate"({ database }) {
    await rotateKeys(signInRecords(database), new Date());
    return "made new keys; restart the site to take them up";
  },
};

/** Commands that take an argument after their words. */
const TAKES: Readonly<Record<string, string>> = {
  "admin recover": "EMAIL",
  "mail test": "EMAIL",
  export: "FOLDER",
  "export d1": "FILE",
  import: "FILE",
  game: "PATH",
  backup: "DIR",
  "backup list": "DIR",
  "backup verify": "DIR",
  restore: "DIR/WHEN",
};

/** Commands that take options. */
const TAKES_OPTIONS: Readonly<Record<string, readonly (keyof Options)[]>> = {
  export: ["secrets", "with-media", "gzip"],
  import: ["apply", "media", "old-media", "people", "dates", "cut-off"],
  backup: ["keep"],
  "check-rules": ["challenge", "only", "json"],
  "clean-media": ["apply"],
  game: ["version", "take"],
  restore: ["overwrite", "anyway"],
};

/** Runs the command line and returns the exit code. */
async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parse(argv);
  if (values.help || positionals.length === 0) {
    console.log(HELP);
    return 0;
  }
  const name =
    [positionals.slice(0, 2).join(" "), positionals[0] ?? ""].find(
      (each) => COMMANDS[each] ?? COMMANDS_ON_FOLDERS[each],
    ) ?? "";
  const command = COMMANDS[name];
  const onFolders = COMMANDS_ON_FOLDERS[name];
  const [argument, ...rest] = positionals.slice(name.split(" ").length);
  const stray = Object.keys(values).find((option) => !TAKES_OPTIONS[name]?.some((each) => each === option));
  const isWhole =
    rest.length === 0 && (argument !== undefined) === (TAKES[name] !== undefined) && stray === undefined;
  if ((command ?? onFolders) === undefined || !isWhole) {
    const usage = TAKES[name] === undefined ? "" : ` It takes ${TAKES[name]}: ${name} ${TAKES[name]}`;
    console.error(
      (command ?? onFolders) === undefined
        ? `There is no command "${positionals.join(" ")}".\n\n${HELP}`
        : `"${argv.join(" ")}" is not how "${name}" is called.${usage}\n\n${HELP}`,
    );
    return 2;
  }
  const settings = readSettings(process.env);
  console.log(
    command === undefined
      ? await onFolders?.(settings, argument ?? "", values)
      : await onIndex(settings, (site) => command(site, argument ?? "", values)),
  );
  return 0;
}

try {
  process.umask(OWNER_ONLY);
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(legible(explain(error)));
  process.exitCode = 1;
}
