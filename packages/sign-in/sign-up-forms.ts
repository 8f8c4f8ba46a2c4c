import type { SignInForm } from "../../domain/contract/page-context.ts";
import { signInForms } from "../../domain/contract/routes.ts";
import { say } from "../../domain/messages/index.ts";
import { AppError, Forbidden, TooMany } from "../../server/errors.ts";
import type { SendMail } from "../../server/mail.ts";
import { signUp } from "./accounts/authentication.ts";
import { signUpMail } from "./accounts/mails.ts";
import { beginSignUp, finishSignUp, renewSignUp, signUpAddress } from "./accounts/sign-up.ts";
import { displayName, email, type FormPages, password, type Typed } from "./form-pages.ts";
import { loginForm, loginOf, signInAsTyped, welcomeIn } from "./login-forms.ts";
import type { NodeContext } from "./provider-pages.ts";

const HAD_AN_ACCOUNT =
  "Now sign in with your e-mail address and password. If the address had an account before, its password has not changed.";

/** The sign-up, and the digits of its mail where mail is sent. */
export function signUpForms(forms: FormPages): void {
  forms.formRoute(
    signInForms.signUp(":uid"),
    async (c, typed) => {
      const { uid } = await loginOf(forms, c);
      return signUpForm(forms, uid, typed);
    },
    (c, typed) => takeSignUp(forms, c, typed),
  );
  if (forms.mail && forms.signUp === "open") digitsForms(forms, forms.mail);
}

function signUpForm({ siteName, signUp }: FormPages, uid: string, typed: Typed): SignInForm {
  const links = [{ label: "I have an account: sign in", path: `${signInForms.login(uid)}?form=login` }];
  if (signUp !== "open")
    return {
      heading: "New accounts",
      text:
        signUp === "invitation"
          ? "You need an invitation to join. Please ask an administrator."
          : "New accounts are closed at the moment.",
      links,
    };
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
    links,
    cancel: signInForms.cancel(uid),
  };
}

async function takeSignUp(forms: FormPages, c: NodeContext, typed: Typed): Promise<Response> {
  const { mail, networksOf, afterResponse, show } = forms;
  const { uid } = await loginOf(forms, c);
  if (forms.signUp !== "open") throw new Forbidden("sign-up-closed");
  const values = { email: typed("email"), password: typed("password"), name: typed("name") };
  if (mail) {
    const begun = await beginSignUp(forms, uid, values, networksOf(c));
    afterResponse("after a sign-up:", mail(signUpMail(forms, begun)));
    return c.redirect(signInForms.signUpDigits(uid), 303);
  }
  const id = await signUp(forms, values, networksOf(c));
  try {
    return await signInAsTyped(forms, c, typed);
  } catch (error) {
    // The address already had an account, with another password: this form changes nothing about it.
    if (id !== null || !(error instanceof AppError)) throw error;
    return show(c, loginForm(forms, uid, typed("email"), HAD_AN_ACCOUNT), 200);
  }
}

function digitsForms(forms: FormPages, mail: SendMail): void {
  const { networksOf, afterResponse, show, formRoute, buttonRoute } = forms;
  const describe = async (c: NodeContext): Promise<SignInForm> => {
    const { uid } = await loginOf(forms, c);
    return digitsForm(uid, await signUpAddress(forms, uid));
  };
  formRoute(signInForms.signUpDigits(":uid"), describe, async (c, typed) => {
    const { uid } = await loginOf(forms, c);
    return welcomeIn(forms, c, await finishSignUp(forms, uid, typed("code")), ["pwd"]);
  });
  buttonRoute(signInForms.newSignUpDigits(":uid"), async (c) => {
    const { uid } = await loginOf(forms, c);
    try {
      const begun = await renewSignUp(forms, uid, networksOf(c));
      afterResponse("after a sign-up:", mail(signUpMail(forms, begun)));
      return show(c, { ...(await describe(c)), notice: "We sent new digits." }, 200);
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      return show(c, { ...(await describe(c)), problem: say(error.problem) }, error.status, error);
    }
  });
}

const digitsForm = (uid: string, address: string): SignInForm => ({
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
});
