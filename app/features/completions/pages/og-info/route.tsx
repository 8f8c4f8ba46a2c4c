import { data, Link } from "react-router";
import { challengeReads } from "../../../../../domain/contract/completions.ts";
import { mediaUrl, pages, searchOf } from "../../../../../domain/contract/routes.ts";
import { FieldCell } from "../../../../../domain/fields/cells.tsx";
import type { Field } from "../../../../../domain/fields/index.ts";
import { headingOf } from "../../../../../domain/lists/row.ts";
import { upgradesBeside } from "../../../../../domain/lists/table.ts";
import { challengeOf } from "../../../../ui/challenge.server.ts";
import { Facts } from "../../../../ui/components/Facts.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { useListOrigin, useWayBack } from "../../../../ui/list-origin.ts";
import { marksOf } from "../../../../ui/marks.server.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { outcomeOf } from "../../../../ui/outcome.server.ts";
import { useSite } from "../../../../ui/use-site.ts";
import type { Route } from "./+types/route";

export async function loader({ url, context }: Route.LoaderArgs) {
  const definition = challengeOf(url);
  const { key, label, keys } = definition;
  const challenge = { key, label };
  const { ogInfo } = challengeReads(definition);
  if (!ogInfo) throw data(null, { status: 404 });
  const query = Object.fromEntries([...keys, "filekey"].map((name) => [name, url.searchParams.get(name)]));
  const { reads, catalogue } = context.get(pageContext);
  const known = await catalogue();
  const answer = await outcomeOf(() =>
    reads.completions.ogInfo(definition, ogInfo.read(searchOf(query), known)),
  );
  if (answer.error !== null)
    return data({ challenge, error: answer.error, info: null }, { status: answer.status });
  const { result } = answer.body;
  const fields = Object.entries<Field>(definition.fields)
    .filter(([name]) => name in result)
    .map(([name, { kind, label: fieldLabel }]) => ({
      name,
      kind,
      label: fieldLabel,
      upgrades: upgradesBeside(definition, name),
    }));
  const info = {
    result,
    fields,
    keys: Object.fromEntries(keys.map((name) => [name, String(result[name] ?? "")])),
    heading: headingOf(definition, result),
    marks: await marksOf(definition, [result], context.get(pageContext)),
  };
  return data({ challenge, error: null, info });
}

function titleOf({ challenge, info }: { challenge: { label: string }; info: unknown }): string {
  return info ? `Additional Info for OG ${challenge.label}` : `Error getting OG ${challenge.label} info`;
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (!page) return [];
  const { info } = page;
  return pageMeta(
    args,
    titleOf(page),
    info
      ? { title: info.heading, description: `${info.heading}: the original completion.` }
      : { isFailure: true },
  );
};

export default function OgInfoPage({ loaderData: page }: Route.ComponentProps) {
  const { mediaOrigin } = useSite();
  const { challenge, info } = page;
  const came = useListOrigin(challenge.key);
  return (
    <>
      <h1>{titleOf(page)}</h1>
      {page.error !== null && <p role="alert">{page.error}</p>}
      {info && (
        <>
          <p>
            {info.heading}
            {typeof info.result.pending === "string" && " (Pending)"}
          </p>
          <Facts
            facts={info.fields.map(({ name, kind, label, upgrades }) => ({
              label,
              value: (
                <FieldCell
                  kind={kind}
                  value={info.result[name] ?? null}
                  upgrades={info.result[upgrades ?? ""] ?? null}
                  marks={info.marks}
                  narrowed={null}
                />
              ),
            }))}
          />
          <p>
            <a
              href={
                typeof info.result.link === "string"
                  ? info.result.link
                  : mediaUrl(String(info.result.filekey), mediaOrigin)
              }
              rel="noopener nofollow ugc"
            >
              Link to completion
            </a>
          </p>
          <p>
            <Link to={pages.notes(challenge.key, info.keys)} state={came}>
              Notes and attachments
            </Link>
          </p>
        </>
      )}
      <p>
        <Link {...useWayBack(challenge.key)}>Back to {challenge.label}s</Link>
      </p>
    </>
  );
}
