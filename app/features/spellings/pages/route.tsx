import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type {
  AddedSpelling,
  DeletedSpelling,
  ListedSpelling,
} from "../../../../domain/contract/reference.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import { TextInput } from "../../../../domain/fields/controls.tsx";
import type { Choice } from "../../../../domain/fields/props.ts";
import { listed } from "../../../../domain/game/counted.ts";
import { nameKey } from "../../../../domain/game/name-key.ts";
import { SPELLING_FIELDS } from "../../../../domain/nouns/fields.ts";
import { announce, useAnnouncement } from "../../../ui/announce.ts";
import { FilterForm } from "../../../ui/components/FilterForm.tsx";
import layout from "../../../ui/components/layout.module.css";
import { NothingFound } from "../../../ui/components/layout.tsx";
import { NounForm, useNounForm } from "../../../ui/components/NounForm.tsx";
import { pageContext } from "../../../ui/context.ts";
import { pageMeta } from "../../../ui/meta.ts";
import { RequireSignIn } from "../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../ui/sign-in/SignInProvider.tsx";
import { useAction } from "../../../ui/sign-in/use-action.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";
import { groupsOf, type ShopName, type ShownSpelling } from "./groups.ts";
import classes from "./spellings.module.css";

const TITLE = "Spellings";

export const handle: SignInHandle = { signIn: "needed" };

/** Loads all spellings; the page filters them by itself. */
export async function loader({ context }: Route.LoaderArgs) {
  const { reads, catalogue } = context.get(pageContext);
  const [spellings, maps, { names }] = await Promise.all([
    reads.spellings.all(),
    reads.maps.all(),
    catalogue(),
  ]);
  return {
    spellings,
    towers: names.map(({ name, type }): ShopName => ({ name, type })),
    maps: maps.map(({ map, abbreviation }) => ({
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
      <p className={layout.intro}>
        What players type for a tower, an upgrade, a hero or a map. Searches understand these spellings.
        Differences in case, accents, spaces or punctuation need no spelling, and neither do maps'
        abbreviations. A tower, an upgrade or a hero that is missing is added at{" "}
        <Link to={pages.game()}>Game</Link>.
      </p>
      <RequireSignIn audience="helper">
        <Spellings {...loaderData} />
      </RequireSignIn>
    </>
  );
}

const isThere = ({ removal = null }: ShownSpelling): boolean => removal === null;

const sameMeaning = (one: ListedSpelling, other: ListedSpelling): boolean =>
  one.kind === other.kind && one.name === other.name && nameKey(one.spelling) === nameKey(other.spelling);

/** Returns everything that a spelling can stand for, each with every spelling that it has. */
function choicesOf(
  towers: readonly ShopName[],
  maps: readonly Choice[],
  there: readonly ListedSpelling[],
): readonly Choice[] {
  const byName = Map.groupBy(there, ({ name }) => name);
  const named = [...towers.map(({ name }) => ({ name, spellings: [] })), ...maps];
  // A box takes each name only once.
  const once = new Map(named.map((choice) => [choice.name, choice]));
  return Array.from(once.values(), ({ name, spellings }) => ({
    name,
    spellings: [...spellings, ...(byName.get(name) ?? []).map(({ spelling }) => spelling)],
  }));
}

/**
 * The list is not reloaded. What was removed since keeps its place, with the way back under the same finger, until
 * the same is added once more.
 */
function Spellings({ spellings, maps, towers }: Route.ComponentProps["loaderData"]) {
  const [search] = useSearchParams();
  const query = search.get("query")?.trim() ?? "";
  const [shown, setShown] = useState<readonly ShownSpelling[]>(spellings);

  const add = (added: ListedSpelling): void =>
    setShown((before) => [...before.filter((each) => !sameMeaning(each, added)), added]);

  function changed(spelling: ListedSpelling, removal: number | null): void {
    setShown((before) => before.map((each) => (each.id === spelling.id ? { ...each, removal } : each)));
    announce(`${removal === null ? "Restored" : "Removed"} "${spelling.spelling}" of ${spelling.name}.`);
  }

  const groups = groupsOf(shown, query, towers);
  const found = groups.flatMap(({ meanings }) => meanings.flatMap(({ spellings }) => spellings));
  const there = shown.filter(isThere);
  const count = found.filter(isThere).length;
  const amount = count === there.length ? `${count} spellings` : `${count} of ${there.length} spellings`;
  useAnnouncement(query === "" ? "All spellings" : `Spellings with ${query}: ${found.length}`);
  return (
    <>
      <h2>Add a spelling</h2>
      <SpellingForm choices={choicesOf(towers, maps, there)} onAdded={add} />
      <FilterForm
        label="Filter the spellings"
        parameters={query === "" ? {} : { query }}
        addressOf={pages.spellings}
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
      <p className={layout.intro}>{amount}</p>
      {found.length === 0 && (
        <NothingFound>
          <p>{shown.length === 0 ? "There is no spelling yet." : "No spelling and no name matches."}</p>
          {query !== "" && <Link to={pages.spellings()}>Show all spellings</Link>}
        </NothingFound>
      )}
      {groups.map(({ title, meanings }) => (
        <section key={title} className={classes.group}>
          <h2>{title}</h2>
          <dl className={layout.facts}>
            {meanings.map(({ name, spellings: ofName }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <ul>
                    {ofName.map((spelling) => (
                      <Chip key={spelling.id} spelling={spelling} onChanged={changed} />
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

/** Says what an addition did. A spelling of several things is no mistake, but whoever adds it should know. */
const outcome = ({ spelling, name, also }: AddedSpelling): string =>
  `A search for "${spelling}" now finds ${name}${
    also.length === 0
      ? "."
      : `, and still ${listed(also.map((each) => each.name))}: it stands for all of them.`
  }`;

interface SpellingFormProps {
  readonly choices: readonly Choice[];
  readonly onAdded: (spelling: ListedSpelling) => void;
}

function SpellingForm({ choices, onAdded }: SpellingFormProps) {
  const { post } = useApi();
  const state = useNounForm({
    fields: SPELLING_FIELDS,
    // One thing often has several spellings.
    keeps: ["name"],
    failed: "Error adding spelling",
    async send(form) {
      const added = await post<AddedSpelling>(api.addSpelling(), form);
      onAdded(added);
      return outcome(added);
    },
  });
  return <NounForm state={state} choices={{ name: choices }} submit="Add spelling" />;
}

interface ChipProps {
  readonly spelling: ShownSpelling;
  /** Called with the number of the change that removed it; null when it is back. */
  readonly onChanged: (spelling: ListedSpelling, removal: number | null) => void;
}

/** A spelling with the button that removes it or brings it back. */
function Chip({ spelling, onChanged }: ChipProps) {
  const { post } = useApi();
  const action = useAction();
  const { id, spelling: text, name, removal = null } = spelling;

  const turn = (): void =>
    void action.run(async () => {
      if (removal === null) {
        const { seq } = await post<DeletedSpelling>(api.deleteSpelling(), { id: String(id) });
        onChanged(spelling, seq);
      } else {
        await post(api.undoChange(), { seq: String(removal) });
        onChanged(spelling, null);
      }
      return null;
    });

  return (
    <li className={classes.chip} data-removed={removal !== null || undefined}>
      {removal === null ? <span>{text}</span> : <s>{text}</s>}
      <button
        type="button"
        aria-label={removal === null ? `Remove "${text}" of ${name}` : `Undo: restore "${text}" of ${name}`}
        aria-disabled={action.isRunning}
        onClick={turn}
      >
        {removal === null ? "×" : "Undo"}
      </button>
      {action.problem !== null && <span role="alert">{action.problem}</span>}
    </li>
  );
}
