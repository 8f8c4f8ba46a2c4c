import { useMemo } from "react";
import { useSignIn } from "./state.ts";

/** Calls of the API as the person who is signed in. Each throws Error with the API's own sentence. */
export interface PersonalApi {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, fields: Readonly<Record<string, string>>): Promise<Body>;
}

/** The API with the access token of whoever is signed in. */
export function useApi(): PersonalApi {
  const { getToken } = useSignIn();
  return useMemo(() => {
    async function call<Body>(path: string, init: RequestInit): Promise<Body> {
      const headers = { Authorization: `Bearer ${await getToken()}` };
      const response = await fetch(path, { ...init, headers }).catch((error: unknown) => {
        throw new Error("The site cannot be reached. Check your connection and try again.", { cause: error });
      });
      const body: unknown = await response.json().catch(() => null);
      const error = typeof body === "object" && body !== null && "error" in body ? String(body.error) : null;
      if (!response.ok || error !== null) throw new Error(error ?? `HTTP ${response.status}`);
      return body as Body;
    }
    return {
      get: (path) => call(path, { method: "GET" }),
      post(path, fields) {
        const body = new FormData();
        for (const [name, value] of Object.entries(fields)) body.append(name, value);
        return call(path, { method: "POST", body });
      },
    };
  }, [getToken]);
}
