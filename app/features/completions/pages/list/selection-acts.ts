import type { UndoneAnswer } from "../../../../../domain/contract/history.ts";
import type { VerdictsAnswer } from "../../../../../domain/contract/review.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { ApiError, apiWith, type PersonalApi } from "../../../../ui/sign-in/use-api.ts";
import { competingClaimsNote, VERIFIED_MEANWHILE } from "../../../../ui/verified.ts";

/** How an action on the selected rows ended, and what can be done about it. */
export interface ActionOutcome {
  readonly text: string;
  readonly isProblem: boolean;
  readonly ways: readonly { readonly label: string; readonly go: () => Promise<void> }[];
}

/** A success, in words, and what can be done about it. */
export type ActionSuccess = Pick<ActionOutcome, "text" | "ways">;

/** Runs a write, reloads the list, and tells how it ended; null: nothing was done. */
export type SelectionAction = (
  work: () => Promise<ActionSuccess | null>,
  failed: string,
  tell?: (outcome: ActionOutcome) => void,
) => Promise<void>;

// What can be done to the selected rows of a list. Loaded when somebody does it.

interface Asked {
  readonly filekeys: readonly string[];
  /** The challenge's label. */
  readonly label: string;
  readonly getToken: () => Promise<string>;
}

/** Deletes completions, by filekey because several members may claim the same combination. */
export async function deleteSelected(
  { filekeys, label, getToken }: Asked,
  challenge: string,
): Promise<ActionSuccess> {
  await apiWith(getToken).post(api.deleteSubmit(challenge), { entries: JSON.stringify(filekeys) });
  return { text: `Successfully deleted ${label}.`, ways: [] };
}

/** A verdict on a row at the revision that the list shows. */
export interface RowVerdict {
  readonly filekey: string;
  readonly revision: number;
  readonly verdict: "verify";
}

/** Asks whether to verify several completions, and names those that would be the OG and the records that would fall. */
async function confirmVerifying(entries: string, count: number, { post }: PersonalApi): Promise<boolean> {
  const { results } = await post<VerdictsAnswer>(api.giveVerdicts(), { entries, preview: "1" });
  const originals = results.flatMap(({ original, heading }) => (original ? [heading] : []));
  const records = results.flatMap((each) =>
    each.records.map(({ heading, players }) => `${heading} by ${players}`),
  );
  const refused = results.flatMap(({ heading, error }) => (error === null ? [] : [`${heading}: ${error}`]));
  const parts = [
    originals.length === 0 ? "None of them would be an OG." : `Would be an OG:\n${originals.join("\n")}`,
    ...(records.length === 0 ? [] : [`Records that would fall:\n${records.join("\n")}`]),
    ...(refused.length === 0 ? [] : [`Will not be verified:\n${refused.join("\n")}`]),
  ];
  return window.confirm([`Are you sure you want to verify ${count} completion(s)?`, ...parts].join("\n\n"));
}

/**
 * Verifies completions, each by itself; several only after a second press. Returns null if they shall not be; else what
 * became of them, how to take that back, and what to do with claims of the same combinations. Throws if none was verified.
 *
 * @param act runs what is done next
 */
export async function verifySelected(
  { verdicts, label, getToken }: Omit<Asked, "filekeys"> & { readonly verdicts: readonly RowVerdict[] },
  act: SelectionAction,
): Promise<ActionSuccess | null> {
  const personal = apiWith(getToken);
  const { post } = personal;
  const entries = JSON.stringify(verdicts);
  if (verdicts.length > 1 && !(await confirmVerifying(entries, verdicts.length, personal))) return null;
  const answer = await post<VerdictsAnswer>(api.giveVerdicts(), { entries });
  const { rivals, act: together } = answer;
  tellOwnWrites(answer.results.map(({ filekey }) => filekey));
  const done = answer.results.filter(({ outcome }) => outcome === "done");
  const refused = answer.results.filter(({ outcome }) => outcome !== "done");
  const why = refused.map(({ heading, error }) =>
    verdicts.length > 1 ? `${heading}: ${error}` : `${error}`,
  );
  if (done.length === 0) throw new ApiError(why.join(" "));
  const undo = (): Promise<void> =>
    act(async () => {
      const fields = together === null ? { seq: String(done[0]?.change) } : { act: together };
      const { undone = 1, left = [] } = await post<UndoneAnswer>(api.undoChange(), fields);
      const failed = left.map(({ title, error }) => ` ${title}: ${error}`).join("");
      return { text: `Undone: ${undone} ${label} completion(s) wait again.${failed}`, ways: [] };
    }, "Error undoing");
  const reject = (): Promise<void> =>
    act(async () => {
      const filekeys = JSON.stringify(rivals.map(({ filekey }) => filekey));
      await post(api.rejectCompletion(), { entries: filekeys, reason: VERIFIED_MEANWHILE });
      return { text: "Rejected as verified first.", ways: [] };
    }, "Error rejecting");
  const text =
    `Successfully verified ${done.length} ${label} completion(s). ${competingClaimsNote(answer)}`.trim();
  return {
    text: why.length === 0 ? text : `${text} Not verified: ${why.join(" ")}`,
    ways: [
      ...(done.some(({ change }) => change !== null) ? [{ label: "Undo", go: undo }] : []),
      ...(rivals.length > 0 ? [{ label: "Reject: another was verified first", go: reject }] : []),
    ],
  };
}
