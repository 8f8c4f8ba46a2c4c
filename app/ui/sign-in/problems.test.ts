import { expect, test } from "vitest";
import { problemOf } from "./problems.ts";

/** Makes an error as the SDK throws it. */
const sdkError = (error: string, description = "") =>
  Object.assign(new Error(description), { error, error_description: description });

const INVALID_STATE = /^Invalid state: /;

test.each([
  ["state_mismatch", INVALID_STATE],
  ["missing_transaction", INVALID_STATE],
  ["access_denied", /cancelled/],
  ["cancelled", /closed too early/],
  ["popup_open", /blocked the sign-in window/],
  ["timeout", /took too long/],
  ["lock_timeout", /Another tab is signing in/],
  ["login_required", /no longer signed in/],
  ["consent_required", /needs your input/],
  ["missing_refresh_token", /no longer signed in/],
  ["invalid_grant", /no longer signed in/],
  ["mfa_required", /second factor/],
  ["temporarily_unavailable", /unavailable right now/],
  ["server_error", /has a problem/],
])("the SDK's %s error is explained in words and can be retried", (code, words) => {
  expect(problemOf(sdkError(code, "Invalid state"), "Login failed")).toEqual({
    text: expect.stringMatching(words),
    retry: true,
  });
});

test.each([
  new TypeError("Failed to fetch"),
  new Error("NetworkError when attempting"),
  new Error("Load failed"),
])("%s means that the provider cannot be reached", (error) =>
  expect(problemOf(error, "Login failed").text).toMatch(/provider cannot be reached/),
);

test.each(["Login failed", "Get access token failed"])(
  "an error without wording of its own is reported as %s",
  (fallback) => {
    expect(problemOf(sdkError("odd", "The moon is wrong"), fallback).text).toBe(
      `${fallback}: The moon is wrong`,
    );
    for (const nothing of [null, undefined, {}, "", new Error(fallback)])
      expect(problemOf(nothing, fallback).text).toBe(`${fallback}.`);
  },
);
