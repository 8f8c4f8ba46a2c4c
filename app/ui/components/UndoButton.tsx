import { type ReactNode, useState } from "react";
import type { UndoneAnswer, UndoPreviewAnswer } from "../../../domain/contract/history.ts";
import { api } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { Button } from "../../../domain/fields/controls.tsx";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { useAction } from "../sign-in/use-action.ts";
import { useApi } from "../sign-in/use-api.ts";
import { FieldChanges } from "./FieldChanges.tsx";

interface Props {
  /** The change's number in the log. */
  readonly seq: number;
  /** All that its request wrote, which is undone together; absent: the change alone. */
  readonly act?: { readonly id: string; readonly size: number } | null;
  /** Whether it was made just now: there is no other state to restore, and once it is undone nothing is left to do. */
  readonly isNew?: boolean;
  /** Called after an undo, to show the new state. */
  readonly onUndone: () => Promise<void>;
}

/**
 * Undoes a change, for helpers: either only what it touched, or everything back to how it was before, after a preview.
 */
export function UndoButton({ seq, act = null, isNew = false, onUndone }: Props) {
  const { get, post } = useApi();
  const action = useAction();
  const [preview, setPreview] = useState<UndoPreviewAnswer["changes"] | null>(null);

  const undo = async (whole: boolean): Promise<ReactNode> => {
    const left: NonNullable<UndoneAnswer["left"]>[number][] = [];
    let fields: Readonly<Record<string, string>> | null =
      act === null ? { seq: String(seq), ...(whole ? { whole: "1" } : {}) } : { act: act.id };
    while (fields) {
      const undone: UndoneAnswer = await post<UndoneAnswer>(api.undoChange(), fields);
      left.push(...(undone.left ?? []));
      fields = undone.next && act ? { act: act.id, seq: String(undone.next), into: undone.into ?? "" } : null;
    }
    setPreview(null);
    await onUndone();
    if (left.length > 0) return <NotUndone left={left} />;
    return whole ? "Restored." : "Undone.";
  };
  const look = async (): Promise<null> => {
    setPreview((await get<UndoPreviewAnswer>(api.undoPreview({ seq }))).changes);
    return null;
  };
  const button = { isSmall: true, isBusy: action.isRunning } as const;
  return (
    <div>
      {preview === null ? (
        <div className={controls.row}>
          {!(isNew && action.done !== null) && (
            <Button {...button} onClick={() => void action.run(() => undo(false))}>
              {act === null || act.size === 1 ? "Undo" : `Undo all ${act.size}`}
            </Button>
          )}
          {act === null && !isNew && (
            <Button {...button} look="plain" onClick={() => void action.run(look)}>
              Restore to before this
            </Button>
          )}
        </div>
      ) : (
        <>
          <p>{preview.length === 0 ? "Nothing has changed since then." : "This would change:"}</p>
          <FieldChanges changes={preview} />
          <div className={controls.row}>
            {preview.length > 0 && (
              <Button {...button} onClick={() => void action.run(() => undo(true))}>
                Restore
              </Button>
            )}
            <Button {...button} look="plain" onClick={() => setPreview(null)}>
              Cancel
            </Button>
          </div>
        </>
      )}
      <ActionResult action={action} />
    </div>
  );
}

/** Names what of an act was not undone, and why. */
export function NotUndone({ left }: { readonly left: NonNullable<UndoneAnswer["left"]> }) {
  return (
    <>
      Not undone:
      <ul>
        {left.map(({ seq, title, error }) => (
          <li key={seq}>
            {title}: {error}
          </li>
        ))}
      </ul>
    </>
  );
}
