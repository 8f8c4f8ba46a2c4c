import { Suspense } from "react";
import { Link } from "react-router";
import { useCameFrom, useWayBack } from "../../came-from.ts";
import { later } from "../../components/later.ts";
import classes from "./ListBar.module.css";
import type { NotesPageData } from "./load.server.ts";

/** Loaded only for those who came from a list. */
const Beside = later(async () => (await import("./Beside.tsx")).Beside);

interface Props {
  readonly challenge: NotesPageData["challenge"];
  readonly completion: NotesPageData["completion"];
}

/** The way back to the list, and links to the completions before and after this one in it. */
export function ListBar({ challenge, completion }: Props) {
  const came = useCameFrom(challenge.key);
  return (
    <div className={classes.bar}>
      <Link {...useWayBack(challenge.key)} className={classes.back}>
        Back to {challenge.label}s
      </Link>
      {came && completion && (
        <Suspense fallback={null}>
          <Beside challenge={challenge} completion={completion} came={came} />
        </Suspense>
      )}
    </div>
  );
}
