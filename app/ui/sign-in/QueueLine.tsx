import { Link } from "react-router";
import { pages } from "../../../domain/contract/routes.ts";
import { counted } from "../../../domain/game/counted.ts";
import { useWaiting } from "./use-waiting.ts";

/** Says how many completions wait, to those who may verify them. */
export function QueueLine() {
  const waiting = useWaiting();
  if (waiting === null) return null;
  if (waiting === 0) return <>All caught up: nothing is pending.</>;
  return (
    <Link to={pages.queue()}>
      {counted(waiting)} completion{waiting === 1 ? " waits" : "s wait"} for a helper: go to the queue
    </Link>
  );
}
