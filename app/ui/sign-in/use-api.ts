import { useMemo } from "react";
import { sayOfPage } from "../../../domain/messages/en-of-pages.ts";
import { useSignIn } from "./state.ts";

/** A refusal by the API: its own sentence, and what is wrong with each field that it named. */
export class ApiError extends Error {
  readonly fields: Readonly<Record<string, string>>;

  constructor(message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.fields = fields;
  }
}

/** API requests as the signed-in user. Each throws ApiError, or Error if no response came. */
export interface PersonalApi {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, fields: Readonly<Record<string, string>> | FormData): Promise<Body>;
}

/** What a response's body says went wrong. */
interface Refusal {
  readonly error?: unknown;
  readonly fields?: Readonly<Record<string, string>>;
}

function formOf(fields: Readonly<Record<string, string>> | FormData): FormData {
  if (fields instanceof FormData) return fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Returns the API with the access tokens that `getToken` returns. */
export function apiWith(getToken: () => Promise<string>): PersonalApi {
  async function call<Body>(path: string, init: RequestInit): Promise<Body> {
    const headers = { Authorization: `Bearer ${await getToken()}` };
    const response = await fetch(path, { ...init, headers }).catch((error: unknown) => {
      throw new Error(sayOfPage("site-unreachable"), { cause: error });
    });
    const body: (Body & Refusal) | null = await response.json().catch(() => null);
    const error = body?.error === undefined ? null : String(body.error);
    if (!response.ok || error !== null) throw new ApiError(error ?? `HTTP ${response.status}`, body?.fields);
    return body as Body;
  }
  return {
    get: (path) => call(path, { method: "GET" }),
    post: (path, fields) => call(path, { method: "POST", body: formOf(fields) }),
  };
}

/** Returns the API with the signed-in user's access token. */
export function useApi(): PersonalApi {
  const { getToken } = useSignIn();
  return useMemo(() => apiWith(getToken), [getToken]);
}
