/** How many requests a minute somebody may send of one kind; those of one kind never use up another's. */
export interface Rate {
  /** What is of this kind, in words. */
  readonly of: string;
  /**
   * For a network: an IPv4 address, or the first 64 bits of an IPv6 one. The networks of 56 and 48 bits around it may
   * send twice and five times as many.
   */
  readonly network: number;
  /** For an account; absent where nobody says who they are. */
  readonly account?: number;
  /** For the account of a helper or verifier. */
  readonly helper?: number;
}

/**
 * Every kind. A program that asks ten times a second stays below, and so do a class behind one address and a page with
 * thirty pictures.
 */
export const RATES = {
  page: { of: "Pages, and the data that a page loads for the next one", network: 3_000 },
  read: { of: "Public reads of the API", network: 6_000 },
  download: { of: "CSV, files of the public dumps, and private feeds", network: 600 },
  media: { of: "Pictures and videos", network: 12_000 },
  own: { of: "Reads that need a token", network: 6_000, account: 1_200, helper: 3_000 },
  write: { of: "Writes without files", network: 1_200, account: 60, helper: 600 },
  upload: { of: "Forms that take files", network: 1_200, account: 60, helper: 600 },
  signIn: { of: "Signing in, and fetching tokens", network: 1_800 },
} as const satisfies Record<string, Rate>;

export type RateName = keyof typeof RATES;

/** What the networks around may send, of 64, 56 and 48 bits, as multiples of one network's share. */
export const SHARES = [1, 2, 5] as const;

/** The stretch of time that is counted in, in seconds. */
export const RATE_SECONDS = 60;
