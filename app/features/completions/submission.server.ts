import type { GivenLinks } from "../../../domain/media/proof-slots.ts";
import type { Submission } from "../../../domain/submissions/submission.ts";
import type { ReceivedFile } from "../../../server/forms.ts";
import type { MapReference } from "../maps/repository.server.ts";

/** An attachment and which of the proofs that the rules ask for it is; null if it does not say. */
export interface SubmittedAttachment {
  readonly file: ReceivedFile;
  readonly role: string | null;
}

/** A submission form that has been read: the completion's own fields (`submission`) and everything else. */
export interface SubmissionForm {
  readonly submission: Submission;
  /** The map that the submission names. */
  readonly map: MapReference;
  /** The proof as a file; null if it is a link or stays as it is. */
  readonly image: ReceivedFile | null;
  readonly attachments: readonly SubmittedAttachment[];
  readonly deleteAttachments: readonly string[];
  /** Links to what else the rules ask for. */
  readonly links: GivenLinks;
  readonly verify: boolean;
  /** The checks whose warnings the sender has looked at, by id. */
  readonly looked: readonly string[];
  /** The revision that the edit is based on; null for the current one. */
  readonly revision: number | null;
  /** The id that identifies the submission if it is resent. */
  readonly submissionId: string | null;
}

/** The outcome of a submission: recorded under this filekey, or null if the combination already exists. */
export type Recorded = {
  readonly filekey: string;
  /** It claimed to be the original, but another was verified first, so it was verified as not original. */
  readonly notOriginal?: true;
  /** The filekeys of the other claims that the form could mean; absent if there are none. */
  readonly claims?: readonly string[];
} | null;
