import { Suspense, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { EditableAnswer, EditableEntry } from "../../../../domain/contract/catalogue.ts";
import type { ChangesAnswer, ListedChange } from "../../../../domain/contract/history.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import controls from "../../../../domain/fields/controls.module.css";
import { TextInput } from "../../../../domain/fields/controls.tsx";
import { TowerMark } from "../../../../domain/fields/marks/TowerMark.tsx";
import { cash, NOT_KNOWN, nameOfChoice } from "../../../../domain/game/counted.ts";
import { nameKey } from "../../../../domain/game/name-key.ts";
import { useAnnouncement } from "../../../ui/announce.ts";
import { Alert } from "../../../ui/components/Alert.tsx";
import { FilterForm } from "../../../ui/components/FilterForm.tsx";
import { FormHead } from "../../../ui/components/FormHead.tsx";
import { later } from "../../../ui/components/later.ts";
import layout from "../../../ui/components/layout.module.css";
import { Hidden, NothingFound } from "../../../ui/components/layout.tsx";
import { TableHead } from "../../../ui/components/TableHead.tsx";
import { UndoButton } from "../../../ui/components/UndoButton.tsx";
import { pageMeta } from "../../../ui/meta.ts";
import { RequireSignIn } from "../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../ui/sign-in/SignInProvider.tsx";
import { useAnswer } from "../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";
import classes from "./game.module.css";
import { latestPrices, PATHS } from "./pasted.ts";

const TITLE = "Game";

const EntryForm = later(async () => (await import("./EntryForm.tsx")).EntryForm);
const TakeGame = later(async () => (await import("./TakeGame.tsx")).TakeGame);

export const handle: SignInHandle = { signIn: "needed" };

type Kind = EditableEntry["kind"];

/** What the address asks for: the list, an export of the game's data, a new entry's form or that of a name. */
type Shown =
  | { readonly form: null }
  | { readonly form: "take" }
  | { readonly form: "add"; readonly kind: Kind }
  | { readonly form: "edit"; readonly name: string };

function shownAt(search: URLSearchParams): Shown {
  const name = search.get("edit")?.trim() ?? "";
  const kind = search.get("add");
  if (name !== "") return { form: "edit", name };
  if (search.has("take")) return { form: "take" };
  return kind === "tower" || kind === "hero" ? { form: "add", kind } : { form: null };
}

function titleOf(shown: Shown): string {
  if (shown.form === "edit") return `Edit ${shown.name}`;
  if (shown.form === "take") return "Take over the game’s data";
  return shown.form === "add" ? `Add a ${shown.kind}` : TITLE;
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, titleOf(shownAt(new URLSearchParams(args.location.search))));

export default function GamePage() {
  const [search] = useSearchParams();
  const shown = shownAt(search);
  return (
    <>
      {shown.form === null ? (
        <>
          <h1>{TITLE}</h1>
          <p className={layout.intro}>
            The game’s towers and heroes, with the names and prices of their upgrades. What you save is
            offered in every form and understood by every search at once.
          </p>
        </>
      ) : (
        <FormHead back={<Link to={pages.game()}>Back to {TITLE}</Link>}>{titleOf(shown)}</FormHead>
      )}
      <RequireSignIn audience="helper">
        <Game shown={shown} query={search.get("query")?.trim() ?? ""} />
      </RequireSignIn>
    </>
  );
}

/** What was just done, and the change that undoes it; null if it could not be found. */
interface Done {
  readonly words: string;
  readonly change: ListedChange | null;
}

function Game({ shown, query }: { shown: Shown; query: string }) {
  const { get } = useApi();
  const navigate = useNavigate();
  const { body, problem, reload } = useAnswer<EditableAnswer>(api.editableCatalogue());
  const [done, setDone] = useState<Done | null>(null);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const { results } = body;

  /** Finds the newest change, if it is of what has one of these names, alone or together with others; else null. */
  async function findChange(names: readonly string[]): Promise<ListedChange | null> {
    const [newest] = (await get<ChangesAnswer>(api.changes({ count: 1 }))).results;
    const together = newest?.act
      ? (await get<ChangesAnswer>(api.changes({ act: newest.act.id }))).results
      : [];
    const isOfOne = ({ noun, title }: ListedChange): boolean =>
      ["tower", "hero", "map"].includes(noun) && names.some((name) => nameKey(title).endsWith(nameKey(name)));
    return newest && [newest, ...together].some(isOfOne) ? newest : null;
  }

  /** Goes back to the list and offers to undo the change of what has these names. */
  async function finish(names: readonly string[], words: string): Promise<void> {
    const change = await findChange(names).catch(() => null);
    await reload();
    setDone({ words, change });
    await navigate(pages.game());
  }

  if (shown.form === null)
    return (
      <>
        {done && <WhatWasDone key={done.change?.seq} done={done} onUndone={reload} />}
        <List results={results} query={query} />
      </>
    );
  if (shown.form === "take")
    return (
      <Suspense fallback={<p role="status">Opening…</p>}>
        <TakeGame onDone={finish} />
      </Suspense>
    );
  const entry = shown.form === "edit" ? find(results, shown.name) : null;
  if (shown.form === "edit" && !entry)
    return (
      <NothingFound>
        <p>There is no tower or hero called {shown.name} here.</p>
        <Link to={pages.game()}>Show all</Link>
      </NothingFound>
    );
  const kind = shown.form === "add" ? shown.kind : (entry?.kind ?? "tower");
  return (
    <Suspense fallback={<p role="status">Opening the form…</p>}>
      <EntryForm key={`${kind} ${entry?.name}`} kind={kind} entry={entry} results={results} onDone={finish} />
    </Suspense>
  );
}

const find = (results: readonly EditableEntry[], name: string): EditableEntry | null =>
  results.find((each) => nameKey(each.name) === nameKey(name)) ?? null;

/** Says what was done. It takes the focus, because what was pressed is gone. */
function WhatWasDone({ done: { words, change }, onUndone }: { done: Done; onUndone: () => Promise<void> }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert ref={alert} tabIndex={-1} color="reed" role="status">
      <div className={classes.done}>
        {words}
        {change === null ? (
          <Link to={pages.changes()}>Undo it in Changes</Link>
        ) : (
          <UndoButton isNew seq={change.seq} act={change.act} onUndone={onUndone} />
        )}
      </div>
    </Alert>
  );
}

const HEROES = "Heroes";

/** Whether the text is in one of the names of a tower or hero. */
function isWanted({ name, fullName, spelling, names }: EditableEntry, query: string): boolean {
  const searched = nameKey(query);
  const all = [name, fullName ?? "", spelling ?? "", ...Object.values(names)];
  return all.some((each) => nameKey(each).includes(searched));
}

function List({ results, query }: { results: readonly EditableEntry[]; query: string }) {
  const found = query === "" ? results : results.filter((entry) => isWanted(entry, query));
  useAnnouncement(
    query === "" ? "All towers and heroes" : `Towers and heroes with ${query}: ${found.length}`,
  );
  const groups = Map.groupBy(found, ({ category }) => (category === null ? HEROES : nameOfChoice(category)));
  return (
    <>
      <p className={controls.row}>
        <Link to={pages.game({ add: "tower" })} className={layout.action}>
          Add a tower
        </Link>
        <Link to={pages.game({ add: "hero" })} className={layout.action}>
          Add a hero
        </Link>
        <Link to={pages.game({ take: 1 })}>Take over the game’s data</Link>
      </p>
      <FilterForm
        label="Filter the towers and heroes"
        parameters={query === "" ? {} : { query }}
        addressOf={pages.game}
        lead={
          <TextInput
            name="query"
            type="search"
            label="Tower, upgrade or hero"
            defaultValue={query}
            maxLength={200}
            className={classes.query}
          />
        }
      />
      {found.length === 0 && (
        <NothingFound>
          <p>{results.length === 0 ? "There are no towers or heroes yet." : "No name matches."}</p>
          {query !== "" && <Link to={pages.game()}>Show all towers and heroes</Link>}
        </NothingFound>
      )}
      {Array.from(groups, ([title, entries]) => (
        <section key={title} className={classes.group}>
          <h2>{title}</h2>
          <table className={`${layout.table} ${layout.stacked} ${classes.table}`}>
            <TableHead
              columns={["Name", "Cost", "Version", title === HEROES ? "Full name" : "Known"]}
              counts={["Cost"]}
            />
            <tbody>
              {entries.map((entry) => (
                <Row key={entry.name} entry={entry} />
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}

const TIERS: readonly string[] = PATHS.flatMap<string>(({ tiers }) => tiers);

/** "10 of 10 names, 4 of 9 prices": a tower's paragon is said beside them. */
function knownOf({ names, prices }: EditableEntry): string {
  const known = latestPrices(prices);
  const priced = TIERS.filter((tiers) => tiers in known).length;
  const named = ["base", ...TIERS].filter((tiers) => tiers in names).length;
  const paragon = "555" in names ? " and the paragon" : "";
  return `${named} of ${TIERS.length + 1} names${paragon}, ${priced} of ${TIERS.length} prices`;
}

function Row({ entry }: { entry: EditableEntry }) {
  const { kind, name, category, mark, cost, version, fullName, renaming } = entry;
  return (
    <tr>
      <th scope="row">
        <Link to={pages.game({ edit: name })} className={classes.name}>
          <TowerMark packed={`${category ?? "hero"} ${mark}`} />
          <Hidden>Edit </Hidden>
          {name}
        </Link>
      </th>
      <td data-label="Cost" data-count="">
        {cost === null ? NOT_KNOWN : cash(cost)}
      </td>
      <td data-label="Version">{version ?? NOT_KNOWN}</td>
      <td>
        {kind === "tower" ? knownOf(entry) : fullName !== name && fullName}
        {renaming && <small>renaming: completions still get the new name</small>}
      </td>
    </tr>
  );
}
