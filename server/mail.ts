/** A plain-text mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends mail. Never throws: a mail that cannot be sent is logged. "refused": the server takes others, but not this one.
 */
export type SendMail = (mail: Mail) => Promise<"sent" | "refused" | "failed">;

/** A mail that shows that mail is sent. */
export const testMail = (to: string, siteName: string): Mail => ({
  to,
  subject: `A test mail of ${siteName}`,
  text: `This mail was sent to try whether ${siteName} can send mail. It can. There is nothing to do.\n`,
});

/** How this site sends mail. */
export interface Mailing {
  readonly send: SendMail;
  /** Counts a mail to an address that a person gave and that nobody has confirmed; throws TooMany. */
  countAsked(person: string, address: string): Promise<void>;
}
