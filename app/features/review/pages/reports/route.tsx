import { Link } from "react-router";
import type { ReportsAnswer } from "../../../../../domain/contract/review.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import { PROPOSED_LINK } from "../../../../../domain/submissions/form.ts";
import { Ago } from "../../../../ui/components/Ago.tsx";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { ByAccount, OpenCase, OpenCases } from "../../../../ui/components/OpenCases.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Reports", { url: pages.reports() });

/** What is said of a report that was decided. */
const DECIDED: Readonly<Record<string, string>> = {
  stands: "kept.",
  pending: "pending again.",
  removed: "removed.",
};

export default function ReportsPage() {
  const { post } = useApi();
  return (
    <OpenCases<ReportsAnswer["results"][number]>
      title="Reports"
      address={api.reports()}
      none="No open reports."
    >
      {({ report, challenge, filekey, heading, players, ...row }, onDecided) => (
        <OpenCase
          key={report}
          heading={<Link to={pages.notes(challenge, { filekey })}>{heading}</Link>}
          about={
            <>
              <bdi>{players}</bdi>
              {row.isPending && " (Pending)"} · {row.isDoubt ? "questioned at the second look" : "reported"}{" "}
              <Ago at={row.at} />
              <ByAccount by={row.by} account={row.account} />
            </>
          }
          words={row.reason}
          outcomes={{ stands: "Keep it", ...(row.canWait && { pending: "Set back to pending" }) }}
          refusal={{
            outcome: "removed",
            act: "Remove",
            label: "Why? The player reads this.",
            look: "call",
            rows: 3,
          }}
          decide={async (outcome, reason) => {
            await post(api.decideReport(), { report, outcome, reason });
            if (outcome !== "stands") tellOwnWrites([filekey]);
            await onDecided(`${heading}: ${DECIDED[outcome]}`);
          }}
        >
          <p>
            <Link to={pages.editForm(challenge, { filekey })}>
              Edit<Hidden> {heading}</Hidden>
            </Link>
          </p>
          {row.link !== null && (
            <p>
              <a href={row.link} rel="noreferrer nofollow ugc">
                {row.link}
              </a>{" "}
              <Link to={pages.editForm(challenge, { filekey, [PROPOSED_LINK]: row.link })}>
                Use this link<Hidden> as the proof of {heading}</Hidden>
              </Link>
            </p>
          )}
        </OpenCase>
      )}
    </OpenCases>
  );
}
