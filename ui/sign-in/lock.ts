/** How often the SDK's lock is waited for, five seconds each time (SPEC section 9). */
const ATTEMPTS = 3;

/** What the SDK calls its locks; behind it stand the client and what the token is for. */
const LOCKS = "auth0.lock.";

/** The code of a lock that another tab did not give up. The SDK has none: it says "timeout", as of a slow provider. */
export const LOCK_TIMEOUT = "lock_timeout";

/** Whether a tab of this site is getting a token; false where the browser cannot say. */
async function isLocked(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name?.startsWith(LOCKS));
}

/** Asks the SDK for something that it does in one tab at a time, and again while another tab is at it. */
export async function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { error?: unknown }).error !== "timeout" || !(await isLocked())) throw error;
      if (attempt === ATTEMPTS)
        throw Object.assign(new Error("another tab holds the lock", { cause: error }), {
          error: LOCK_TIMEOUT,
        });
    }
  }
}
