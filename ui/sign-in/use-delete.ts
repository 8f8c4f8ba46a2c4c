import { type Action, useAction } from "./use-action.ts";
import { useApi } from "./use-api.ts";

/** What is to be deleted, in SPEC's words (section 8). */
export interface Deletion {
  /** Asked before anything happens. */
  readonly question: string;
  /** Of the API. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly done: string;
  /** "Error deleting map", to be followed by why. */
  readonly failed: string;
}

/** Deletes one thing after a question. `onDeleted` shows what is there now. */
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
      if (!window.confirm(question)) return;
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
