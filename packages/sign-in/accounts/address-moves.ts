import { readEmail } from "../../../server/auth/texts.ts";
import { SYSTEM } from "../../../server/db/changes.ts";
import { ConstraintError } from "../../../server/db/database.ts";
import { NotFound } from "../../../server/errors.ts";
import { hashOfSecret, newSecret } from "../../../server/secrets.ts";
import { DAY } from "./limits.ts";
import { makeLink } from "./links.ts";
import {
  type AddressMove,
  carryOutMove,
  type DueMove,
  endEmailLinksOf,
  findLink,
  findMove,
  listDueMoves,
  spendEmailLink,
} from "./repository/links.ts";
import { logAccount } from "./repository/log.ts";
import { type AccountStore, atomicOr, existing } from "./store.ts";

/** How long an address that was confirmed has to refuse another one, in seconds. */
const TIME_TO_REFUSE = 7 * DAY;

/** Changes of address that are carried out at a time. */
const MOST_MOVES = 100;

/** Creates a link that proves that mail to the address arrives. */
export const makeEmailLink = (store: AccountStore, account: string, email: string): Promise<string> =>
  makeLink(store, { purpose: "email", account, email: readEmail(email) }, account);

/**
 * Creates the two links of a change of address: for the new one, which has to be used, and for the one that the account
 * has, by which it agrees or refuses. Without its answer the change happens at `takesEffectAt`.
 */
export async function makeMoveLinks(
  store: AccountStore,
  account: string,
  email: string,
): Promise<{ toNew: string; toOld: string; takesEffectAt: string }> {
  const toOld = newSecret();
  const takesEffectAt = new Date(store.now().getTime() + TIME_TO_REFUSE * 1000).toISOString();
  const old = { secretHash: await hashOfSecret(toOld), takesEffectAt };
  const toNew = await makeLink(store, { purpose: "email", account, email: readEmail(email), old }, account);
  return { toNew, toOld, takesEffectAt };
}

/** Carries out the changes of address whose time to refuse is over; returns those that happened. */
export async function carryOutMoves({ database, now }: AccountStore): Promise<DueMove[]> {
  const at = now().toISOString();
  const done: DueMove[] = [];
  for (;;) {
    const due = await listDueMoves(database, at, MOST_MOVES);
    if (due.length === 0) return done;
    for (const move of due) {
      try {
        const [changed] = await database.atomic(carryOutMove(move, at));
        if (changed?.length === 1) done.push(move);
      } catch (error) {
        if (!(error instanceof ConstraintError)) throw error;
        // Another account has taken the address meanwhile.
        const { account, email } = move;
        await database.atomic([
          endEmailLinksOf(account),
          logAccount({ at, actor: SYSTEM, action: "e-mail is taken", account, details: { email } }),
        ]);
      }
    }
  }
}

/** The change of address that an account waits for; null: none. */
export const pendingMove = ({ database, now }: AccountStore, account: string): Promise<AddressMove | null> =>
  findMove(database, account, now().toISOString());

/** Ends a change of address that was asked for; returns whether the old address refused. Throws NotFound. */
export async function refuseMove({ database, now }: AccountStore, secret: string): Promise<boolean> {
  const at = now().toISOString();
  const link = await findLink(database, await hashOfSecret(secret), at);
  if (link?.purpose !== "email" || link.account === null) throw new NotFound("link-ended");
  const { account, email } = link;
  await database.atomic([
    endEmailLinksOf(account),
    logAccount({ at, actor: account, action: "refuse e-mail", account, details: { email } }),
  ]);
  return link.takesEffectAt !== null;
}

/**
 * Changes the address to a new one whose owner opened the link, and ends the account's other links, unless the other
 * end has yet to confirm it, too; returns the addresses before and after if it is in use. Throws NotFound.
 */
export async function confirmEmail(
  store: AccountStore,
  secret: string,
): Promise<{ before: string | null; after: string } | null> {
  const hash = await hashOfSecret(secret);
  const at = store.now().toISOString();
  const gone = new NotFound("link-ended");
  const link = await findLink(store.database, hash, at);
  if (link?.purpose !== "email" || link.account === null || link.email === null) throw gone;
  const { email: before } = await existing(store, link.account);
  const answers = await atomicOr(store, gone, spendEmailLink(link, at));
  return answers.at(-1)?.length === 1 ? { before, after: link.email } : null;
}
