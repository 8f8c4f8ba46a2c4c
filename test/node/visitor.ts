import { createHash, randomBytes } from "node:crypto";
import type { SignInForm } from "../../domain/contract/page-context.ts";
import { signInForms } from "../../domain/contract/routes.ts";
import { CLIENT_ID } from "../../packages/sign-in/config.ts";
import type { Arrived } from "./mail-server.ts";

/** An answer of the site; `form` is the form on the page, if there is one. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string | null;
  readonly text: string;
  readonly form: SignInForm;
  readonly json: Readonly<Record<string, unknown>>;
}

export interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
  readonly refresh_token: string;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

let visitors = 0;

/** Returns the claims of a token, unchecked. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/**
 * A headless visitor: it keeps cookies, follows no redirects by itself, and talks to the provider as the SDK does. Each
 * has its own IP address unless `address` gives one.
 */
export class Visitor {
  readonly #origin: string;
  readonly #address: string;
  readonly #cookies = new Map<string, Cookie>();
  #verifier = "";

  constructor(origin: string, address = `10.0.${Math.floor(visitors / 250)}.${(visitors++ % 250) + 1}`) {
    this.#origin = origin;
    this.#address = address;
  }

  async request(path: string, init: RequestInit = {}): Promise<Answered> {
    const url = new URL(path, this.#origin);
    const headers = new Headers(init.headers);
    const cookie = this.cookieFor(url.pathname);
    if (cookie !== "") headers.set("cookie", cookie);
    headers.set("x-forwarded-for", this.#address);
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    const parsed = (): never => {
      try {
        return JSON.parse(text) as never;
      } catch {
        throw new Error(`${path} answered ${response.status}, not JSON: ${text.slice(0, 200)}`);
      }
    };
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get("location"),
      text,
      get form() {
        return parsed();
      },
      get json() {
        return parsed();
      },
    };
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";").map((each) => each.trim());
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? "/";
    const under = path.endsWith("/") ? path : `${path}/`;
    if (value === "") this.#cookies.delete(`${name} ${under}`);
    else this.#cookies.set(`${name} ${under}`, { value, path: under });
  }

  /** Returns the `Cookie` header of a request for a path; empty if there is none. */
  cookieFor(path: string): string {
    return [...this.#cookies]
      .filter(([, { path: under }]) => `${path}/`.startsWith(under))
      .map(([key, { value }]) => `${key.split(" ")[0]}=${value}`)
      .join("; ");
  }

  /** Returns a visitor with the same cookies, as if somebody had copied them. */
  copy(): Visitor {
    const copy = new Visitor(this.#origin);
    for (const [key, cookie] of this.#cookies) copy.#cookies.set(key, cookie);
    return copy;
  }

  /** Returns the cookies for a real browser, which is then signed in as well. */
  cookies(): { name: string; value: string; url: string }[] {
    return [...this.#cookies]
      .filter(([, { path }]) => path === "/")
      .map(([key, { value }]) => ({ name: key.split(" ")[0] ?? "", value, url: this.#origin }));
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.request(path, { headers });
  }

  /** Sends a form like a page of the site. */
  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const body = new URLSearchParams(fields);
    return this.request(path, { method: "POST", body, headers: { origin: this.#origin, ...headers } });
  }

  /** Calls the API as the person who signed in. */
  call(
    path: string,
    { access_token }: Pick<Tokens, "access_token">,
    fields?: Readonly<Record<string, string | File>>,
  ): Promise<Answered> {
    const headers = { authorization: `Bearer ${access_token}` };
    if (fields === undefined) return this.get(path, headers);
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return this.request(path, { method: "POST", body, headers });
  }

  /** Requests a login and returns the provider's first answer: a redirect to its form, or straight back. */
  authorize(changed: Readonly<Record<string, string | null>> = {}): Promise<Answered> {
    this.#verifier = randomBytes(32).toString("base64url");
    const parameters = new URLSearchParams();
    const asked = {
      client_id: CLIENT_ID,
      response_type: "code",
      redirect_uri: `${this.#origin}/login-redirect`,
      scope: "openid profile email offline_access",
      audience: `${this.#origin}/api`,
      state: randomBytes(32).toString("base64url"),
      nonce: "a-nonce",
      code_challenge: createHash("sha256").update(this.#verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...changed,
    };
    for (const [name, value] of Object.entries(asked)) if (value !== null) parameters.set(name, value);
    return this.get(`/authorize?${parameters}`);
  }

  /** Begins a login and returns its id; its form is at `signInForms.login(uid)`. */
  async begin(): Promise<string> {
    const { location, text } = await this.authorize();
    const uid = loginIn(location);
    if (uid === null) throw new Error(`no login: ${location} ${text.slice(0, 300)}`);
    return uid;
  }

  /** Begins a login and sends its form. */
  async tryPassword(email: string, password: string): Promise<Answered> {
    return this.post(signInForms.login(await this.begin()), { email, password });
  }

  /** Follows the provider's redirects to the site and exchanges the code for tokens. */
  async redeem(answer: Answered): Promise<Tokens> {
    let at = answer;
    for (let hop = 0; hop < 5 && at.location !== null; hop++) {
      const code = new URL(at.location, this.#origin).searchParams.get("code");
      if (code !== null && !at.location.includes("/return")) return this.exchange(code);
      at = await this.get(at.location);
    }
    throw new Error(`no code: ${at.status} ${at.location} ${at.text.slice(0, 300)}`);
  }

  async exchange(code: string): Promise<Tokens> {
    const { status, json } = await this.token({
      grant_type: "authorization_code",
      code,
      redirect_uri: `${this.#origin}/login-redirect`,
      code_verifier: this.#verifier,
    });
    if (status !== 200) throw new Error(JSON.stringify(json));
    return json as unknown as Tokens;
  }

  token(fields: Record<string, string>): Promise<Answered> {
    return this.post("/oauth/token", { client_id: CLIENT_ID, ...fields });
  }

  refresh({ refresh_token }: Pick<Tokens, "refresh_token">): Promise<Answered> {
    return this.token({ grant_type: "refresh_token", refresh_token });
  }

  /** Signs in with a password, or without one if the provider already knows the person, as after an invitation. */
  async signIn(email: string, password: string): Promise<Tokens> {
    const answer = await this.authorize();
    const uid = loginIn(answer.location);
    return this.redeem(uid === null ? answer : await this.post(signInForms.login(uid), { email, password }));
  }

  signUp(uid: string, email: string, password: string): Promise<Answered> {
    return this.post(signInForms.signUp(uid), { email, password });
  }
}

/** Returns the id of the login whose form a redirect leads to; null if it leads elsewhere. */
const loginIn = (location: string | null): string | null =>
  /^\/u\/([^/?]+)/.exec(location ?? "")?.[1] ?? null;

/** Signs up somebody new and signs them in; where mail is sent, with the digits that arrive among `mails`. */
export async function newMember(
  origin: string,
  email: string,
  password = "a very good password",
  mails: readonly Arrived[] = [],
) {
  const visitor = new Visitor(origin);
  const first = await visitor.signUp(await visitor.begin(), email, password);
  const page = first.location?.endsWith("/digits") ? first.location : null;
  const answer = page === null ? first : await visitor.post(page, { code: await digitsFor(email, mails) });
  return { visitor, email, password, tokens: await visitor.redeem(answer) };
}

/** Returns the digits of a mail to somebody who signs up, as soon as it is there. */
export async function digitsFor(email: string, mails: readonly Arrived[]): Promise<string> {
  for (let wait = 0; wait < 400; wait++) {
    const found = mails.findLast(({ to, subject }) => to === email && /^\d{6} is your code/.test(subject));
    if (found) return found.subject.slice(0, 6);
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`no digits came to ${email}`);
}
