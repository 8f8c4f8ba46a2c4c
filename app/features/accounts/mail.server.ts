/** A plain-text mail. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail. Never throws: a mail that cannot be sent is logged. */
export type SendMail = (mail: Mail) => Promise<void>;
