import { type Context, Hono, type MiddlewareHandler } from "hono";
import type Provider from "oidc-provider";
import type { FormField, RenderPage, SignInForm } from "../../domain/contract/page-context.ts";
import { pages } from "../../domain/contract/routes.ts";
import { say } from "../../domain/messages/index.ts";
import { AppError, BadForm, errorHeaders, Forbidden, NotFound, TooMany } from "../../server/errors.ts";
import { LONGEST_TEXT, shortForm } from "../../server/forms.ts";
import { plainPage } from "../../server/http/content.ts";
import { networkOf } from "../../server/http/head.ts";
import type { AccountSite } from "./accounts/own-account.ts";
import type { Broker } from "./broker.ts";
import type { KnownDevices } from "./devices.ts";
import type { NodeContext, NodeEnv } from "./provider-pages.ts";

export interface FormsOptions extends AccountSite {
  readonly signUp: "open" | "invitation" | "closed";
  readonly provider: Provider;
  readonly brokers: readonly Broker[];
  readonly devices: KnownDevices;
  readonly render: RenderPage;
  /** The networks to count a client by, smallest first. */
  readonly networksOf: (c: NodeContext) => readonly string[];
}

export const email = (value: string): FormField => ({
  name: "email",
  label: "E-mail address",
  type: "email",
  autoComplete: "username",
  value,
});
export const password = (kind: "current" | "new"): FormField => ({
  name: "password",
  label: kind === "current" ? "Password" : "New password",
  type: "password",
  autoComplete: `${kind}-password`,
  ...(kind === "new" ? { hint: "At least 10 characters." } : {}),
});

/** May stay empty. */
export const displayName = (value: string): FormField => ({
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

/** What was typed into a field; empty: it was not sent. */
export type Typed = (name: string) => string;

/** Reads a form's text fields; a file or a repeated field counts as empty. Throws BadForm. */
async function fieldsOf(c: NodeContext): Promise<Typed> {
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

const NOTHING_TYPED: Typed = () => "";

export const TO_LOGIN = { label: "Sign in", path: pages.login(), prominent: true };

/** The forms of the sign-in: pages in the site's look whose forms work without JavaScript. */
export type FormPages = ReturnType<typeof formPages>;

export function formPages(options: FormsOptions) {
  const { origin, limits, networksOf } = options;
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
      await limits.forms.take(networksOf(c));
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
      // That slows down a client that sends one after the other, and no other.
      await new Promise((done) => setTimeout(done, REFUSAL_DELAY));
      const headers = { ...errorHeaders(error), "Cache-Control": "no-store" };
      return c.html(plainPage(say(error.problem)), error.status, headers);
    }
    return next();
  };

  /** Adds a form: shown on GET; on POST tried, and on failure shown with what was wrong. */
  function formRoute(
    path: string,
    describe: (c: NodeContext, typed: Typed) => Promise<SignInForm> | SignInForm,
    take: (c: NodeContext, typed: Typed) => Promise<Response>,
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

  /** Adds what a button alone asks for. */
  function buttonRoute(path: string, take: (c: NodeContext) => Promise<Response>): void {
    app.post(path, countForm, (c) => {
      refuseForeignForms(c, origin);
      return take(c);
    });
  }

  return { ...options, app, show, formRoute, buttonRoute };
}

/** Refuses a form that another site made the browser send. Throws Forbidden. */
function refuseForeignForms(c: Context, origin: string): void {
  const from = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  if ((from !== undefined && from !== origin) || site === "cross-site")
    throw new Forbidden("form-from-elsewhere");
}
