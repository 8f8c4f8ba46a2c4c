import {
  accountData,
  ERASE_WORD,
  type ErasedAnswer,
  erase,
  eraseAccount,
  keeping,
  type OwnDataAnswer,
  ownData,
} from "../../../domain/contract/privacy.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { BadForm, Conflict } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { goOn } from "./erase.server.ts";
import * as erasures from "./repository.server.ts";

/** Steps of an erasure that its request waits for; a job does the others. */
const MOST_STEPS = 40;

export function privacyRoutes(router: Router, { data, signIn, keeping: stored, now }: Deps): void {
  /** Returns an account that is blocked: its person cannot sign in. Throws Conflict. */
  async function blocked(account: string): Promise<string> {
    if (!(await signIn.findAccount?.(account))?.blocked) throw new Conflict("erase-blocked-only");
    return account;
  }

  const dataOf = async (person: string): Promise<OwnDataAnswer> => ({
    madeAt: now().toISOString(),
    rows: await erasures.findOwn(data.database, person),
  });

  /** Erases a person, or with `preview` only counts what that would do. `check` throws if they must not be erased. */
  async function erasePerson(
    person: string,
    form: ReceivedForm,
    check: () => Promise<void>,
  ): Promise<ErasedAnswer> {
    const { confirm = "", name: given = "", preview = "" } = textsOf(form);
    const request = await data.players.findOwnRequest(person);
    const owned = request?.state === "approved" ? request : null;
    const { open: withdrawn, ...counts } = await erasures.count(data.database, person, owned?.player ?? null);
    const answer = {
      withdrawn,
      ...counts,
      name: owned?.name ?? null,
      backupDays: stored.backupDays,
      timeTravelDays: stored.timeTravelDays,
    };
    if (asWritten(preview) === "1") return { ...answer, isDone: false };
    if (asWritten(confirm).toUpperCase() !== ERASE_WORD)
      throw new BadForm("erase-unconfirmed", { word: ERASE_WORD });
    await check();
    const player = asWritten(given) === "erase" ? (owned?.player ?? null) : null;
    const id = await erasures.begin(data.database, person, player, now().toISOString());
    return { ...answer, isDone: await goOn(id, MOST_STEPS, { data, now }) };
  }

  router.read(keeping, () => stored);
  router.personal(ownData, (_, user) => dataOf(user.id));
  router.personal(accountData, async ({ account }) => dataOf(await blocked(account ?? "")));
  router.write(erase, (form, { user }) =>
    erasePerson(user.id, form, async () => {
      // Of the accounts here somebody has to be in charge.
      if (stored.issuer === null && user.isAdministrator) throw new Conflict("erase-administrator");
      // A token that somebody took must not be enough.
      await signIn.checkPassword?.(user, textsOf(form).current ?? "");
    }),
  );
  router.write(eraseAccount, async (form) =>
    erasePerson(await blocked(asWritten(textsOf(form).account ?? "")), form, async () => {}),
  );
}
