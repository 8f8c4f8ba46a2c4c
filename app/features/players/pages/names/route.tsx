import type { NameRequestsAnswer } from "../../../../../domain/contract/players.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import { counted } from "../../../../../domain/game/counted.ts";
import { Ago } from "../../../../ui/components/Ago.tsx";
import { ByAccount, OpenCase, OpenCases } from "../../../../ui/components/OpenCases.tsx";
import { PlayerLink } from "../../../../ui/components/PlayerLink.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, "Requests for names", { url: pages.nameRequests() });

/** Who asks for which player's name, oldest first, and what a helper decides of it. */
export default function NameRequestsPage() {
  const { post } = useApi();
  return (
    <OpenCases<NameRequestsAnswer["results"][number]>
      title="Requests for names"
      address={api.nameRequests()}
      none="No open requests."
    >
      {({ request, name, completions, submitted, evidence, at, by, account }, onDecided) => (
        <OpenCase
          key={request}
          heading={<PlayerLink name={name} />}
          about={
            <>
              Asked <Ago at={at} />
              <ByAccount by={by} account={account} />
              <br />
              This account submitted {counted(submitted)} of the player's {counted(completions)} verified
              completions.
            </>
          }
          words={evidence}
          outcomes={{ approved: "Approve" }}
          refusal={{ outcome: "denied", act: "Decline", label: "Why? The player reads this." }}
          decide={async (outcome, reason) => {
            await post(api.decideNameRequest(), { request, outcome, reason });
            await onDecided(outcome === "approved" ? `${name} is theirs now.` : `${name}: denied.`);
          }}
        />
      )}
    </OpenCases>
  );
}
