/** How many times the SDK's lock is waited for, five seconds each (SPEC section 9). */
const ATTEMPTS = 3;

/** How the names of the SDK's locks begin; the client and the purpose of the token follow. */
const LOCKS = "auth0.lock.";

/** The code for a lock that another tab did not release. The SDK has none: it says "timeout", as for slow providers. */
export const LOCK_TIMEOUT = "lock_timeout";

/** Returns whether a tab of this site is getting a token; false if the browser cannot say. */
async function isLocked(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name?.startsWith(LOCKS));
}

/** Asks the SDK for something that it does in one tab at a time, and repeats that while another tab is at it. */
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
