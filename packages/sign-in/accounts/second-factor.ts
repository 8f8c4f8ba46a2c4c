import { Secret, TOTP } from "otpauth";
import { attempts } from "../../../server/counters.ts";
import { BadForm } from "../../../server/errors.ts";
import { hashOfSecret } from "../../../server/secrets.ts";
import {
  type Account,
  confirmFactor,
  logAccount,
  spendFactorStep,
  spendRecoveryCode,
  updateAccount,
} from "./repository/accounts.ts";
import { newRecoveryCode } from "./secrets.ts";
import { type AccountStore, HOUR } from "./store.ts";

const QUARTER = HOUR / 4;

/** Codes tried at one account per quarter of an hour: by a device that it knows, and by all others together. */
const MOST_BY_DEVICE = 10;
const MOST_BY_OTHERS = 20;

const RECOVERY_CODES = 10;

/** A code as its person may write it: without its number in a list, spaces and signs, and in the usual width. */
const withoutGaps = (code: string): string =>
  code
    .normalize("NFKC")
    .replace(/^\s*\d{1,2}[.)]\s+/u, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** What a recovery code is hashed as. Those made first have capitals, too, and were hashed as they are. */
const formsOf = (code: string): ReadonlySet<string> => new Set([code.toLowerCase(), code]);

/** Codes of an app as a second factor, and recovery codes for whoever has lost it. */
export function secondFactor({ database, counters, now, existing }: AccountStore) {
  const byDevice = attempts(counters("codes by device"), MOST_BY_DEVICE, QUARTER);
  const byOthers = attempts(counters("codes at account"), MOST_BY_OTHERS, QUARTER);

  /**
   * Spends a code, right or not, and returns how many recovery codes are left if it was one of them, or else null. Whoever
   * tries codes has got past the password already. Throws BadForm, TooMany.
   */
  async function spend(account: Account, code: string, device: string | null): Promise<number | null> {
    const [counted, key] = device === null ? [byOthers, account.id] : [byDevice, `${account.id} ${device}`];
    await counted.take(key);
    const typed = withoutGaps(code);
    if (!(await isSpent(account, typed))) throw new BadForm("wrong-code");
    await counted.giveBack(key);
    return typed.length === DIGITS ? null : (await existing(account.id)).recoveryCodesLeft;
  }

  async function isSpent({ id, factorSecret }: Account, typed: string): Promise<boolean> {
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

  return {
    /** Throws BadForm, TooMany. Where there is no second factor, any code will do. */
    async checkFactor(id: string, code: string, device: string | null): Promise<void> {
      const account = await existing(id);
      if (account.hasFactor) await spend(account, code, device);
    },

    /**
     * Signs in whoever has already given the password. Returns how many recovery codes are left if the code was one of
     * them, or else null. Throws BadForm, TooMany.
     */
    async signInWithFactor(account: Account, code: string, device: string | null): Promise<number | null> {
      const left = await spend(account, code, device);
      const at = now().toISOString();
      await database.atomic([
        updateAccount(account.id, { signedInAt: at }),
        logAccount({ at, actor: account.id, action: "sign in", account: account.id, details: null }),
      ]);
      return left;
    },

    /** Returns a new secret for the account's app, which is asked for once it is confirmed. Throws BadForm. */
    async beginFactor(id: string): Promise<{ secret: string; name: string }> {
      const { hasFactor, email, displayName } = await existing(id);
      if (hasFactor) throw new BadForm("factor-is-on");
      const secret = newFactorSecret();
      await database.atomic([updateAccount(id, { factorSecret: secret })]);
      return { secret, name: email ?? displayName ?? "a member" };
    },

    /** Turns the second factor on if the app's code is right; returns the recovery codes. Throws BadForm, TooMany. */
    async confirmFactor(id: string, code: string): Promise<string[]> {
      const { hasFactor, factorSecret } = await existing(id);
      if (hasFactor || factorSecret === null) throw new BadForm("factor-not-begun");
      await byDevice.take(id);
      const at = now();
      const step = stepOf(factorSecret, withoutGaps(code), at);
      if (step === null) throw new BadForm("wrong-code");
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      const hashes = await Promise.all(codes.map((each) => hashOfSecret(withoutGaps(each))));
      const [confirmed] = await database.atomic([
        confirmFactor(id, { secret: factorSecret, step, hashes, at: at.toISOString() }),
        logAccount({
          at: at.toISOString(),
          actor: id,
          action: "second factor on",
          account: id,
          details: null,
        }),
      ]);
      if (confirmed?.length !== 1) throw new BadForm("factor-not-begun");
      await byDevice.forgive(id);
      return codes;
    },

    /**
     * Turns it off: for its person, and for an administrator of somebody who has lost everything. Returns the account
     * before that.
     */
    async removeFactor(id: string, actor: string): Promise<Account> {
      const account = await existing(id);
      await database.atomic([
        updateAccount(id, { factorSecret: null }),
        logAccount({
          at: now().toISOString(),
          actor,
          action: "second factor off",
          account: id,
          details: null,
        }),
      ]);
      return account;
    },
  };
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
export function factorUri(site: string, email: string, secret: string): string {
  const name = `${site}:${email}`;
  return `otpauth://totp/${encodeURIComponent(name)}?${new URLSearchParams({ secret, issuer: site })}`.replaceAll(
    "+",
    "%20",
  );
}
