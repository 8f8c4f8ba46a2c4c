import { TextInput, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { Link, type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from "react-router";
import { allMaps } from "../../../contract/maps.ts";
import { type ListedSpelling, spellings } from "../../../contract/spellings.ts";
import type { Choice } from "../../../fields/input-props.ts";
import { nameKey } from "../../../game/name-key.ts";
import { TOWER_NAMES } from "../../../game/names.ts";
import { pages } from "../../../routes.ts";
import { ask } from "../../ask.server.ts";
import { FilterForm } from "../../components/FilterForm.tsx";
import { NothingFound } from "../../components/NothingFound.tsx";
import { pageContext } from "../../context.ts";
import { pageMeta } from "../../meta.ts";
import { RequireSignIn } from "../../sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../sign-in/SignInProvider.tsx";
import type { Route } from "./+types/route";
import { Chip } from "./Chip.tsx";
import { groupsOf } from "./groups.ts";
import { SpellingForm } from "./SpellingForm.tsx";
import classes from "./spellings.module.css";

const TITLE = "Spellings";

export const handle: SignInHandle = { signIn: "needed" };

/** All of them: the page narrows them by itself. */
export async function loader({ context }: Route.LoaderArgs) {
  const [listed, maps] = await Promise.all([
    ask(context.get(pageContext), spellings),
    ask(context.get(pageContext), allMaps),
  ]);
  return {
    spellings: listed.body?.results ?? [],
    maps: (maps.body?.results ?? []).map(({ map, abbreviation }) => ({
      name: map,
      spellings: [abbreviation],
    })),
  };
}

export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.href === nextUrl.href;

export const meta: Route.MetaFunction = (args) => pageMeta(args, TITLE, { url: pages.spellings() });

export default function SpellingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>{TITLE}</h1>
      <p className={classes.intro}>
        What players type for a tower, an upgrade, a hero or a map. A search finds what a spelling stands for;
        names that differ only in case, accents, blanks or signs need none, and neither do the maps'
        abbreviations.
      </p>
      <RequireSignIn audience="helper">
        <Spellings {...loaderData} />
      </RequireSignIn>
    </>
  );
}

/** A spelling that was removed while the page was open, with the number of that change in the log. */
interface Removal {
  readonly spelling: ListedSpelling;
  readonly seq: number;
}

const sameMeaning = (one: ListedSpelling, other: ListedSpelling): boolean =>
  one.kind === other.kind && one.name === other.name && nameKey(one.spelling) === nameKey(other.spelling);

/** All that a spelling can stand for, each under every spelling that it has. */
function choicesOf(maps: readonly Choice[], listed: readonly ListedSpelling[]): readonly Choice[] {
  const byName = Map.groupBy(listed, ({ name }) => name);
  const named = [...TOWER_NAMES.map(({ name }) => ({ name, spellings: [] })), ...maps];
  // A box takes a name once.
  const once = new Map(named.map((choice) => [choice.name, choice]));
  return Array.from(once.values(), ({ name, spellings }) => ({
    name,
    spellings: [...spellings, ...(byName.get(name) ?? []).map(({ spelling }) => spelling)],
  }));
}

function Spellings({ spellings: listed, maps }: Route.ComponentProps["loaderData"]) {
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const query = search.get("query")?.trim() ?? "";
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  const [said, setSaid] = useState("");

  async function changed(spelling: ListedSpelling, seq: number | null): Promise<void> {
    setRemovals((before) => [
      ...before.filter((each) => each.spelling.id !== spelling.id),
      ...(seq === null ? [] : [{ spelling, seq }]),
    ]);
    setSaid(`${seq === null ? "Brought back" : "Removed"} "${spelling.spelling}" of ${spelling.name}.`);
    await revalidate();
  }

  const gone = removals.map(({ spelling }) => spelling);
  const there = listed.filter((each) => !gone.some(({ id }) => id === each.id));
  // One that was added anew stands in its place.
  const shown = [...there, ...gone.filter((each) => !there.some((other) => sameMeaning(each, other)))];
  const groups = groupsOf(shown, query);
  const count = groups.flatMap(({ meanings }) => meanings.flatMap(({ spellings }) => spellings)).length;
  const removalOf = ({ id }: ListedSpelling): number | null =>
    removals.find(({ spelling }) => spelling.id === id)?.seq ?? null;
  return (
    <>
      <h2>Add a spelling</h2>
      <SpellingForm choices={choicesOf(maps, listed)} onAdded={revalidate} />
      <FilterForm
        label="Filter the spellings"
        parameters={query === "" ? {} : { query }}
        addressOf={pages.spellings}
        cleared={query === "" ? null : pages.spellings()}
      >
        <TextInput
          name="query"
          type="search"
          label="Spelling or name"
          defaultValue={query}
          maxLength={200}
          className={classes.query}
        />
      </FilterForm>
      <p className={classes.found} aria-live="polite">
        {count === shown.length ? `${count} spellings` : `${count} of ${shown.length} spellings`}
      </p>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {count === 0 && (
        <NothingFound>
          <p>{shown.length === 0 ? "There is no spelling yet." : "No spelling and no name matches."}</p>
          {query !== "" && <Link to={pages.spellings()}>Show all spellings</Link>}
        </NothingFound>
      )}
      {groups.map(({ title, meanings }) => (
        <section key={title} className={classes.group}>
          <h2>{title}</h2>
          <dl>
            {meanings.map(({ name, spellings: ofName }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <ul>
                    {ofName.map((spelling) => (
                      <Chip
                        key={spelling.id}
                        spelling={spelling}
                        removal={removalOf(spelling)}
                        onChanged={changed}
                      />
                    ))}
                  </ul>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
