import { Link } from "react-router";
import type { FollowsAnswer } from "../../../domain/contract/follows.ts";
import { api, pages } from "../../../domain/contract/routes.ts";
import { Button } from "../../../domain/fields/controls.tsx";
import { Hidden } from "../components/layout.tsx";
import { useAction } from "../sign-in/use-action.ts";
import { useAnswer } from "../sign-in/use-answer.ts";
import { useApi } from "../sign-in/use-api.ts";

interface Props {
  readonly challenge: string;
  /** The list's query string. */
  readonly query: string;
  readonly name: string;
}

/** Follows a list, or follows it no longer. */
export function Follow({ challenge, query, name }: Props) {
  const { body, reload } = useAnswer<FollowsAnswer>(api.follows({ challenge, query }));
  const { post } = useApi();
  const action = useAction();
  if (!body) return null;
  const { asked: follow } = body;
  const change = (): void =>
    void action.run(async () => {
      if (follow === null) await post(api.follow(), { challenge, query });
      else await post(api.endFollow(), { follow });
      await reload();
      if (follow !== null) return <Hidden>You do not follow it any more.</Hidden>;
      return (
        <>
          <Hidden>You will be told what is verified here.</Hidden>{" "}
          <Link to={pages.following()}>All that you follow</Link>
        </>
      );
    });
  return (
    <>
      {/* It is not disabled meanwhile, because it would lose the focus. */}
      <Button isSmall aria-busy={action.isRunning} data-busy={action.isRunning || undefined} onClick={change}>
        {follow === null ? "Follow" : "Following"}
        <Hidden>: {name}</Hidden>
      </Button>
      <span role="status">{action.done}</span>
      {action.problem !== null && <span role="alert">{action.problem}</span>}
    </>
  );
}
