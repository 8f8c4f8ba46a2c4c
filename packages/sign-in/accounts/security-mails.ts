import { pages, signInForms } from "../../../domain/contract/routes.ts";
import { attempts, type Counters } from "../../../server/counters.ts";
import type { SendMail } from "../../../server/mail.ts";
import { emailKey } from "./repository/accounts.ts";
import type { RunAfterResponse } from "./service.ts";
import { HOUR } from "./store.ts";

/** More than one person changes in an hour, and few enough that nobody is flooded with ours. */
const MOST_MAILS = 20;

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

export interface SecurityMailParts {
  readonly origin: string;
  readonly siteName: string;
  readonly mail: SendMail | null;
  readonly counters: Counters;
  readonly afterResponse: RunAfterResponse;
  readonly now: () => Date;
}

/** A time of a mail: "28 November 2026 at 16:45 UTC". */
export const timeInMail = (at: Date): string =>
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

/** Tells people by mail what happened to their account, when, and what to do if it was somebody else. */
export function securityMails({ origin, siteName, mail, counters, afterResponse, now }: SecurityMailParts) {
  const perMailbox = attempts(counters("mails of security"), MOST_MAILS, HOUR);

  async function send(to: string, event: SecurityEvent, at: Date): Promise<void> {
    await perMailbox.take(emailKey(to));
    const { subject, happened } = inWords(event);
    // A link that sets a password goes to the address of the account: the one before gets none.
    const isLost = event.kind === "address-changed" && to !== event.after;
    const remedy = isLost
      ? "tell an administrator, who can set the address back"
      : `choose a new password, which signs out every device, and tell an administrator:\n\n${origin}${signInForms.askReset()}`;
    await mail?.({
      to,
      subject: `${subject}: ${siteName}`,
      text: `${happened}. That was on ${timeInMail(at)}.\n\nIf it was you, or you had asked for it, there is nothing to do. If not, ${remedy}${isLost ? "." : ""}\n\nYour account: ${origin}${pages.account()}\n`,
    });
  }

  return {
    /** Tells the address of an account, if it has one and the site sends mail. The response does not wait for it. */
    tell(to: string | null, event: SecurityEvent): void {
      if (mail !== null && to !== null)
        afterResponse("after a change of an account:", send(to, event, now()));
    },

    /** Tells both addresses of a change. */
    tellOfMove(move: { before: string | null; after: string; byAdministrator: boolean }): void {
      for (const to of [move.before, move.after]) this.tell(to, { kind: "address-changed", ...move });
    },
  };
}

export type SecurityMails = ReturnType<typeof securityMails>;
