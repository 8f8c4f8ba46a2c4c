import { Button } from "@mantine/core";
import { api } from "../../routes.ts";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { useAction } from "../sign-in/use-action.ts";
import { useApi } from "../sign-in/use-api.ts";

interface Props {
  /** The change's number in the log. */
  readonly seq: number;
  /** Shows what is there now. */
  readonly onUndone: () => Promise<void>;
}

/** Undoes a change; for helpers. */
export function UndoButton({ seq, onUndone }: Props) {
  const { post } = useApi();
  const action = useAction();
  const undo = async (): Promise<string> => {
    await post(api.undoChange(), { seq: String(seq) });
    await onUndone();
    return "Undone.";
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={action.isRunning}
        onClick={() => void action.run(undo)}
      >
        Undo
      </Button>
      <ActionResult action={action} />
    </>
  );
}
