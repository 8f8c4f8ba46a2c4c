import { data, Link, useLocation } from "react-router";
import { CHALLENGES } from "../../../challenges/index.ts";
import { allMaps } from "../../../contract/maps.ts";
import { MissingKeys, readKeyQuery } from "../../../derive/key-query.ts";
import { say } from "../../../messages/index.ts";
import { pages } from "../../../routes.ts";
import { ask } from "../../ask.server.ts";
import { pageContext } from "../../context.ts";
import { pageMeta } from "../../meta.ts";
import { RequireSignIn } from "../../sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../sign-in/SignInProvider.tsx";
import type { Route } from "./+types/route";
import { AddForm, EditForm } from "./Forms.tsx";

export const handle: SignInHandle = { signIn: "needed" };

/** "/add-2tc-form" and "/edit-2tc-form". */
const PATH = /^\/(add|edit)-(\w+)-form$/;

export async function loader({ url, context }: Route.LoaderArgs) {
  const [, act, key = ""] = PATH.exec(url.pathname) ?? [];
  const definition = CHALLENGES.get(key);
  if (!definition) throw data(null, { status: 404 });
  const problem = act === "edit" ? missingKeys(key, url.searchParams) : null;
  const { body } = await ask(context.get(pageContext), allMaps);
  const maps = (body?.results ?? []).map(({ map, abbreviation }) => ({
    name: map,
    spellings: [abbreviation],
  }));
  return data(
    { key, label: definition.label, isEdit: act === "edit", problem, maps },
    { status: problem === null ? 200 : 400 },
  );
}

function missingKeys(key: string, search: URLSearchParams): string | null {
  const definition = CHALLENGES.get(key);
  try {
    if (definition) readKeyQuery(definition, search);
    return null;
  } catch (error) {
    if (error instanceof MissingKeys) return say(error.problem);
    return null;
  }
}

/** "a 2TC", but "an LCC": by how the first letter is said. */
const articleFor = (label: string): string => (/^[AEFHILMNORSX]/.test(label) ? "an" : "a");

const titleOf = ({ isEdit, label }: { isEdit: boolean; label: string }): string =>
  `${isEdit ? "Edit" : "Add"} ${articleFor(label)} ${label} Completion`;

export const meta: Route.MetaFunction = (args) =>
  args.loaderData ? pageMeta(args, titleOf(args.loaderData)) : [];

export default function FormPage({ loaderData: page }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  const { key, label, isEdit, problem, maps } = page;
  const address = pathname + search;
  return (
    <>
      <p>
        <Link to={pages.list(key)}>Back to {label}s</Link>
      </p>
      {(!isEdit || problem !== null) && <h1>{titleOf(page)}</h1>}
      {problem !== null ? (
        <p role="alert">{problem}</p>
      ) : (
        <RequireSignIn audience="member">
          {isEdit ? (
            <EditForm key={address} challenge={key} search={search} address={address} maps={maps} />
          ) : (
            <AddForm key={address} challenge={key} address={address} maps={maps} />
          )}
        </RequireSignIn>
      )}
    </>
  );
}
