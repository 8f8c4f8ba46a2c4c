import { ERASE_WORD, erase, keeping, ownData } from "../../../domain/contract/privacy.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { authorize } from "../../../server/auth/authorize.ts";
import type { User } from "../../../server/auth/user.ts";
import { BadForm, Conflict } from "../../../server/errors.ts";
import { textsOf } from "../../../server/form-texts.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { goOn } from "./erase.server.ts";

/** Steps of an erasure that its request waits for; a job does the others. */
const MOST_STEPS = 40;

/** Registers what is stored of people, and how they get it and erase it. */
export function privacyRoutes(router: Router, { data, signIn, kept, now }: Deps): void {
  /** Returns whose data is meant: one's own or, since they cannot sign in, that of a blocked account. Throws Forbidden. */
  async function personMeant(user: User, account: string | null): Promise<string> {
    if (!account) return user.id;
    authorize(user.isAdministrator);
    if (!(await signIn.findAccount?.(account))?.blocked) throw new Conflict("erase-blocked-only");
    return account;
  }

  router.read(keeping, () => kept);

  router.personal(ownData, async ({ account }, user) => ({
    madeAt: now().toISOString(),
    rows: await data.erasures.findOwn(await personMeant(user, account)),
  }));

  router.write(erase, async (form, { user }) => {
    const { confirm = "", name: given = "", preview = "", account = "" } = textsOf(form);
    const person = await personMeant(user, asWritten(account));
    const request = await data.players.findOwnRequest(person);
    const owned = request?.state === "approved" ? request : null;
    const { open: withdrawn, ...counts } = await data.erasures.count(person, owned?.player ?? null);
    const answer = {
      ...{ withdrawn, ...counts, name: owned?.name ?? null },
      ...{ backupDays: kept.backupDays, timeTravelDays: kept.timeTravelDays },
    };
    if (asWritten(preview) === "1") return { ...answer, isDone: false };
    if (asWritten(confirm).toUpperCase() !== ERASE_WORD)
      throw new BadForm("erase-unconfirmed", { word: ERASE_WORD });
    if (kept.issuer === null && user.isAdministrator && person === user.id)
      throw new Conflict("erase-administrator");
    const player = asWritten(given) === "erase" ? (owned?.player ?? null) : null;
    const id = await data.erasures.begin(person, player, now().toISOString());
    return { ...answer, isDone: await goOn(id, MOST_STEPS, { data, now }) };
  });
}
