import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import type { VerifiedAnswer } from "../../../../../domain/contract/completions.ts";
import type { QueueFactsAnswer } from "../../../../../domain/contract/review.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import { headingOf } from "../../../../../domain/lists/heading.ts";
import type { WireRow } from "../../../../../domain/lists/row.ts";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { apiWith, type PersonalApi } from "../../../../ui/sign-in/use-api.ts";
import { besides, VERIFIED_MEANWHILE } from "../../../../ui/verified.ts";

/** How an action on the selected rows ended, and what can be done about it. */
export interface Outcome {
  readonly text: string;
  readonly isProblem: boolean;
  readonly ways: readonly { readonly label: string; readonly go: () => Promise<void> }[];
}

/** A success, in words, and what can be done about it. */
export type Done = Pick<Outcome, "text" | "ways">;

/** Runs a write, reloads the list, and tells how it ended; null: nothing was done. */
export type Act = (
  work: () => Promise<Done | null>,
  failed: string,
  tell?: (outcome: Outcome) => void,
) => Promise<void>;

// What can be done to the selected rows of a list. Loaded when somebody does it.

interface Asked {
  readonly filekeys: readonly string[];
  /** The challenge's label. */
  readonly label: string;
  readonly getToken: () => Promise<string>;
}

/** Deletes completions, by filekey because several members may claim the same combination. */
export async function deleteSelected({ filekeys, label, getToken }: Asked, challenge: string): Promise<Done> {
  await apiWith(getToken).post(api.deleteSubmit(challenge), { entries: JSON.stringify(filekeys) });
  return { text: `Successfully deleted ${label}.`, ways: [] };
}

/** Asks whether to verify several completions, and names those that would be the OG. */
async function confirmVerifying(rows: readonly WireRow[], challenge: string, { get }: PersonalApi) {
  const definition = CHALLENGES.get(challenge);
  const claims = rows.filter(({ og }) => og === true);
  const facts = await Promise.all(
    claims.map(({ filekey }) => get<QueueFactsAnswer>(api.queueFacts({ filekey: String(filekey) }))),
  );
  const originals = claims
    .filter((_, at) => facts[at]?.original)
    .map((row) => (definition ? headingOf(definition, row) : challenge));
  const named =
    originals.length === 0 ? "None of them would be an OG." : `Would be an OG:\n${originals.join("\n")}`;
  return window.confirm(`Are you sure you want to verify ${rows.length} completion(s)?\n\n${named}`);
}

/**
 * Verifies completions, several only when asked again. Returns null if they shall not be; else how to take that back, and what to do with claims of the same combinations.
 *
 * @param rows what the list shows of them
 * @param act runs what is done next
 */
export async function verifySelected(
  { filekeys, label, getToken }: Asked,
  challenge: string,
  rows: readonly WireRow[],
  act: Act,
): Promise<Done | null> {
  const personal = apiWith(getToken);
  const { post } = personal;
  if (rows.length > 1 && !(await confirmVerifying(rows, challenge, personal))) return null;
  const form = new FormData();
  form.append("entries", JSON.stringify(filekeys));
  for (const row of rows) form.append("seen", JSON.stringify(row));
  const done = await post<VerifiedAnswer>(api.verifyCompletions(), form);
  tellOwnWrites(filekeys);
  const { rivals, changes } = done;
  /** Undoes the verification, change by change in the log. */
  const undo = (): Promise<void> =>
    act(async () => {
      for (const seq of changes) await post(api.undoChange(), { seq: String(seq) });
      return { text: `Undone: ${changes.length} ${label} completion(s) wait again.`, ways: [] };
    }, "Error undoing");
  const reject = (): Promise<void> =>
    act(async () => {
      const entries = JSON.stringify(rivals.map(({ filekey }) => filekey));
      await post(api.rejectCompletion(), { entries, reason: VERIFIED_MEANWHILE });
      return { text: "Rejected as verified first.", ways: [] };
    }, "Error rejecting");
  return {
    text: `Successfully verified ${done.verified} ${label} completion(s). ${besides(done)}`.trim(),
    ways: [
      ...(changes.length > 0 ? [{ label: "Undo", go: undo }] : []),
      ...(rivals.length > 0 ? [{ label: "Reject: another was verified first", go: reject }] : []),
    ],
  };
}
