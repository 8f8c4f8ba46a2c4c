import { data, Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { ChallengeTabs } from "../../../../ui/components/ChallengeTabs.tsx";
import { FilterForm } from "../../../../ui/components/FilterForm.tsx";
import { useOwnLinks } from "../../../../ui/components/use-own-links.ts";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import classes from "../coverage.module.css";
import type { Route } from "./+types/route";
import { loadTowersCoverage, type NamesData, type TowersCoverage } from "./load.server.ts";
import { Pairs } from "./Pairs.tsx";
import { OnMaps } from "./Tiles.tsx";

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

export default function TowersCoveragePage({ loaderData: page }: Route.ComponentProps) {
  const { challenge, content, tabs, player } = page;
  const follow = useOwnLinks();
  const isTotal = content.kind === "pairs" || content.kind === "names";
  const of = content.kind === "pairs" ? "pairs" : "towers";
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
            {content.kind === "pairs" && " The number is the share in per cent."}
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
    <div className={classes.groups}>
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
