import { createTransport } from "nodemailer";
import type { SendMail } from "../../server/mail.ts";

/** How long a mail server may take to answer. */
const TIMEOUT_MS = 10_000;

/** So that out-of-office replies are not sent back (RFC 3834, section 5). */
const AUTOMATIC = { "Auto-Submitted": "auto-generated" };

/** Whether the server has refused the address or the text of a mail, as nodemailer says it. */
const isAboutThis = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "EMESSAGE" ||
    (error.code === "EENVELOPE" && "command" in error && error.command === "RCPT TO"));

/** Makes the sender of mails. `url` is for example smtp://user:password@mail.example:587. */
export function mailThrough(url: string, from: string): SendMail {
  const server = new URL(url);
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"])
    server.searchParams.set(name, String(TIMEOUT_MS));
  const transport = createTransport(server.href, { from });
  return async ({ to, subject, text, headers = {} }) => {
    try {
      // An address object, so that text in it cannot become further recipients.
      await transport.sendMail({
        to: { name: "", address: to },
        subject,
        text,
        headers: { ...AUTOMATIC, ...headers },
      });
      return "sent";
    } catch (error) {
      // The digits of a sign-up are for its mailbox alone.
      const about = subject.replace(/^\d{6}\b/, "…");
      console.error(`mail "${about}" could not be sent:`, error instanceof Error ? error.message : error);
      return isAboutThis(error) ? "refused" : "failed";
    }
  };
}
