import { lazy, Suspense } from "react";
import { data, Link, useLocation } from "react-router";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import { packMapMark } from "../../../../../domain/fields/marks/packed.ts";
import type { Choice } from "../../../../../domain/fields/props.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { withArticle } from "../../../../../domain/game/counted.ts";
import { MissingKeys, readKeyQuery } from "../../../../../domain/lists/key-query.ts";
import { headingOf } from "../../../../../domain/lists/row.ts";
import { say } from "../../../../../domain/messages/index.ts";
import { FormHead } from "../../../../ui/components/FormHead.tsx";
import { type PageContext, pageContext } from "../../../../ui/context.ts";
import { listBy } from "../../../../ui/list.server.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import type { Route } from "./+types/route";

// Only signed-in people see a form. Loaded before that, its script would delay the sign-in.
const Form = lazy(async () => ({ default: (await import("./Forms.tsx")).Form }));

export const handle: SignInHandle = { signIn: "needed" };

/** "/add-2tc-form" and "/edit-2tc-form". */
const PATH = /^\/(add|edit)-(\w+)-form$/;

export async function loader({ url, context }: Route.LoaderArgs) {
  const [, act, key = ""] = PATH.exec(url.pathname) ?? [];
  const definition = CHALLENGES.get(key);
  if (!definition) throw data(null, { status: 404 });
  const isEdit = act === "edit";
  const site = context.get(pageContext);
  const problem = isEdit ? missingKeys(key, url.searchParams, await site.catalogue()) : null;
  const edited = isEdit && problem === null ? await editedHeading(definition, url.searchParams, site) : null;
  const all = await site.reads.maps.all();
  const maps = all.map(
    ({ map, abbreviation, difficulty }): Choice => ({
      name: map,
      spellings: [abbreviation],
      mark: { of: "map", packed: packMapMark(difficulty, abbreviation) },
    }),
  );
  const keeping = await site.reads.privacy.keeping();
  const verb = isEdit ? "Edit" : "Add";
  const { label } = definition;
  return data(
    {
      key,
      label,
      isEdit,
      problem,
      maps,
      catalogue: await site.reads.catalogue.address(),
      mapFacts: all.map(({ map, version, hasWater, gameId }) => ({ map, version, hasWater, gameId })),
      asksCodes: keeping.codesHost !== null,
      heading: `${verb} ${edited ?? `${withArticle(label)} Completion`}`,
    },
    { status: problem === null ? 200 : 400 },
  );
}

/** Returns the heading of the edited completion as far as it is public; null for one that was rejected. */
async function editedHeading(
  definition: ChallengeDefinition,
  search: URLSearchParams,
  context: PageContext,
): Promise<string | null> {
  const names = [...definition.keys, "filekey"];
  const query = Object.fromEntries(names.map((name) => [name, search.get(name)]));
  const found = await listBy(definition, { ...query, count: 1 }, context);
  const [row] = found?.results ?? [];
  return row ? headingOf(definition, row) : null;
}

function missingKeys(key: string, search: URLSearchParams, catalogue: Catalogue): string | null {
  const definition = CHALLENGES.get(key);
  try {
    if (definition) readKeyQuery(definition, search, catalogue);
    return null;
  } catch (error) {
    if (error instanceof MissingKeys) return say(error.problem);
    return null;
  }
}

export const meta: Route.MetaFunction = (args) =>
  args.loaderData ? pageMeta(args, args.loaderData.heading) : [];

export default function FormPage({ loaderData: page }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  const { key, label, heading, isEdit, problem, maps, mapFacts, asksCodes, catalogue } = page;
  const address = pathname + search;
  return (
    <>
      <FormHead back={<Link to={pages.list(key)}>Back to {label}s</Link>}>{heading}</FormHead>
      {problem !== null ? (
        <p role="alert">{problem}</p>
      ) : (
        <RequireSignIn audience="member">
          <Suspense fallback={<p role="status">Opening the form…</p>}>
            <Form
              key={address}
              challenge={key}
              isEdit={isEdit}
              search={search}
              address={address}
              maps={maps}
              mapFacts={mapFacts}
              asksCodes={asksCodes}
              catalogueAddress={catalogue}
            />
          </Suspense>
        </RequireSignIn>
      )}
    </>
  );
}
