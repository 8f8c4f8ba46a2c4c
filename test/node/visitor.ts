import { createHash, randomBytes } from "node:crypto";
import { CLIENT_ID } from "../../platform/sign-in/config.ts";
import { signInForms } from "../../routes.ts";
import type { SignInForm } from "../../ui/context.ts";

/** An answer of the site: `form` is the page's, where it is one. */
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

/** The claims of a token, unchecked. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/**
 * A browser without a screen: keeps cookies, follows no redirect by itself, and speaks to the provider as the SDK does.
 * Each comes from an address of its own, unless `address` says which.
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
    const cookies = [...this.#cookies].filter(([, { path: under }]) => `${url.pathname}/`.startsWith(under));
    if (cookies.length > 0)
      headers.set("cookie", cookies.map(([key, { value }]) => `${key.split(" ")[0]}=${value}`).join("; "));
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

  /** A browser with the same cookies, as somebody has who copied them. */
  copy(): Visitor {
    const copy = new Visitor(this.#origin);
    for (const [key, cookie] of this.#cookies) copy.#cookies.set(key, cookie);
    return copy;
  }

  /** For a real browser: who signed in here is then signed in there. */
  cookies(): { name: string; value: string; url: string }[] {
    return [...this.#cookies]
      .filter(([, { path }]) => path === "/")
      .map(([key, { value }]) => ({ name: key.split(" ")[0] ?? "", value, url: this.#origin }));
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return this.request(path, { headers });
  }

  /** Sends a form as a page of the site does. */
  post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const body = new URLSearchParams(fields);
    return this.request(path, { method: "POST", body, headers: { origin: this.#origin, ...headers } });
  }

  /** Asks the API as whoever signed in. */
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

  /** The provider's first answer to a login: a redirect to its form, or straight back. */
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

  /** Begins a login and answers its id: the form is at `signInForms.login(uid)`. */
  async begin(): Promise<string> {
    const { location, text } = await this.authorize();
    const uid = loginIn(location);
    if (uid === null) throw new Error(`no login: ${location} ${text.slice(0, 300)}`);
    return uid;
  }

  /** Sends the login form, in a login of its own. */
  async tryPassword(email: string, password: string): Promise<Answered> {
    return this.post(signInForms.login(await this.begin()), { email, password });
  }

  /** Follows the provider's redirects to the site and takes the tokens. */
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

  /** Signs in with a password, or without where the provider knows who it is, as after an invitation. */
  async signIn(email: string, password: string): Promise<Tokens> {
    const answer = await this.authorize();
    const uid = loginIn(answer.location);
    return this.redeem(uid === null ? answer : await this.post(signInForms.login(uid), { email, password }));
  }

  signUp(uid: string, email: string, password: string): Promise<Answered> {
    return this.post(signInForms.signUp(uid), { email, password });
  }
}

/** The id of the login to whose form a redirect leads; null: it leads elsewhere. */
const loginIn = (location: string | null): string | null =>
  /^\/u\/([^/?]+)/.exec(location ?? "")?.[1] ?? null;

/** Somebody new with an account, signed in. */
export async function newMember(origin: string, email: string, password = "a very good password") {
  const visitor = new Visitor(origin);
  const tokens = await visitor.redeem(await visitor.signUp(await visitor.begin(), email, password));
  return { visitor, email, password, tokens };
}
