import { useEffect, useState } from "react";
import type { ChallengeDefinition } from "../../../challenges/define.ts";
import type { ListAnswer } from "../../../contract/completions.ts";
import type { Texts } from "../../../derive/form.ts";
import { ogKeys } from "../../../derive/key-query.ts";
import { api, type Query } from "../../../routes.ts";

/** What the index has already of what is being typed. */
export interface Existing {
  /** The filekey of the verified completion of the same combination; null: there is none. */
  readonly filekey: string | null;
  /** Whether somebody claims it, and a helper has yet to look at that. */
  readonly isClaimed: boolean;
  /** Whether there is an original of it; null where the challenge has none, or not enough is typed. */
  readonly hasOriginal: boolean | null;
}

/** How long somebody must have paused, in milliseconds. */
const PAUSE = 300;

const NOTHING: Existing = { filekey: null, isClaimed: false, hasOriginal: null };

const filled = (names: readonly string[], texts: Texts): boolean =>
  names.every((name) => (texts[name] ?? "").trim() !== "" && texts[name] !== "[]");

const queryOf = (names: readonly string[], texts: Texts): Query =>
  Object.fromEntries(names.map((name) => [name, texts[name]]));

/** Asks while somebody types; `own` is the completion that is being edited. */
export function useExisting(definition: ChallengeDefinition, texts: Texts, own: string | null): Existing {
  const [existing, setExisting] = useState(NOTHING);
  const keys = definition.identity.length === 0 ? [] : definition.keys;
  const original = definition.og ? ogKeys(definition) : [];
  const asked = JSON.stringify([
    keys.length > 0 && filled(keys, texts)
      ? api.list(definition.key, { ...queryOf(keys, texts), count: 1 })
      : null,
    original.length > 0 && filled(original, texts)
      ? api.list(definition.key, { ...queryOf(original, texts), og: 1, pending: 0, count: 0 })
      : null,
  ]);
  useEffect(() => {
    const [list, og] = JSON.parse(asked) as [string | null, string | null];
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const found = list === null ? null : await fetch(list, { signal: stop.signal });
        const [row] = found?.ok ? ((await found.json()) as ListAnswer).results : [];
        const originals = og === null ? null : await fetch(og, { signal: stop.signal });
        const known = originals?.ok ? ((await originals.json()) as ListAnswer).count > 0 : null;
        const other = row && row.filekey !== own ? row : null;
        // What is verified comes first.
        const filekey = other?.pending === null ? String(other.filekey) : null;
        const isClaimed = other !== null && other.pending !== null;
        if (!stop.signal.aborted) setExisting({ filekey, isClaimed, hasOriginal: known });
      } catch {
        // Only a help while typing: the server says it in the end.
        if (!stop.signal.aborted) setExisting(NOTHING);
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, own]);
  return existing;
}
