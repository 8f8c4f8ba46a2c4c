import { Suspense } from "react";
import { data, Link, redirect } from "react-router";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { undone } from "../../../../../domain/contract/coverage.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { counted, listed, nameOfChoice } from "../../../../../domain/game/counted.ts";
import { DIFFICULTIES } from "../../../../../domain/game/facts.ts";
import { SEEDS, UNDONE_FILTERS, type UndoneFilter } from "../../../../../domain/lists/filters.ts";
import { MAX_VALUES } from "../../../../../domain/lists/parameters.ts";
import { useAnnouncement } from "../../../../ui/announce.ts";
import { FilterForm } from "../../../../ui/components/FilterForm.tsx";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { NothingFound } from "../../../../ui/components/layout.tsx";
import { SelectField } from "../../../../ui/components/SelectField.tsx";
import { isOn } from "../../../../ui/components/use-url-form.ts";
import { pageContext } from "../../../../ui/context.ts";
import { plateOf, towerMarksOf } from "../../../../ui/marks.server.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { outcomeOf } from "../../../../ui/outcome.server.ts";
import type { Route } from "./+types/route";
import classes from "./undone.module.css";

const FILTERS = ["challenge", ...UNDONE_FILTERS] as const;

/** Loads the open one that the address draws. One without a seed leads to one that has it. */
export async function loader({ url: { searchParams: search }, context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const given = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const values = search
        .getAll(name)
        .flatMap((value) => value.trim() || [])
        .slice(0, MAX_VALUES);
      return values.length === 0 ? [] : [[name, values] as const];
    }),
  );
  if (!search.get("seed")?.trim()) {
    const seed = Math.floor(Math.random() * SEEDS);
    throw redirect(pages.undone({ ...given, seed }), { headers: { "Cache-Control": "no-store" } });
  }
  const [{ body, error, status }, names, catalogue] = await Promise.all([
    outcomeOf(() => page.reads.coverage.undone(undone.read(search))),
    page.reads.maps.names(),
    page.catalogue(),
  ]);
  const one = body?.results[0] ?? null;
  return data(
    {
      given,
      error,
      status,
      one,
      seed: body?.seed ?? 0,
      /** The filters of which each leaves nothing; none if there is an open one. */
      emptied: body?.emptied ?? [],
      towerMarks: towerMarksOf(one?.towers.map(({ name }) => name) ?? [], catalogue),
      plate: one?.map ? await plateOf(one.map, page) : null,
      options: {
        challenge: Array.from(CHALLENGES.values(), ({ key, label }) => ({ value: key, label })),
        difficulty: DIFFICULTIES.map((each) => ({ value: each, label: nameOfChoice(each) })),
        map: names.map((name) => ({ value: name, label: name })),
        towers: catalogue.names.map(({ name }) => name),
      },
    },
    { status },
  );
}

type UndoneData = Route.ComponentProps["loaderData"];

const Wishes = later(async () => (await import("../../../../ui/wishes/Wishes.tsx")).Wishes);

const HEADING = HEADINGS.undone;

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
    <ul className={layout.near}>
      {map === null && <li>It is open on every map: choose yours.</li>}
      {startCash !== null && <li>The game starts with {inCash(startCash)}.</li>}
      {towers.length > 0 && (
        <li>
          On hard, without upgrades:{" "}
          {listed(towers.map(({ name, cost }) => (cost === null ? name : `${name} from ${inCash(cost)}`)))}.
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
    <section className={`${layout.stack} ${classes.one}`}>
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
      <h2 className={controls.row}>
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

const NONE_LEFT = "Nothing is left that matches: all of it is in this index, or cannot be.";

/** Says that nothing is left, and which filter is to blame. */
function NoneLeft({ page: { given, emptied } }: { page: UndoneData }) {
  return (
    <NothingFound>
      <p>{NONE_LEFT}</p>
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
      <NameField name="not" label="Also leave out" value={given.not?.[1] ?? ""} list="undone-towers" />
      <NameField name="player" label="Not yet done by (player)" value={first("player")} />
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
  useAnnouncement(error === null ? (one ? `${one.heading}: not in this index yet.` : NONE_LEFT) : null);
  return (
    <div className={`${layout.stack} ${classes.page}`}>
      <h1>{HEADING}</h1>
      <Filters page={page} />
      {error !== null && <p role="alert">{error}</p>}
      {one && <OpenOne page={page} one={one} />}
      {!one && error === null && <NoneLeft page={page} />}
      <p className={layout.quiet}>
        Nobody has submitted this here yet. <Link to={pages.coverage()}>What is left</Link> shows everything
        open, <Link to={pages.wanted()}>Wanted</Link> what people wish for.
      </p>
    </div>
  );
}
