import { Suspense } from "react";
import { data, Link } from "react-router";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { counted, listed } from "../../../../../domain/game/counted.ts";
import { SEEDS, type UndoneFilter } from "../../../../../domain/lists/filters.ts";
import { FilterForm } from "../../../../ui/components/FilterForm.tsx";
import { later } from "../../../../ui/components/later.ts";
import { NothingFound } from "../../../../ui/components/NothingFound.tsx";
import { SelectField } from "../../../../ui/components/SelectField.tsx";
import { isOn } from "../../../../ui/components/use-url-form.ts";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import type { Route } from "./+types/route";
import { loadUndone, type UndoneData } from "./load.server.ts";
import classes from "./undone.module.css";

const Wishes = later(async () => (await import("../../../../ui/wishes/Wishes.tsx")).Wishes);

const HEADING = HEADINGS.undone;

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadUndone(url.searchParams, context.get(pageContext));
  return data(page, { status: page.status });
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (!page) return pageMeta(args, HEADING, { isFailure: true });
  const { one, given, seed } = page;
  return pageMeta(args, HEADING, {
    ...(one && { title: one.heading, description: "Not in this index yet." }),
    url: pages.undone({ ...given, seed }),
  });
};

type One = NonNullable<UndoneData["one"]>;

const inCash = (amount: number): string => `$${counted(amount)}`;

function Takes({ one }: { one: One }) {
  const { towers, startCash, isHardMap, recording, map } = one;
  return (
    <ul className={classes.takes}>
      {map === null && <li>It is open on every map: choose yours.</li>}
      {startCash !== null && <li>The game starts with {inCash(startCash)}.</li>}
      {towers.length > 0 && (
        <li>
          On hard, without upgrades: {listed(towers.map(({ name, cost }) => `${name} from ${inCash(cost)}`))}.
        </li>
      )}
      {isHardMap && recording.length === 0 && <li>{map} is one of the hard maps.</li>}
      {recording.map((why) => (
        <li key={why}>{why}</li>
      ))}
    </ul>
  );
}

function OpenOne({ page: { given, seed, towerMarks, plate }, one }: { page: UndoneData; one: One }) {
  const fields = Object.fromEntries(one.submit.map(({ parameter, value }) => [parameter, value]));
  const [player] = given.player ?? [];
  return (
    <section className={classes.one} aria-live="polite">
      <p className={classes.sign}>
        <VerdictSign verdict="open" />
        <span>
          Not in this index{" "}
          {player !== undefined && (
            <>
              by <bdi>{player}</bdi>{" "}
            </>
          )}
          yet
        </span>
      </p>
      <h2>
        {one.towers.map(({ name }) => (
          <TowerMark key={name} packed={towerMarks[name]} />
        ))}
        {plate !== null && <MapMark packed={plate} />}
        <span>{one.heading}</span>
      </h2>
      <Takes one={one} />
      <p className={controls.row}>
        <Link to={pages.addForm(one.challenge, fields)} className={`${controls.button} ${controls.call}`}>
          Submit this
        </Link>
        <Link
          to={pages.undone({ ...given, seed: (seed + 1) % SEEDS })}
          className={controls.button}
          preventScrollReset
        >
          Another one
        </Link>
      </p>
      <Suspense fallback={null}>
        <Wishes {...wishesOf(one)} />
      </Suspense>
    </section>
  );
}

function wishesOf({ challenge, heading, towers: of, map }: One) {
  const towers = of.map(({ name }) => name);
  return {
    address: api.wishes({ challenge, towers: towers.join(","), map }),
    shown: [{ challenge, heading, towers, map }],
  };
}

const LABELS: Readonly<Record<UndoneFilter, string>> = {
  tower: "Tower",
  map: "Map",
  difficulty: "Difficulty",
  not: "Leave out",
  affordable: "Affordable",
  player: "Not by",
};

/** Says that nothing is left, and which filter is to blame. */
function NoneLeft({ page: { given, emptied } }: { page: UndoneData }) {
  return (
    <NothingFound>
      <p>Nothing is left that matches: all of it is in this index, or cannot be.</p>
      {emptied.map((name) => {
        const { [name]: values, ...others } = given;
        return (
          <Link key={name} to={pages.undone(others)}>
            without {LABELS[name]}
            {name !== "affordable" && `: ${(values ?? []).join(", ")}`}
          </Link>
        );
      })}
    </NothingFound>
  );
}

/** One name in any spelling. */
function NameField({
  name,
  label,
  value,
  list,
}: {
  name: string;
  label: string;
  value: string;
  list?: string;
}) {
  return (
    <label className={controls.field}>
      <span>{label}</span>
      <input
        name={name}
        defaultValue={value}
        list={list}
        data-whole=""
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
      />
    </label>
  );
}

function Filters({ page: { given, options } }: { page: UndoneData }) {
  const first = (name: string): string => given[name]?.[0] ?? "";
  return (
    <FilterForm
      label="What it should be"
      parameters={given}
      addressOf={pages.undone}
      lead={<NameField name="tower" label="Tower" value={first("tower")} list="undone-towers" />}
    >
      <SelectField
        name="difficulty"
        label="Difficulty"
        none="Any"
        value={first("difficulty")}
        options={options.difficulty}
      />
      <SelectField
        name="challenge"
        label="Challenge"
        none="Any"
        value={first("challenge")}
        options={options.challenge}
      />
      <SelectField name="map" label="Map" none="Any" value={first("map")} options={options.map} />
      <NameField name="tower" label="With tower" value={given.tower?.[1] ?? ""} list="undone-towers" />
      <NameField name="not" label="Leave out" value={first("not")} list="undone-towers" />
      <NameField name="not" label="Leave out, too" value={given.not?.[1] ?? ""} list="undone-towers" />
      <NameField name="player" label="Not by (player)" value={first("player")} />
      <label className={controls.check}>
        <input type="checkbox" name="affordable" value="1" defaultChecked={isOn(first("affordable"))} />
        Affordable at the start
      </label>
      <datalist id="undone-towers">
        {options.towers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FilterForm>
  );
}

export default function UndonePage({ loaderData: page }: Route.ComponentProps) {
  const { one, error } = page;
  return (
    <div className={classes.page}>
      <h1>{HEADING}</h1>
      <Filters page={page} />
      {error !== null && <p role="alert">{error}</p>}
      {one && <OpenOne page={page} one={one} />}
      {!one && error === null && <NoneLeft page={page} />}
      <p className={classes.note}>
        What is drawn is neither verified nor pending in this index. Somebody may have done it elsewhere.{" "}
        <Link to={pages.coverage()}>What is left</Link> shows all of it,{" "}
        <Link to={pages.wanted()}>Wanted</Link> what people wish for.
      </p>
    </div>
  );
}
