import { codeIn } from "../../../domain/challenge-codes/code.ts";
import {
  type ChallengeDocument,
  type FoundCode,
  readDocument,
  readReply,
} from "../../../domain/challenge-codes/document.ts";
import { CODES_PER_HOUR } from "../../../domain/limits.ts";
import { attempts, type Counters } from "../../../server/counters.ts";
import { type AskHost, type CouldNotAsk, NOT_SENT, OTHER_HOSTS } from "../../../server/other-hosts.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { StoredCode } from "./repository.server.ts";

/** What is known of a code. Times are ISO 8601, UTC. */
export type ReadCode =
  | {
      readonly outcome: "found";
      readonly code: string;
      readonly document: ChallengeDocument;
      readonly foundAt: string;
      /** When the server last answered. Later than `foundAt`: it then had no such code any more. */
      readonly askedAt: string;
    }
  | { readonly outcome: "none"; readonly code: string; readonly askedAt: string };

export type CodeOutcome =
  | ReadCode
  | (Omit<CouldNotAsk, "why"> & { readonly why: CouldNotAsk["why"] | "no-code" });

/** How long "no such code" holds, and the least time after which a document is fetched again, in milliseconds. */
const AN_HOUR = 60 * 60 * 1000;

/** Returns what is stored of these codes, by code; those that were not found are left out. */
export async function foundCodes(
  { challengeCodes }: Pick<Data, "challengeCodes">,
  codes: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, FoundCode>> {
  const asked = [...new Set(codes)].filter((code) => code !== null);
  const found = asked.length === 0 ? [] : await challengeCodes.findFound(asked);
  return new Map(
    found.flatMap(({ code, document, foundAt }) =>
      document === null || foundAt === null
        ? []
        : [[code, { document: readDocument(JSON.parse(document)), foundAt }] as const],
    ),
  );
}

interface Parts {
  readonly data: Pick<Data, "challengeCodes">;
  readonly askHost: AskHost;
  readonly counters: Counters;
  readonly now: () => Date;
}

export interface FindOptions {
  /** Fetches a document again that is stored already, unless that was within the last hour. */
  readonly again?: boolean;
  /** The id of the account for which the server is asked, which may have it asked 30 times an hour. Absent: no limit. */
  readonly account?: string;
}

/** Reads challenge codes: from the database, and from the game's server where that knows more. */
export function challengeCodes({ data: { challengeCodes: stored }, askHost, counters, now }: Parts) {
  const asks = attempts(counters("challenge codes"), CODES_PER_HOUR, 60 * 60);

  /** Whether the server answered within the last hour. A time to come was noted by a clock that was wrong. */
  const isRecent = ({ askedAt }: StoredCode): boolean => {
    const age = now().getTime() - Date.parse(askedAt);
    return age >= 0 && age < AN_HOUR;
  };

  return {
    /** Returns what is stored of the code in a text, without asking the server; null: nothing. */
    async known(text: string): Promise<ReadCode | null> {
      const code = codeIn(text);
      const row = code === null ? null : await stored.find(code);
      return row && present(row);
    },

    /**
     * Returns what the game's server says of the code in a text, asking it where that is not known. Does not throw for
     * anything that the server does; throws TooMany if the account has used up its requests.
     */
    async find(text: string, { again = false, account }: FindOptions = {}): Promise<CodeOutcome> {
      const code = codeIn(text);
      if (code === null) return { outcome: "could-not-ask", why: "no-code", retryAfter: null };
      const row = await stored.find(code);
      if (row && (isRecent(row) || (row.document !== null && !again))) return present(row);
      if (account !== undefined) await asks.take(account);
      const answer = await askHost("challengeCodes", code);
      if (answer.outcome === "could-not-ask") {
        const isSent = !NOT_SENT.some((why) => why === answer.why);
        if (account !== undefined && !isSent) await asks.giveBack(account);
        return answer;
      }
      const reply = readReply(answer.text, code);
      if (reply.kind === "unreadable")
        return {
          outcome: "could-not-ask",
          why: "unreadable",
          retryAfter: OTHER_HOSTS.challengeCodes.interval,
        };
      const document = reply.kind === "document" ? JSON.stringify(reply.body) : null;
      const forgotten = new Date(now().getTime() - AN_HOUR).toISOString();
      return present(await stored.save(code, document, now().toISOString(), forgotten));
    },
  };
}

export type ChallengeCodes = ReturnType<typeof challengeCodes>;

function present({ code, document, foundAt, askedAt }: StoredCode): ReadCode {
  if (document === null || foundAt === null) return { outcome: "none", code, askedAt };
  return { outcome: "found", code, document: readDocument(JSON.parse(document)), foundAt, askedAt };
}
