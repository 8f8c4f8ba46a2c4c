import type Provider from "oidc-provider";
import type { SignInForm } from "../../domain/contract/page-context.ts";
import { signInForms } from "../../domain/contract/routes.ts";
import { problem, say } from "../../domain/messages/index.ts";
import { describeError, NotFound } from "../../server/errors.ts";
import type { SendMail } from "../../server/mail.ts";
import { signIn, signInThrough } from "./accounts/authentication.ts";
import { deviceName } from "./accounts/device-name.ts";
import { type Mailer, newDeviceMail, tell } from "./accounts/mails.ts";
import { type Account, emailKey, findAccount } from "./accounts/repository/accounts.ts";
import { signInWithFactor } from "./accounts/second-factor.ts";
import type { FirstFactor } from "./devices.ts";
import { email, type FormPages, password, type Typed } from "./form-pages.ts";
import { connectionOf, type NodeContext } from "./provider-pages.ts";

/** The login in progress whose forms the browser sends. Throws SessionNotFound. */
export function loginOf({ provider }: FormPages, c: NodeContext) {
  const { incoming, outgoing } = connectionOf(c);
  return provider.interactionDetails(incoming, outgoing);
}

/** Ends the login in progress with a result and goes back to the provider. */
async function finish(
  { provider }: FormPages,
  c: NodeContext,
  result: Parameters<Provider["interactionResult"]>[2],
): Promise<Response> {
  const { incoming, outgoing } = connectionOf(c);
  const target = await provider.interactionResult(incoming, outgoing, result, {
    mergeWithLastSubmission: false,
  });
  return c.redirect(target, 303);
}

/** Goes on from the first factor: to the second one, if the account has one. */
async function enter(
  forms: FormPages,
  c: NodeContext,
  account: Account,
  how: FirstFactor,
): Promise<Response> {
  if (!account.hasFactor) return welcomeIn(forms, c, account, [how]);
  const { uid } = await loginOf(forms, c);
  forms.devices.passFirst(c, uid, account, how);
  return c.redirect(signInForms.factor(uid), 303);
}

/** Ends the login in progress with an account, and makes the browser known to it. */
export function welcomeIn(
  forms: FormPages,
  c: NodeContext,
  account: Account,
  amr: string[],
): Promise<Response> {
  const { mail, devices, afterResponse } = forms;
  // An account that was just made has no session yet.
  const isNew = account.signedInAt !== null && devices.find(c, account) === null;
  if (mail && isNew && account.emailVerified && account.email !== null)
    afterResponse(
      "after a sign-in:",
      tellOfDevice(forms, mail, account.email, deviceName(c.req.header("user-agent"))),
    );
  devices.remember(c, account);
  return finish(forms, c, { login: { accountId: account.id, remember: true, amr } });
}

/** Counts the mail apart from those that strangers can have sent. */
async function tellOfDevice(mailer: Mailer, send: SendMail, to: string, device: string): Promise<void> {
  await mailer.limits.deviceMails.take(emailKey(to));
  await send(newDeviceMail(mailer, to, device));
}

/** The page of the login, with the ways to sign in elsewhere. */
export function loginForm(
  { siteName, brokers, signUp }: FormPages,
  uid: string,
  address: string,
  notice?: string,
): SignInForm {
  return {
    heading: `Sign in to ${siteName}`,
    ...(notice === undefined ? {} : { notice }),
    form: {
      action: signInForms.login(uid),
      fields: [email(address), password("current")],
      button: "Sign in",
    },
    links: [
      ...brokers.map(({ name, startPath }) => ({
        label: `Sign in with ${name}`,
        path: startPath(uid),
        prominent: true,
      })),
      ...(signUp === "open" ? [{ label: "Create an account", path: signInForms.signUp(uid) }] : []),
      { label: "Forgot your password?", path: signInForms.askReset() },
    ],
    cancel: signInForms.cancel(uid),
  };
}

/** Ends the login in progress with the account of the address and password that were typed. */
export async function signInAsTyped(forms: FormPages, c: NodeContext, typed: Typed): Promise<Response> {
  await loginOf(forms, c);
  const typedIn = { email: typed("email"), password: typed("password") };
  const account = await signIn(forms, typedIn, forms.networksOf(c), (known) => forms.devices.find(c, known));
  return enter(forms, c, account, "pwd");
}

/** The login, and its second factor. */
export function loginForms(forms: FormPages): void {
  const { app, formRoute, buttonRoute } = forms;

  // "Create an account" on the site leads to a login in progress like any other: the sign-up is shown first.
  app.get(signInForms.login(":uid"), async (c, next) => {
    if (c.req.query("form") === "login") return next();
    const { uid, params } = await loginOf(forms, c);
    return params.screen_hint === "signup" ? c.redirect(signInForms.signUp(uid), 303) : next();
  });

  formRoute(
    signInForms.login(":uid"),
    async (c, typed) => {
      const { uid, params } = await loginOf(forms, c);
      const hint = typeof params.login_hint === "string" ? params.login_hint : "";
      return loginForm(forms, uid, typed("email") || hint);
    },
    (c, typed) => signInAsTyped(forms, c, typed),
  );

  formRoute(
    signInForms.factor(":uid"),
    async (c) => factorForm((await passedFirst(forms, c)).uid),
    async (c, typed) => {
      const { account, how } = await passedFirst(forms, c);
      const left = await signInWithFactor(forms, account, typed("code"), forms.devices.find(c, account));
      if (left !== null) tell(forms, account.email, { kind: "recovery-code-used", left });
      return welcomeIn(forms, c, account, [how, "otp"]);
    },
  );

  buttonRoute(signInForms.cancel(":uid"), async (c) => {
    await loginOf(forms, c);
    const cancelled = { error: "access_denied", error_description: say(problem("login-cancelled")) };
    return finish(forms, c, cancelled);
  });
}

/** Returns who has passed the first factor of the login in progress. Throws NotFound. */
async function passedFirst(forms: FormPages, c: NodeContext) {
  const { uid } = await loginOf(forms, c);
  const passed = await forms.devices.passedFirst(c, uid, (id) => findAccount(forms.database, id));
  if (passed === null) throw new NotFound("login-over");
  return { uid, ...passed };
}

const factorForm = (uid: string): SignInForm => ({
  heading: "Your second factor",
  form: {
    action: signInForms.factor(uid),
    fields: [
      {
        name: "code",
        label: "Code",
        type: "text",
        autoComplete: "one-time-code",
        hint: "The six digits that your app shows, or one of your recovery codes.",
      },
    ],
    button: "Sign in",
  },
  links: [],
  cancel: signInForms.cancel(uid),
});

/** The logins with accounts elsewhere. */
export function brokerRoutes(forms: FormPages): void {
  const { app, origin, brokers, show } = forms;

  for (const { startPath, start } of brokers)
    app.get(startPath(":uid"), async (c) => {
      const { uid } = await loginOf(forms, c);
      return c.redirect(await start(uid), 303);
    });

  /** Returns whose answer a request brings back, and to which login in progress, by its state. Throws NotFound. */
  function answerOf(c: NodeContext) {
    const answer = new URL(c.req.url, origin);
    for (const broker of brokers) {
      const uid = broker.uidOf(answer);
      if (uid !== null) return { broker, uid, answer };
    }
    throw new NotFound("login-over");
  }

  if (brokers.length > 0) {
    // One fixed address for all of them. The cookie of the login in progress must be this browser's.
    app.get(signInForms.brokerReturn(), (c) => {
      const { uid, answer } = answerOf(c);
      return c.redirect(`${signInForms.broker(uid)}/return${answer.search}`, 303);
    });
    app.get(`${signInForms.broker(":uid")}/return`, async (c) => {
      const { uid } = await loginOf(forms, c);
      const { broker, answer } = answerOf(c);
      try {
        const who = await broker.finish(uid, answer);
        const account = await signInThrough(forms, broker.issuer, who, forms.signUp === "open");
        return await enter(forms, c, account, "fed");
      } catch (error) {
        const { message, status, unexpected } = describeError(error);
        if (unexpected) console.error("sign-in elsewhere:", error);
        return show(c, { ...loginForm(forms, uid, ""), problem: message }, status);
      }
    });
  }
}
