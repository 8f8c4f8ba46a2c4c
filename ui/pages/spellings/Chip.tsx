import type { DeletedSpelling, ListedSpelling } from "../../../contract/spellings.ts";
import { api } from "../../../routes.ts";
import { useAction } from "../../sign-in/use-action.ts";
import { useApi } from "../../sign-in/use-api.ts";
import classes from "./spellings.module.css";

interface Props {
  readonly spelling: ListedSpelling;
  /** The number in the log of the change that removed it; null if it is there. */
  readonly removal: number | null;
  /** Called with the number of the change that removed it; null when it is back. */
  readonly onChanged: (spelling: ListedSpelling, removal: number | null) => void;
}

/** A spelling with its button. While the page is open, a removed one stays where it was, with the way back. */
export function Chip({ spelling, removal, onChanged }: Props) {
  const { post } = useApi();
  const action = useAction();
  const { id, spelling: text, name } = spelling;

  const turn = (): void =>
    void action.run(async () => {
      if (removal === null) {
        const { seq } = await post<DeletedSpelling>(api.deleteSpelling(), { id: String(id) });
        onChanged(spelling, seq);
      } else {
        await post(api.undoChange(), { seq: String(removal) });
        onChanged(spelling, null);
      }
      return null;
    });

  return (
    <li className={classes.chip} data-removed={removal !== null || undefined}>
      {removal === null ? <span>{text}</span> : <s>{text}</s>}
      <button
        type="button"
        aria-label={
          removal === null ? `Remove "${text}" of ${name}` : `Undo: bring back "${text}" of ${name}`
        }
        aria-disabled={action.isRunning}
        onClick={turn}
      >
        {removal === null ? "×" : "Undo"}
      </button>
      {action.problem !== null && <span role="alert">{action.problem}</span>}
    </li>
  );
}
