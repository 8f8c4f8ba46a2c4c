/** A mail in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail. Never throws: what does not go out is logged. */
export type SendMail = (mail: Mail) => Promise<void>;
