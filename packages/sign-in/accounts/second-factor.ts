import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import type { FactorAnswer } from "../../../domain/contract/accounts.ts";
import { BadForm } from "../../../server/errors.ts";
import { hashOfSecret } from "../../../server/secrets.ts";
import { tell } from "./mails.ts";
import { type AccountSession, type AccountSite, checkPassword } from "./own-account.ts";
import {
  type Account,
  confirmFactor,
  spendFactorStep,
  spendRecoveryCode,
  updateAccount,
} from "./repository/accounts.ts";
import { logAccount } from "./repository/log.ts";
import { newRecoveryCode } from "./secrets.ts";
import { type AccountStore, change, existing } from "./store.ts";

const RECOVERY_CODES = 10;

/** A code as its person may write it: without its number in a list, spaces and signs, and in the usual width. */
const withoutGaps = (code: string): string =>
  code
    .normalize("NFKC")
    .replace(/^\s*\d{1,2}[.)]\s+/u, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** What a recovery code is hashed as. Those made first have capitals, too, and were hashed as they are. */
const formsOf = (code: string): ReadonlySet<string> => new Set([code.toLowerCase(), code]);

/**
 * Spends a code, right or not, and returns how many recovery codes are left if it was one of them, or else null. Whoever
 * tries codes has got past the password already. Throws BadForm, TooMany.
 */
async function spend(
  store: AccountStore,
  account: Account,
  code: string,
  device: string | null,
): Promise<number | null> {
  const { codesOfDevice, codesOfOthers } = store.limits;
  const [counted, key] =
    device === null ? [codesOfOthers, account.id] : [codesOfDevice, `${account.id} ${device}`];
  await counted.take(key);
  const typed = withoutGaps(code);
  if (!(await isSpent(store, account, typed))) throw new BadForm("wrong-code");
  await counted.giveBack(key);
  return typed.length === DIGITS ? null : (await existing(store, account.id)).recoveryCodesLeft;
}

async function isSpent(
  { database, now }: AccountStore,
  { id, factorSecret }: Account,
  typed: string,
): Promise<boolean> {
  if (typed.length !== DIGITS) {
    const at = now().toISOString();
    for (const form of formsOf(typed)) {
      const spent = await database.atomic(spendRecoveryCode(id, await hashOfSecret(form), at));
      if (spent.at(-1)?.length === 1) return true;
    }
    return false;
  }
  const step = factorSecret === null ? null : stepOf(factorSecret, typed, now());
  if (step === null) return false;
  const [spent] = await database.atomic([spendFactorStep(id, step)]);
  return spent?.length === 1;
}

/**
 * Signs in somebody who has already given the password. Returns how many recovery codes are left if the code was one of
 * them, or else null. Throws BadForm, TooMany.
 */
export async function signInWithFactor(
  store: AccountStore,
  account: Account,
  code: string,
  device: string | null,
): Promise<number | null> {
  const left = await spend(store, account, code, device);
  const { id } = account;
  await change(store, { id, actor: id, action: "sign in" }, { signedInAt: store.now().toISOString() });
  return left;
}

/** Makes a new secret for the account's app, which is asked for once it is confirmed. Throws BadForm, TooMany. */
export async function beginFactor(
  site: AccountSite,
  session: AccountSession,
  password: string,
): Promise<FactorAnswer> {
  await checkPassword(site, session, password);
  const { hasFactor, email, displayName } = await existing(site, session.id);
  if (hasFactor) throw new BadForm("factor-is-on");
  const secret = newFactorSecret();
  await site.database.atomic([updateAccount(session.id, { factorSecret: secret })]);
  const uri = factorUri(site.siteName, email ?? displayName ?? "a member", secret);
  const { size, data } = encode(uri, { border: 4 });
  // A path that goes over each dark square.
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return { secret, qr: { size, path: squares.join("") } };
}

/** Turns the second factor on if the app's code is right; returns the recovery codes. Throws BadForm, TooMany. */
export async function turnFactorOn(site: AccountSite, id: string, code: string): Promise<string[]> {
  const { database, limits, now } = site;
  const { hasFactor, factorSecret } = await existing(site, id);
  if (hasFactor || factorSecret === null) throw new BadForm("factor-not-begun");
  await limits.codesOfDevice.take(id);
  const at = now();
  const step = stepOf(factorSecret, withoutGaps(code), at);
  if (step === null) throw new BadForm("wrong-code");
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = await Promise.all(codes.map((each) => hashOfSecret(withoutGaps(each))));
  const entry = { at: at.toISOString(), actor: id, action: "second factor on", account: id };
  const [confirmed] = await database.atomic([
    confirmFactor(id, { secret: factorSecret, step, hashes, at: at.toISOString() }),
    logAccount(entry),
  ]);
  if (confirmed?.length !== 1) throw new BadForm("factor-not-begun");
  await limits.codesOfDevice.forgive(id);
  tell(site, (await existing(site, id)).email, { kind: "factor-on" });
  return codes;
}

/** Turns one's own off, by password and code. Where there is no second factor, any code will do. Throws BadForm, TooMany. */
export async function turnFactorOff(
  site: AccountSite,
  session: AccountSession,
  password: string,
  code: string,
): Promise<void> {
  await checkPassword(site, session, password);
  const account = await existing(site, session.id);
  if (account.hasFactor) await spend(site, account, code, session.grant);
  await removeFactor(site, session.id, session.id);
}

/** Turns it off, and tells its person: for themselves, and for an administrator of somebody who has lost everything. */
export async function removeFactor(site: AccountSite, id: string, actor: string): Promise<void> {
  const { email, hasFactor } = await existing(site, id);
  await change(site, { id, actor, action: "second factor off" }, { factorSecret: null });
  if (hasFactor) tell(site, email, { kind: id === actor ? "factor-off" : "factor-off-by-administrator" });
}

/** What all apps know: RFC 6238 with 160 bits, HMAC-SHA-1, six digits, and a new code every 30 seconds. */
const SECRET_BYTES = 20;
const STEP = 30;
const DIGITS = 6;

/** Codes of how many steps before and after are taken, because clocks differ and people type slowly. */
const SKEW = 1;

const totpOf = (secret: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: DIGITS, period: STEP });

/** Returns a new secret, as apps take it. */
const newFactorSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The code that an app shows at a time. */
export const codeOf = (secret: string, at: Date): string =>
  totpOf(secret).generate({ timestamp: at.getTime() });

/** Returns the step whose code this is, if that is now or next to it; null if it is no such code. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: SKEW });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP) + delta;
}

/** The address that apps read from the QR code. */
function factorUri(site: string, email: string, secret: string): string {
  const name = `${site}:${email}`;
  return `otpauth://totp/${encodeURIComponent(name)}?${new URLSearchParams({ secret, issuer: site })}`.replaceAll(
    "+",
    "%20",
  );
}
