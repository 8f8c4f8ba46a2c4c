import { TextInput, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
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

/** Loads all spellings; the page filters them by itself. */
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

export const shouldRevalidate = () => false;

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

const sameMeaning = (one: ListedSpelling, other: ListedSpelling): boolean =>
  one.kind === other.kind && one.name === other.name && nameKey(one.spelling) === nameKey(other.spelling);

/** Returns everything that a spelling can stand for, each with every spelling that it has. */
function choicesOf(maps: readonly Choice[], listed: readonly ListedSpelling[]): readonly Choice[] {
  const byName = Map.groupBy(listed, ({ name }) => name);
  const named = [...TOWER_NAMES.map(({ name }) => ({ name, spellings: [] })), ...maps];
  // A box takes each name only once.
  const once = new Map(named.map((choice) => [choice.name, choice]));
  return Array.from(once.values(), ({ name, spellings }) => ({
    name,
    spellings: [...spellings, ...(byName.get(name) ?? []).map(({ spelling }) => spelling)],
  }));
}

/**
 * The list as it was loaded, with what was done to it since. It is not loaded again: what was removed keeps its
 * place, with the way back under the same finger.
 */
function useSpellings(loaded: readonly ListedSpelling[]) {
  const [added, setAdded] = useState<readonly ListedSpelling[]>([]);
  /** By a spelling's id, the number in the log of the change that removed it. */
  const [removals, setRemovals] = useState<ReadonlyMap<number, number>>(new Map());
  const all = [...new Map([...loaded, ...added].map((each) => [each.id, each])).values()];
  const there = all.filter(({ id }) => !removals.has(id));
  return {
    there,
    // One that was added again takes the place of the removed one.
    shown: all.filter((each) => !removals.has(each.id) || !there.some((other) => sameMeaning(each, other))),
    removalOf: ({ id }: ListedSpelling): number | null => removals.get(id) ?? null,
    add: (spelling: ListedSpelling): void => setAdded((before) => [...before, spelling]),
    /** @param seq null: it is back */
    setRemoval: ({ id }: ListedSpelling, seq: number | null): void =>
      setRemovals((before) => {
        const others = [...before].filter(([each]) => each !== id);
        return new Map(seq === null ? others : [...others, [id, seq]]);
      }),
  };
}

function Spellings({ spellings: loaded, maps }: Route.ComponentProps["loaderData"]) {
  const [search] = useSearchParams();
  const query = search.get("query")?.trim() ?? "";
  const { there, shown, removalOf, add, setRemoval } = useSpellings(loaded);
  const [said, setSaid] = useState("");

  function changed(spelling: ListedSpelling, seq: number | null): void {
    setRemoval(spelling, seq);
    setSaid(`${seq === null ? "Brought back" : "Removed"} "${spelling.spelling}" of ${spelling.name}.`);
  }

  const groups = groupsOf(shown, query);
  const found = groups.flatMap(({ meanings }) => meanings.flatMap(({ spellings }) => spellings));
  const count = found.filter((each) => removalOf(each) === null).length;
  return (
    <>
      <h2>Add a spelling</h2>
      <SpellingForm choices={choicesOf(maps, there)} onAdded={add} />
      <FilterForm
        label="Filter the spellings"
        parameters={query === "" ? {} : { query }}
        addressOf={pages.spellings}
        cleared={query === "" ? null : pages.spellings()}
        lead={
          <TextInput
            name="query"
            type="search"
            label="Spelling or name"
            defaultValue={query}
            maxLength={200}
            className={classes.query}
          />
        }
      />
      <p className={classes.found} aria-live="polite">
        {count === there.length ? `${count} spellings` : `${count} of ${there.length} spellings`}
      </p>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {found.length === 0 && (
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
