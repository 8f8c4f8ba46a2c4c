import { Suspense } from "react";
import { data, Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { counted, listed } from "../../../../../domain/game/counted.ts";
import { useAnnouncement } from "../../../../ui/announce.ts";
import { ChallengeTabs } from "../../../../ui/components/ChallengeTabs.tsx";
import { FilterForm } from "../../../../ui/components/FilterForm.tsx";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { useOwnLinks } from "../../../../ui/components/use-own-links.ts";
import { pageContext } from "../../../../ui/context.ts";
import { FollowPlace } from "../../../../ui/follows/FollowPlace.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import classes from "../coverage.module.css";
import type { Route } from "./+types/route";
import { loadTowersCoverage, type NamesData, type OnMapsData, type TowersCoverage } from "./load.server.ts";
import { Pairs } from "./Pairs.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadTowersCoverage(url, context.get(pageContext));
  return data(page, { status: page.content.status });
}

/** Returns the address of a page with what the address of this one says besides. */
const addressOf = ({ challenge, given, player, hasParagons }: TowersCoverage): string =>
  pages.challengeCoverage(challenge.key, { ...given, player, paragons: hasParagons ? 1 : null });

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (!page) return pageMeta(args, HEADINGS.coverage, { isFailure: true });
  const { challenge, content } = page;
  const heading = `${HEADINGS.coverage} in ${challenge.label}`;
  const title =
    content.kind === "maps" ? `${content.towers.map(({ name }) => name).join(" and ")}: ${heading}` : heading;
  return pageMeta(args, heading, { title, url: addressOf(page) });
};

/** Whose completions count, and whether paragons do. */
function Whose({ page: { challenge, given, player, hasParagons, content } }: { page: TowersCoverage }) {
  const address = (query?: object) => pages.challengeCoverage(challenge.key, { ...given, ...query });
  return (
    <FilterForm
      label="What counts"
      parameters={{ ...(player !== null && { player }), ...(hasParagons && { paragons: "1" }) }}
      addressOf={address}
      isCleared={false}
      lead={
        <label className={controls.field}>
          <span>Done by</span>
          <input
            name="player"
            defaultValue={player ?? ""}
            placeholder="Anybody"
            data-whole=""
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      }
    >
      {content.kind !== "maps" && (
        <label className={controls.check}>
          <input type="checkbox" name="paragons" value="1" defaultChecked={hasParagons} />
          Paragons, too
        </label>
      )}
    </FilterForm>
  );
}

/** "Ice Monkey and Heroes: 3 of 160 pairs done by Ada."; null: an alert says why nothing is shown. */
function shownInWords({ content, player }: TowersCoverage): string | null {
  const done = player === null ? "done" : `done by ${player}`;
  if (content.kind === "failed") return null;
  if (content.kind === "maps") {
    const towers = listed(content.towers.map(({ name }) => name));
    return `${towers}: ${counted(content.done)} of ${counted(content.maps)} maps ${done}.`;
  }
  const chosen = content.kind === "pairs" ? content.chosen : null;
  const of = content.kind === "pairs" ? "pairs" : "towers";
  const sum = chosen?.sum ?? content.total;
  const what = chosen ? `${listed(chosen.types.map(({ name }) => name))}: ` : "";
  return `${what}${counted(sum.done)} of ${counted(sum.possible)} ${of} ${done}.`;
}

export default function TowersCoveragePage({ loaderData: page }: Route.ComponentProps) {
  const { challenge, content, tabs, player } = page;
  const follow = useOwnLinks();
  const isTotal = content.kind === "pairs" || content.kind === "names";
  const of = content.kind === "pairs" ? "pairs" : "towers";
  useAnnouncement(shownInWords(page));
  return (
    <>
      <ChallengeTabs tabs={tabs} current={challenge.key} countOf={() => null} countedFor={[]} />
      <div className={`${controls.row} ${classes.head}`}>
        <h1>
          {HEADINGS.coverage} in {challenge.label}
        </h1>
        {isTotal && (
          <p>
            {counted(content.total.done)} of {counted(content.total.possible)} {of} done at least once
            {player !== null && (
              <>
                {" "}
                by <bdi>{player}</bdi>
              </>
            )}
            .
            {!page.hasParagons &&
              ` With paragons, ${counted(content.withParagons.done)} of ${counted(content.withParagons.possible)}.`}
            {content.kind === "pairs" && " Numbers are the % done."}
          </p>
        )}
        <Link
          to={pages.undone({ challenge: challenge.key, player })}
          className={`${controls.button} ${controls.call}`}
        >
          Give me an open one
        </Link>
      </div>
      <Whose page={page} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links within take keys */}
      <div onClick={follow}>
        {content.kind === "failed" && <p role="alert">{content.error}</p>}
        {content.kind === "pairs" && <Pairs page={page} content={content} />}
        {content.kind === "names" && <Names page={page} content={content} />}
        {content.kind === "maps" && <OnMaps content={content} />}
      </div>
    </>
  );
}

/** Every name with the number of its maps, by tower types. */
function Names({ page, content: { groups, mapCount } }: { page: TowersCoverage; content: NamesData }) {
  return (
    <div className={`${layout.cards} ${classes.groups}`}>
      {groups.map(({ name: group, mark, entries }) => (
        <section key={group}>
          <h2>
            <TowerMark packed={mark} />
            {group}
          </h2>
          <ul className={classes.entries}>
            {entries.map(({ name, maps, pending }) => (
              <li key={name}>
                <a href={pages.challengeCoverage(page.challenge.key, { towers: name, player: page.player })}>
                  {name}
                </a>{" "}
                <span>
                  {maps} of {mapCount} maps{pending > 0 && `, ${pending} pending`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const Wishes = later(async () => (await import("../../../../ui/wishes/Wishes.tsx")).Wishes);

const WORDS = { og: "OG", done: "Done", pending: "Pending", open: "Open" } as const;

/** What the cells say; where the form refuses the towers, an empty one is not open. */
const wordsWith = (problem: string | null) => ({
  ...WORDS,
  ...(problem !== null && { open: "Not possible" }),
});

/** One map: who did it there, or a link to the form. */
function Tile({
  tile: { map, abbreviation, state, players, to },
  words,
}: {
  tile: OnMapsData["groups"][number]["tiles"][number];
  words: ReturnType<typeof wordsWith>;
}) {
  const says = (
    <>
      <i aria-hidden="true" data-letters={abbreviation || map.slice(0, 3)} />
      <b className={`${layout.cut} ${layout.hiddenOnPhone}`}>{map}</b>
      <span className={`${layout.cut} ${layout.hiddenOnPhone}`}>
        {state === "open" ? words.open.toLowerCase() : players}
        {(state !== "open" || to !== null) && (
          <Hidden>, {state === "open" ? "submit this" : words[state]}</Hidden>
        )}
      </span>
    </>
  );
  return (
    <li data-state={state}>
      {to === null ? (
        <span className={layout.tile}>{says}</span>
      ) : (
        <a href={to} title={map} className={layout.tile}>
          {says}
        </a>
      )}
    </li>
  );
}

/** One tower or pair on every map: who did it, or a link to the form. */
export function OnMaps({ content }: { content: OnMapsData }) {
  const { towers, back, backTo, done, maps, more, groups, problem, next, list } = content;
  const words = wordsWith(problem);
  return (
    <>
      <div className={`${controls.row} ${classes.towers}`}>
        <a href={back}>‹ {backTo}</a>
        {towers.map(({ name, mark }) => (
          <span key={name} className={classes.tower} data-category={mark.split(" ")[0]}>
            <TowerMark packed={mark} />
            {name}
          </span>
        ))}
        <h2>
          {more !== null && "At least "}
          {done} of {maps} maps
        </h2>
        <a href={list}>As a list</a>
        <FollowPlace {...content.followed} />
      </div>
      {problem !== null && <p role="alert">The form refuses it: {problem}</p>}
      {more !== null && <p>Only the first {counted(more.read)} completions are counted here.</p>}
      {next?.to && (
        <p className={`${controls.row} ${classes.next}`}>
          <VerdictSign verdict="open" />
          <span>
            <b>{next.map} is open</b>
            <br />
            Not in this index yet, and not pending.
          </span>
          <a href={next.to} className={`${controls.button} ${controls.call}`}>
            Submit this
          </a>
        </p>
      )}
      <Suspense fallback={null}>
        <Wishes {...content.wishes} />
      </Suspense>
      <ul className={layout.legend} aria-label="What the cells say">
        {Object.entries(words).map(([state, word]) => (
          <li key={state} data-state={state}>
            {word}
          </li>
        ))}
      </ul>
      {groups.map(({ difficulty, done: own, tiles }) => (
        <section key={difficulty}>
          <h3 className={classes.difficulty} data-difficulty={difficulty}>
            {difficulty}{" "}
            <small>
              {own} of {tiles.length}
            </small>
          </h3>
          <ul className={classes.tiles} data-difficulty={difficulty}>
            {tiles.map((tile) => (
              <Tile key={tile.map} tile={tile} words={words} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
