import { attempts, attemptsOfNetworks, type Counters } from "../../../server/counters.ts";
import { loginThrottle } from "./login-throttle.ts";

/** In seconds. */
const MINUTE = 60;
export const HOUR = 60 * MINUTE;
const QUARTER = HOUR / 4;
export const DAY = 24 * HOUR;

/** How often what concerns accounts may be done. Each function throws TooMany. */
export function accountLimits(counters: Counters) {
  const inAnHour = (purpose: string, most: number) => attempts(counters(purpose), most, HOUR);
  const inAQuarter = (purpose: string, most: number) => attempts(counters(purpose), most, QUARTER);
  return {
    guesses: loginThrottle(counters),
    /** Forms of the sign-in pages, by network, whatever becomes of them: more than a class that signs in together sends. */
    forms: attemptsOfNetworks(counters("sign-in forms by address"), 120, MINUTE),
    /** Sign-ups and requests for a new password, by network. */
    newcomers: attemptsOfNetworks(counters("newcomers by address"), 30, HOUR),

    // Mails, by mailbox. Each kind has its own share: what strangers ask for in somebody's name leaves them the link that
    // they need.
    resetMails: inAnHour("mails of resets", 5),
    moveMails: inAnHour("mails of new addresses", 5),
    deviceMails: inAnHour("mails of devices", 5),
    testMails: inAnHour("test mails", 5),
    /** More than one person changes in an hour, and few enough that nobody is flooded with ours. */
    securityMails: inAnHour("mails of security", 20),
    signUpMails: inAnHour("mails of sign-ups", 20),
    /** The same by network and mailbox: a stranger uses up their own share of somebody's mails, and leaves them theirs. */
    signUpMailsOfNetworks: attemptsOfNetworks(counters("mails of sign-ups by address"), 5, HOUR),

    /** Wishes for another address, taken or free, by account. */
    moves: inAnHour("new addresses by account", 5),
    /** Passwords typed on the account page, by session, so that no session holds up another. */
    passwords: inAQuarter("passwords by session", 10),
    /** Codes tried at an account: by a device that it knows, and by all others together. */
    codesOfDevice: inAQuarter("codes by device", 10),
    codesOfOthers: inAQuarter("codes at account", 20),
  };
}

export type AccountLimits = ReturnType<typeof accountLimits>;
