import type { SignInForm } from "../../domain/contract/page-context.ts";
import { signInForms } from "../../domain/contract/routes.ts";
import { say } from "../../domain/messages/index.ts";
import { AppError, Forbidden, TooMany } from "../../server/errors.ts";
import type { SendMail } from "../../server/mail.ts";
import type { SignUpMail } from "./accounts/sign-up.ts";
import { displayName, email, type FormPages, password } from "./form-pages.ts";
import { type Logins, loginForm, signInAsTyped } from "./login-forms.ts";
import type { NodeContext } from "./provider-pages.ts";

const HAD_AN_ACCOUNT =
  "Now sign in with your e-mail address and password. If the address had an account before, its password has not changed.";

/** The sign-up, and the digits of its mail where mail is sent. */
export function signUpForms(forms: FormPages, logins: Logins): void {
  const {
    origin,
    siteName,
    signUp,
    accounts,
    mail,
    networksOf,
    afterResponse,
    show,
    formRoute,
    buttonRoute,
  } = forms;
  const { details, welcomeIn } = logins;

  formRoute(
    signInForms.signUp(":uid"),
    async (c, typed) => {
      const { uid } = await details(c);
      const back = { label: "I have an account: sign in", path: `${signInForms.login(uid)}?form=login` };
      if (signUp !== "open") return { ...closedSignUp(), links: [back] };
      return {
        heading: `Join ${siteName}`,
        text: "With an account you can submit completions and follow them. Only administrators can see your e-mail address.",
        form: {
          action: signInForms.signUp(uid),
          fields: [
            email(typed("email")),
            { ...password("new"), label: "Choose a password" },
            displayName(typed("name")),
          ],
          button: "Create account",
        },
        links: [back],
        cancel: signInForms.cancel(uid),
      };
    },
    async (c, typed) => {
      const { uid } = await details(c);
      if (signUp !== "open") throw new Forbidden("sign-up-closed");
      if (mail) {
        const values = { email: typed("email"), password: typed("password"), name: typed("name") };
        const digits = await accounts.beginSignUp(uid, values, networksOf(c));
        afterResponse("after a sign-up:", sendDigits(mail, digits));
        return c.redirect(signInForms.signUpDigits(uid), 303);
      }
      const id = await accounts.signUp(typed("email"), typed("password"), typed("name"), networksOf(c));
      try {
        return await signInAsTyped(forms, logins, c, typed);
      } catch (error) {
        // The address already had an account, with another password: this form changes nothing about it.
        if (id !== null || !(error instanceof AppError)) throw error;
        return show(c, loginForm(forms, uid, typed("email"), HAD_AN_ACCOUNT), 200);
      }
    },
  );

  /** Only the mail tells whether the address was new. */
  async function sendDigits(send: SendMail, { to, digits }: SignUpMail): Promise<void> {
    await (digits === null
      ? send({
          to,
          subject: `You already have an account at ${siteName}`,
          text: `Somebody, perhaps you, tried to create an account with this address, which has one already.\n\nForgot the password? ${origin}${signInForms.askReset()}\n`,
        })
      : send({
          to,
          subject: `${digits} is your code for ${siteName}`,
          text: `To create your account, enter these digits where you signed up:\n\n${digits}\n\nThey are good for ten minutes. If it was not you, do nothing: there will be no account.\n`,
        }));
  }

  async function digitsForm(c: NodeContext): Promise<SignInForm> {
    const { uid } = await details(c);
    const address = await accounts.signUpAddress(uid);
    return {
      heading: "Look into your mail",
      text: `We sent a mail to ${address}. Please enter the six digits in it. They are good for ten minutes.`,
      form: {
        action: signInForms.signUpDigits(uid),
        fields: [{ name: "code", label: "Six digits", type: "text", autoComplete: "one-time-code" }],
        button: "Create account",
      },
      links: [{ label: "Use another address", path: signInForms.signUp(uid) }],
      cancel: signInForms.newSignUpDigits(uid),
      refusal: "Send new digits",
    };
  }

  if (mail && signUp === "open") {
    formRoute(signInForms.signUpDigits(":uid"), digitsForm, async (c, typed) => {
      const { uid } = await details(c);
      return welcomeIn(c, await accounts.finishSignUp(uid, typed("code")), ["pwd"]);
    });
    buttonRoute(signInForms.newSignUpDigits(":uid"), async (c) => {
      const { uid } = await details(c);
      try {
        afterResponse("after a sign-up:", sendDigits(mail, await accounts.renewSignUp(uid, networksOf(c))));
        return show(c, { ...(await digitsForm(c)), notice: "We sent new digits." }, 200);
      } catch (error) {
        if (!(error instanceof TooMany)) throw error;
        return show(c, { ...(await digitsForm(c)), problem: say(error.problem) }, error.status, error);
      }
    });
  }

  function closedSignUp(): SignInForm {
    return {
      heading: "New accounts",
      text:
        signUp === "invitation"
          ? "You need an invitation to join. Please ask an administrator."
          : "New accounts are closed at the moment.",
      links: [],
    };
  }
}
