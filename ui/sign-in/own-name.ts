// What somebody calls themselves as a player, kept in this browser for each account until somebody signs out.

const PREFIX = "player ";

/** Null: nothing is kept for this account. */
export function ownName(account: string): string | null {
  try {
    return localStorage.getItem(PREFIX + account);
  } catch {
    // A browser that keeps nothing.
    return null;
  }
}

export function keepOwnName(account: string, name: string): void {
  try {
    localStorage.setItem(PREFIX + account, name);
  } catch {
    // As above.
  }
}

/** Whoever uses the browser next learns of nobody. */
export function forgetOwnNames(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
