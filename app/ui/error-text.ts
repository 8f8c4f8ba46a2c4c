import { isRouteErrorResponse } from "react-router";

/** The heading and explanation where there is no page. */
export const NOT_FOUND = {
  heading: "Couldn't find that page",
  detail: "The address may be mistyped, or the page has moved.",
} as const;

/** Returns the heading and explanation of a failed page (SPEC section 2 and 8, "Routing"). */
export function errorText(error: unknown): { heading: string; detail: string } {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return NOT_FOUND;
    const status = `${error.status} ${error.statusText}`.trim();
    return { heading: "Unexpected Application Error!", detail: sentenceIn(error.data) ?? status };
  }
  const detail = error instanceof Error ? error.message : "Something went wrong, and it gave no reason.";
  return { heading: "Unexpected Application Error!", detail };
}

/** Returns what the API said about a failure that a loader threw (site/reads.ts); null if nothing. */
export function sentenceIn(said: unknown): string | null {
  return typeof said === "object" && said !== null && "error" in said && typeof said.error === "string"
    ? said.error
    : null;
}
