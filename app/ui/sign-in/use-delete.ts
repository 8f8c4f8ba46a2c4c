import { type Action, useAction } from "./use-action.ts";
import { useApi } from "./use-api.ts";

/** What is to be deleted, in SPEC's words (section 8) where it has some. */
export interface Deletion {
  /** Asked before anything happens; null: nothing is asked. */
  readonly question: string | null;
  /** The path in the API. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly done: string;
  /** The start of an error message, before the reason: "Error deleting map". */
  readonly failed: string;
}

/** Deletes one thing, after a question where there is one. `onDeleted` shows the new state. */
export function useDelete(onDeleted: (deletion: Deletion) => Promise<void> | void): {
  readonly action: Action;
  remove(deletion: Deletion): void;
} {
  const { post } = useApi();
  const action = useAction();
  return {
    action,
    remove(deletion) {
      const { question, path, fields, done, failed } = deletion;
      if (question !== null && !window.confirm(question)) return;
      void action.run(async () => {
        await post(path, fields).catch((error: Error) => {
          throw new Error(`${failed}: ${error.message}`, { cause: error });
        });
        await onDeleted(deletion);
        return done;
      });
    },
  };
}
