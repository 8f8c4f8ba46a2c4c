import type { Explained } from "../../../domain/challenges/glossary.ts";
import { MEANINGS } from "../../../domain/challenges/meanings.ts";

/** What a word means. */
export const Meaning = ({ explains }: { explains: Explained }) => <span>{MEANINGS[explains]}</span>;
