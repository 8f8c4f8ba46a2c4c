import { pages, signInForms } from "../../../domain/contract/routes.ts";
import { TooMany } from "../../../server/errors.ts";
import type { Mail, SendMail } from "../../../server/mail.ts";
import { emailKey } from "./repository/accounts.ts";
import type { AccountStore } from "./store.ts";

/** Runs work after the response, so that response times reveal nothing. Failures are logged, preceded by `what`. */
export type RunAfterResponse = (what: string, work: Promise<unknown>) => void;

/** Uses `waitUntil`, which keeps a process alive that would otherwise end with the response. */
export const afterResponseBy =
  (waitUntil: (work: Promise<unknown>) => void): RunAfterResponse =>
  (what, work) =>
    waitUntil(
      work.catch((error: unknown) => {
        if (!(error instanceof TooMany)) console.error(what, error);
      }),
    );

/** What the links and sentences of mails name. */
interface SiteOfMails {
  readonly origin: string;
  readonly siteName: string;
}

/** How the sign-in sends mail. */
export interface Mailer extends SiteOfMails, Pick<AccountStore, "limits" | "now"> {
  /** Null: no mail is sent. */
  readonly mail: SendMail | null;
  readonly afterResponse: RunAfterResponse;
}

/** What an account's person is told of by mail, since somebody else may have done it. */
export type SecurityEvent =
  | { readonly kind: "password-changed" | "factor-on" | "factor-off" | "factor-off-by-administrator" }
  | { readonly kind: "recovery-code-used"; readonly left: number }
  | {
      readonly kind: "address-changed";
      readonly before: string | null;
      readonly after: string;
      readonly byAdministrator: boolean;
    };

/** A time of a mail: "28 November 2026 at 16:45 UTC". */
const timeInMail = (at: Date): string =>
  `${at.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`;

/** The subject, after which the name of the site follows, and what happened. */
function inWords(event: SecurityEvent): { subject: string; happened: string } {
  switch (event.kind) {
    case "password-changed":
      return {
        subject: "Your password was changed",
        happened: "The password of your account was changed, and its other devices were signed out",
      };
    case "factor-on":
      return {
        subject: "Your second factor is on",
        happened:
          "The second factor of your account was turned on: signing in now also asks for a code of an app. New recovery codes were shown",
      };
    case "factor-off":
      return {
        subject: "Your second factor is off",
        happened:
          "The second factor of your account was turned off, and its recovery codes no longer work: signing in now asks for the password alone",
      };
    case "factor-off-by-administrator":
      return {
        subject: "Your second factor is off",
        happened:
          "An administrator turned the second factor of your account off, and its recovery codes no longer work: signing in now asks for the password alone",
      };
    case "recovery-code-used":
      return {
        subject: "A recovery code was used",
        happened: `A recovery code of your account was used in place of the app. There are ${event.left} left`,
      };
    case "address-changed":
      return {
        subject: "The address of your account was changed",
        happened: `${event.byAdministrator ? "An administrator changed the e-mail address of your account" : "The e-mail address of your account was changed"}${event.before === null ? "" : ` from ${event.before}`} to ${event.after}`,
      };
  }
}

/** Tells the address of an account what happened to it, if it has one and the site sends mail. The response does not wait. */
export function tell(mailer: Mailer, to: string | null, event: SecurityEvent): void {
  if (mailer.mail !== null && to !== null)
    mailer.afterResponse("after a change of an account:", sendOf(mailer, mailer.mail, to, event));
}

/** Tells both addresses of a change. */
export function tellOfMove(
  mailer: Mailer,
  move: { before: string | null; after: string; byAdministrator: boolean },
): void {
  for (const to of [move.before, move.after]) tell(mailer, to, { kind: "address-changed", ...move });
}

/** Sends what happened to an account, when, and what to do if it was somebody else. */
async function sendOf(
  { origin, siteName, limits, now }: Mailer,
  send: SendMail,
  to: string,
  event: SecurityEvent,
): Promise<void> {
  const at = now();
  await limits.securityMails.take(emailKey(to));
  const { subject, happened } = inWords(event);
  // A link that sets a password goes to the address of the account: the one before gets none.
  const isLost = event.kind === "address-changed" && to !== event.after;
  const remedy = isLost
    ? "tell an administrator, who can set the address back"
    : `choose a new password, which signs out every device, and tell an administrator:\n\n${origin}${signInForms.askReset()}`;
  await send({
    to,
    subject: `${subject}: ${siteName}`,
    text: `${happened}. That was on ${timeInMail(at)}.\n\nIf it was you, or you had asked for it, there is nothing to do. If not, ${remedy}${isLost ? "." : ""}\n\nYour account: ${origin}${pages.account()}\n`,
  });
}

/** To an account's address, with the link that sets its password. */
export const resetMail = ({ origin, siteName }: SiteOfMails, to: string, secret: string): Mail => ({
  to,
  subject: `A new password for ${siteName}`,
  text: `Use this link to choose a new password:\n\n${origin}${signInForms.reset(secret)}\n\nIt works once, for an hour. If you did not ask for this, do nothing: your password stays as it is.\n`,
});

/** To whoever signs up: the digits, or, where these are null, that the address has an account already. */
export const signUpMail = (
  { origin, siteName }: SiteOfMails,
  { to, digits }: { readonly to: string; readonly digits: string | null },
): Mail =>
  digits === null
    ? {
        to,
        subject: `You already have an account at ${siteName}`,
        text: `Somebody, perhaps you, tried to create an account with this address, which has one already.\n\nForgot the password? ${origin}${signInForms.askReset()}\n`,
      }
    : {
        to,
        subject: `${digits} is your code for ${siteName}`,
        text: `To create your account, enter these digits where you signed up:\n\n${digits}\n\nThey are good for ten minutes. If it was not you, do nothing: there will be no account.\n`,
      };

/** To an account's address, after a sign-in on a device that it did not know. */
export const newDeviceMail = ({ origin, siteName }: SiteOfMails, to: string, device: string): Mail => ({
  to,
  subject: `A new device signed in to ${siteName}`,
  text: `Somebody, probably you, has signed in to your account on a device that it did not know: ${device}.\n\nIf it was you, there is nothing to do. If not, sign that device out and change your password:\n\n${origin}${pages.account()}\n`,
});

/** To an address that somebody wants for an account, and that has another one. */
export const addressTakenMail = ({ siteName }: SiteOfMails, to: string): Mail => ({
  to,
  subject: `Somebody wanted to use your address at ${siteName}`,
  text: `Somebody, perhaps you, wanted to use this address for another account at ${siteName}. It has an account already, and that stays as it is. There is nothing to do.\n`,
});

/** To an address, with the link that confirms it. */
export const confirmAddressMail = ({ origin, siteName }: SiteOfMails, to: string, secret: string): Mail => ({
  to,
  subject: `Your e-mail address at ${siteName}`,
  text: `Please confirm that this is your address:\n\n${origin}${signInForms.confirmEmail(secret)}\n\nThe link works once, for a day. If you did not ask for this, do nothing.\n`,
});

/** To the address that an account has, with the link by which it agrees to another one or refuses. */
export const agreeToAddressMail = (
  { origin, siteName }: SiteOfMails,
  to: string,
  { next, secret, takesEffectAt }: { next: string; secret: string; takesEffectAt: string },
): Mail => ({
  to,
  subject: `Your account at ${siteName} is to have another address`,
  text: `Somebody who knows your password, probably you, wants the address of your account to be ${next}.\n\nTo agree, or to refuse:\n\n${origin}${signInForms.confirmEmail(secret)}\n\nIf you do neither, and ${next} confirms it within a day, your address changes on ${timeInMail(new Date(takesEffectAt))}. Until then this link works.\n\nIf it was not you, refuse, and choose a new password, which signs out all devices:\n\n${origin}${signInForms.askReset()}\n`,
});
