import { Suspense } from "react";
import { type Query, queryOf } from "../../../domain/contract/routes.ts";
import { later } from "../components/later.ts";
import { useSignIn } from "../sign-in/state.ts";
import classes from "./follows.module.css";

const Follow = later(async () => (await import("./Follow.tsx")).Follow);

interface Props {
  /** A challenge's key; empty: all challenges. */
  readonly challenge: string;
  /** What narrows the list. */
  readonly query: Query;
  /** What is followed, for screen readers. */
  readonly name: string;
}

/** Where who is signed in follows a list. */
export function FollowPlace({ challenge, query, name }: Props) {
  const { user } = useSignIn();
  const narrowed = queryOf(query);
  return (
    <span className={classes.place}>
      {user && (
        <Suspense fallback={null}>
          <Follow key={`${challenge}?${narrowed}`} challenge={challenge} query={narrowed} name={name} />
        </Suspense>
      )}
    </span>
  );
}
