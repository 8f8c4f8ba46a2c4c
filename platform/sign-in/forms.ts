import { type Context, Hono, type MiddlewareHandler } from "hono";
import type Provider from "oidc-provider";
import type { Account, AccountLink } from "../../app/features/accounts/repository/accounts.server.ts";
import type { AccountService, RunAfterResponse } from "../../app/features/accounts/service.server.ts";
import type { SignUpMail } from "../../app/features/accounts/sign-up.server.ts";
import { deviceName } from "../../app/features/accounts/texts.server.ts";
import type { FormField, RenderPage, SignInForm } from "../../domain/contract/page-context.ts";
import { pages, SIGN_IN_PATHS, signInForms } from "../../domain/contract/routes.ts";
import { problem, say } from "../../domain/messages/index.ts";
import {
  AppError,
  BadForm,
  describeError,
  errorHeaders,
  Forbidden,
  NotFound,
  TooMany,
} from "../../server/errors.ts";
import { LONGEST_TEXT, shortForm } from "../../server/forms.ts";
import { plainPage } from "../../server/http/content.ts";
import { networkOf } from "../../server/http/head.ts";
import type { SendMail } from "../../server/mail.ts";
import type { Broker } from "./broker.ts";
import type { FirstFactor, KnownDevices } from "./devices.ts";
import { startSession } from "./provider.ts";
import { connectionOf, hasHungUp, type NodeContext, type NodeEnv } from "./provider-pages.ts";

export interface FormsOptions {
  readonly origin: string;
  readonly siteName: string;
  readonly signUp: "open" | "invitation" | "closed";
  readonly provider: Provider;
  readonly accounts: AccountService;
  readonly mail: SendMail | null;
  readonly brokers: readonly Broker[];
  readonly devices: KnownDevices;
  readonly render: RenderPage;
  readonly afterResponse: RunAfterResponse;
  /** The networks to count a client by, smallest first. */
  readonly networksOf: (c: NodeContext) => readonly string[];
}

const email = (value: string): FormField => ({
  name: "email",
  label: "E-mail address",
  type: "email",
  autoComplete: "username",
  value,
});
const password = (kind: "current" | "new"): FormField => ({
  name: "password",
  label: kind === "current" ? "Password" : "New password",
  type: "password",
  autoComplete: `${kind}-password`,
  ...(kind === "new" ? { hint: "At least 10 characters." } : {}),
});

/** May stay empty. */
const displayName = (value: string): FormField => ({
  name: "name",
  label: "Name (optional)",
  type: "text",
  autoComplete: "nickname",
  value,
  isOptional: true,
  hint: "Helpers see it beside what you do here. On your account page you choose whether everybody does.",
});

/** How long a form that is one too many waits for its refusal, in milliseconds. */
const REFUSAL_DELAY = 1_000;

/** Reads a form's text fields; a file or a repeated field counts as empty. Throws BadForm. */
async function fieldsOf(c: NodeContext): Promise<(name: string) => string> {
  const body = await c.req.parseBody().catch(() => {
    throw new BadForm("form-unreadable");
  });
  const tooLong = Object.values(body).some(
    (value) => typeof value === "string" && value.length > LONGEST_TEXT,
  );
  if (tooLong) throw new BadForm("form-too-long");
  return (name) => {
    const value = body[name];
    return typeof value === "string" ? value : "";
  };
}

const NOTHING_TYPED = (_name: string): string => "";

const HAD_AN_ACCOUNT =
  "Now sign in with your e-mail address and password. If the address had an account before, its password has not changed.";

/** Login, sign-up, invitation and reset: pages in the site's look whose forms work without JavaScript. */
export function signInFormRoutes(options: FormsOptions): Hono<NodeEnv> {
  const { origin, siteName, provider, accounts, mail, brokers, devices, networksOf, afterResponse } = options;
  const app = new Hono<NodeEnv>();

  /** Responds with the page of a form, which is never cached. */
  async function show(c: NodeContext, form: SignInForm, status: number, error?: unknown): Promise<Response> {
    const asked = new Request(new URL(encodeURI(c.req.path), origin));
    const rendered = await options.render(asked, form, networkOf(c.env?.network ?? ""));
    const headers = new Headers({ ...Object.fromEntries(rendered.headers), ...errorHeaders(error) });
    headers.set("Cache-Control", "no-store");
    return new Response(rendered.body, { status, headers });
  }

  /**
   * Counts a form before anything of it is read. One too many gets a plain page: to make the page of its form would cost
   * more than the form.
   */
  const countForm: MiddlewareHandler<NodeEnv> = async (c, next) => {
    try {
      await accounts.countForm(networksOf(c));
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      // Whoever sends one after the other is held up by that, and nobody else.
      await new Promise((done) => setTimeout(done, REFUSAL_DELAY));
      const headers = { ...errorHeaders(error), "Cache-Control": "no-store" };
      return c.html(plainPage(say(error.problem)), error.status, headers);
    }
    return next();
  };

  /** Adds a form: shown on GET; on POST tried, and on failure shown with what was wrong. */
  function formRoute(
    path: string,
    describe: (c: NodeContext, typed: (name: string) => string) => Promise<SignInForm> | SignInForm,
    take: (c: NodeContext, typed: (name: string) => string) => Promise<Response>,
  ): void {
    app.get(path, async (c) => show(c, await describe(c, NOTHING_TYPED), 200));
    app.post(path, countForm, shortForm, async (c) => {
      refuseForeignForms(c, origin);
      let typed = NOTHING_TYPED;
      try {
        typed = await fieldsOf(c);
        return await take(c, typed);
      } catch (error) {
        if (!(error instanceof AppError) || error instanceof NotFound) throw error;
        return show(c, { ...(await describe(c, typed)), problem: say(error.problem) }, error.status, error);
      }
    });
  }

  const details = (c: NodeContext) => {
    const { incoming, outgoing } = connectionOf(c);
    return provider.interactionDetails(incoming, outgoing);
  };

  /** Ends the login in progress with a result and goes back to the provider. */
  async function finish(
    c: NodeContext,
    result: Parameters<Provider["interactionResult"]>[2],
  ): Promise<Response> {
    const { incoming, outgoing } = connectionOf(c);
    const target = await provider.interactionResult(incoming, outgoing, result, {
      mergeWithLastSubmission: false,
    });
    return c.redirect(target, 303);
  }

  function loginForm(uid: string, address: string, notice?: string): SignInForm {
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
          ...{ label: `Sign in with ${name}`, path: startPath(uid), prominent: true },
        })),
        ...(options.signUp === "open" ? [{ label: "Create an account", path: signInForms.signUp(uid) }] : []),
        { label: "Forgot your password?", path: signInForms.askReset() },
      ],
      cancel: signInForms.cancel(uid),
    };
  }

  /** Ends the login in progress with the account of the address and password that were typed. */
  async function signInAsTyped(c: NodeContext, typed: (name: string) => string): Promise<Response> {
    await details(c);
    const typedIn = { email: typed("email"), password: typed("password") };
    const account = await accounts.signIn(typedIn, networksOf(c), (known) => devices.find(c, known));
    return enter(c, account, "pwd");
  }

  /** Goes on from the first factor: to the second one, if the account has one. */
  async function enter(c: NodeContext, account: Account, how: FirstFactor): Promise<Response> {
    if (!account.hasFactor) return welcomeIn(c, account, [how]);
    const { uid } = await details(c);
    devices.passFirst(c, uid, account, how);
    return c.redirect(signInForms.factor(uid), 303);
  }

  /** Ends the login in progress with an account, and makes the browser known to it. */
  function welcomeIn(c: NodeContext, account: Account, amr: string[]): Promise<Response> {
    // Nobody has signed in yet to an account that was just made.
    const isNew = account.signedInAt !== null && devices.find(c, account) === null;
    if (mail && isNew && account.emailVerified && account.email !== null)
      afterResponse(
        "after a sign-in:",
        tellOfDevice(mail, account.email, deviceName(c.req.header("user-agent"))),
      );
    devices.remember(c, account);
    return finish(c, { login: { accountId: account.id, remember: true, amr } });
  }

  async function tellOfDevice(send: SendMail, to: string, device: string): Promise<void> {
    await accounts.countDeviceMail(to);
    await send({
      to,
      subject: `A new device signed in to ${siteName}`,
      text: `Somebody, probably you, has signed in to your account on a device that it did not know: ${device}.\n\nIf it was you, there is nothing to do. If not, sign that device out and change your password:\n\n${origin}${pages.account()}\n`,
    });
  }

  // "Create an account" on the site leads to a login in progress like any other: the sign-up is shown first.
  app.get(signInForms.login(":uid"), async (c, next) => {
    if (c.req.query("form") === "login") return next();
    const { uid, params } = await details(c);
    return params.screen_hint === "signup" ? c.redirect(signInForms.signUp(uid), 303) : next();
  });

  formRoute(
    signInForms.login(":uid"),
    async (c, typed) => {
      const { uid, params } = await details(c);
      const hint = typeof params.login_hint === "string" ? params.login_hint : "";
      return loginForm(uid, typed("email") || hint);
    },
    signInAsTyped,
  );

  async function passedFirst(c: NodeContext) {
    const { uid } = await details(c);
    const passed = await devices.passedFirst(c, uid, accounts.findById);
    if (passed === null) throw new NotFound("login-over");
    return { uid, ...passed };
  }

  formRoute(
    signInForms.factor(":uid"),
    async (c) => {
      const { uid } = await passedFirst(c);
      return {
        heading: "Your second factor",
        form: {
          action: signInForms.factor(uid),
          fields: [
            {
              ...{ name: "code", label: "Code", type: "text", autoComplete: "one-time-code" },
              hint: "The six digits that your app shows, or one of your recovery codes.",
            },
          ],
          button: "Sign in",
        },
        links: [],
        cancel: signInForms.cancel(uid),
      };
    },
    async (c, typed) => {
      const { account, how } = await passedFirst(c);
      await accounts.signInWithFactor(account, typed("code"), devices.find(c, account));
      return welcomeIn(c, account, [how, "otp"]);
    },
  );

  formRoute(
    signInForms.signUp(":uid"),
    async (c, typed) => {
      const { uid } = await details(c);
      const back = { label: "I have an account: sign in", path: `${signInForms.login(uid)}?form=login` };
      if (options.signUp !== "open") return { ...closedSignUp(), links: [back] };
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
      if (options.signUp !== "open") throw new Forbidden("sign-up-closed");
      if (mail) {
        const values = { email: typed("email"), password: typed("password"), name: typed("name") };
        const digits = await accounts.beginSignUp(uid, values, networksOf(c));
        afterResponse("after a sign-up:", sendDigits(mail, digits));
        return c.redirect(signInForms.signUpDigits(uid), 303);
      }
      const id = await accounts.signUp(typed("email"), typed("password"), typed("name"), networksOf(c));
      try {
        return await signInAsTyped(c, typed);
      } catch (error) {
        // The address already had an account, with another password: this form changes nothing about it.
        if (id !== null || !(error instanceof AppError)) throw error;
        return show(c, loginForm(uid, typed("email"), HAD_AN_ACCOUNT), 200);
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

  if (mail && options.signUp === "open") {
    formRoute(signInForms.signUpDigits(":uid"), digitsForm, async (c, typed) => {
      const { uid } = await details(c);
      return welcomeIn(c, await accounts.finishSignUp(uid, typed("code")), ["pwd"]);
    });
    app.post(signInForms.newSignUpDigits(":uid"), countForm, async (c) => {
      refuseForeignForms(c, origin);
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
        options.signUp === "invitation"
          ? "You need an invitation to join. Please ask an administrator."
          : "New accounts are closed at the moment.",
      links: [],
    };
  }

  app.post(signInForms.cancel(":uid"), countForm, async (c) => {
    refuseForeignForms(c, origin);
    await details(c);
    return finish(c, { error: "access_denied", error_description: say(problem("login-cancelled")) });
  });

  for (const { startPath, start } of brokers)
    app.get(startPath(":uid"), async (c) => {
      const { uid } = await details(c);
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
      const { uid } = await details(c);
      const { broker, answer } = answerOf(c);
      try {
        const who = await broker.finish(uid, answer);
        const account = await accounts.signInThrough(broker.issuer, who, options.signUp === "open");
        return await enter(c, account, "fed");
      } catch (error) {
        const { message, status, unexpected } = describeError(error);
        if (unexpected) console.error("sign-in elsewhere:", error);
        return show(c, { ...loginForm(uid, ""), problem: message }, status);
      }
    });
  }

  formRoute(
    signInForms.askReset(),
    (_c, typed) =>
      mail
        ? {
            heading: "Forgot your password?",
            text: "Enter the e-mail address of your account. We will send you a link to choose a new password.",
            form: {
              action: signInForms.askReset(),
              fields: [email(typed("email"))],
              button: "Send the link",
            },
            links: [{ label: "Back to the login", path: pages.login() }],
          }
        : {
            heading: "Forgot your password?",
            text: "This site does not send e-mail. Ask an administrator in the chat for a link to choose a new password.",
            links: [{ label: "Back to the login", path: pages.login() }],
          },
    async (c, typed) => {
      if (!mail) throw new BadForm("no-mail");
      const to = typed("email");
      await accounts.countReset(to, networksOf(c));
      afterResponse("after a sign-in form:", sendReset(to));
      return show(
        c,
        {
          heading: "Look into your mail",
          notice: "If this address has an account, a link is on its way. It works once, for an hour.",
          links: [{ label: "Back to the login", path: pages.login() }],
        },
        200,
      );
    },
  );

  async function sendReset(to: string): Promise<void> {
    const account = await accounts.findByEmail(to);
    if (!account || account.blocked) return;
    const secret = await accounts.makeResetLink(account.id, null);
    await mail?.({
      to: account.email ?? to,
      subject: `A new password for ${siteName}`,
      text: `Use this link to choose a new password:\n\n${origin}${signInForms.reset(secret)}\n\nIt works once, for an hour. If you did not ask for this, do nothing: your password stays as it is.\n`,
    });
  }

  const secretOf = (c: NodeContext): string => c.req.param("secret") ?? "";
  const toLogin = { label: "Sign in", path: pages.login(), prominent: true };

  async function linkOr404(c: NodeContext, purpose: string): Promise<AccountLink> {
    const link = await accounts.findLink(secretOf(c));
    if (link?.purpose !== purpose) throw new NotFound("reset-link-ended");
    if (link.withdrawn)
      throw new NotFound(purpose === "invitation" ? "invitation-withdrawn" : "reset-link-ended");
    return link;
  }

  formRoute(
    signInForms.reset(":secret"),
    async (c) => {
      await linkOr404(c, "reset");
      return {
        heading: "Choose a new password",
        text: "You will be signed out everywhere.",
        form: { action: c.req.path, fields: [password("new")], button: "Set password" },
        links: [],
      };
    },
    async (c, typed) => {
      await accounts.resetPassword(secretOf(c), typed("password"));
      return show(c, { heading: "Your new password is set", links: [toLogin] }, 200);
    },
  );

  formRoute(
    signInForms.invitation(":secret"),
    async (c, typed) => {
      const link = await linkOr404(c, "invitation");
      const address = link.email ?? typed("email");
      return {
        heading: `You are invited to ${siteName}`,
        ...(link.roles.length === 0 ? {} : { text: `You join as ${link.roles.join(" and ")}.` }),
        form: {
          action: c.req.path,
          fields: [
            { ...email(address), ...(link.email === null ? {} : { readOnly: true }) },
            { ...password("new"), label: "Choose a password" },
            displayName(typed("name")),
          ],
          button: "Create account",
        },
        links: [],
      };
    },
    async (c, typed) => {
      const id = await accounts.acceptInvitation(
        secretOf(c),
        typed("email"),
        typed("password"),
        typed("name"),
      );
      await startSession(provider, c, { id });
      // The site signs in by itself there, since the provider knows who it is.
      return c.redirect(pages.login(), 303);
    },
  );

  formRoute(
    signInForms.confirmEmail(":secret"),
    async (c) => {
      const link = await linkOr404(c, "email");
      const isMove = link.partner !== null;
      return {
        heading: isMove ? "Change your e-mail address" : "Confirm your e-mail address",
        text: isMove
          ? `Is your account to have the address ${link.email}? It changes once both addresses have agreed.`
          : `Is ${link.email} your address?`,
        form: {
          action: c.req.path,
          fields: [],
          button: isMove ? "Yes, change it" : "Yes, confirm",
        },
        links: [],
        ...(isMove ? { cancel: signInForms.refuseEmail(secretOf(c)), refusal: "No, leave it as it is" } : {}),
      };
    },
    async (c) => {
      if (await accounts.confirmEmail(secretOf(c)))
        return show(c, { heading: "Your e-mail address is confirmed", links: [toLogin] }, 200);
      return show(
        c,
        {
          heading: "Now the other address",
          text: "Your e-mail address changes when you open the link that we sent to the other address, too.",
          links: [],
        },
        200,
      );
    },
  );
  app.post(signInForms.refuseEmail(":secret"), countForm, async (c) => {
    refuseForeignForms(c, origin);
    await accounts.refuseMove(secretOf(c));
    const links = [{ label: "Your account", path: pages.account(), prominent: true }];
    return show(c, { heading: "Your e-mail address stays as it is", links }, 200);
  });

  // No other address of the sign-in takes a form. What all others answer is not its business.
  const others = SIGN_IN_PATHS.flatMap((begin) => [begin, `${begin}/*`]);
  app.on(["POST", "PUT", "PATCH", "DELETE"], others, () => {
    throw new NotFound("nothing-here");
  });

  app.onError(async (error, c) => {
    if (hasHungUp(c.env?.incoming)) return c.body(null, 400);
    // Thrown by the provider if the cookie of a login in progress is missing or old.
    const isOver = error.name === "SessionNotFound";
    const { message, status, unexpected } = describeError(error);
    if (isOver)
      return show(
        c,
        {
          heading: "This login page has ended",
          text: "It was open too long, was already finished, or your browser blocks cookies.",
          links: [{ ...toLogin, label: "Sign in again" }],
        },
        400,
      );
    if (unexpected) console.error(`${c.req.method} ${c.req.path}:`, error);
    // No more pages are made at the moment.
    if (error instanceof AppError && error.problem.code === "too-many-readers")
      return c.html(plainPage(message), error.status, {
        ...errorHeaders(error),
        "Cache-Control": "no-store",
      });
    return show(c, { heading: "That did not work", problem: message, links: [toLogin] }, status);
  });

  return app;
}

/** Refuses a form that another site made the browser send. Throws Forbidden. */
function refuseForeignForms(c: Context, origin: string): void {
  const from = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  if ((from !== undefined && from !== origin) || site === "cross-site")
    throw new Forbidden("form-from-elsewhere");
}
