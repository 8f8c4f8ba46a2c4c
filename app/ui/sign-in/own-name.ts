// The name somebody uses as a player, stored in this browser for each account until somebody signs out.

const PREFIX = "player ";

/** Returns null if nothing is stored for this account. */
export function ownName(account: string): string | null {
  try {
    return localStorage.getItem(PREFIX + account);
  } catch {
    // The browser may block storage.
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

/** Forgets the names of all accounts. */
export function forgetOwnNames(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
