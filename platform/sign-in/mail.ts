import { createTransport } from "nodemailer";
import type { SendMail } from "../../server/mail.ts";

/** How long a mail server may take to answer, in milliseconds. */
const PATIENCE = 10_000;

/** Makes the sender of mails. `url` is for example smtp://user:password@mail.example:587. */
export function mailThrough(url: string, from: string): SendMail {
  const patient = new URL(url);
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"])
    patient.searchParams.set(name, String(PATIENCE));
  const transport = createTransport(patient.href, { from });
  return async ({ to, subject, text, headers = {} }) => {
    try {
      // An address object, so that text in it cannot become further recipients.
      await transport.sendMail({ to: { name: "", address: to }, subject, text, headers: { ...headers } });
      return true;
    } catch (error) {
      console.error(`mail "${subject}" could not be sent:`, error instanceof Error ? error.message : error);
      return false;
    }
  };
}
