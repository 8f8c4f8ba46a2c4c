import { type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { TowerChip } from "../../../../../domain/fields/tower/TowerChip.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { useAnnouncement } from "../../../../ui/announce.ts";
import { CompletionLines } from "../../../../ui/completions/CompletionLines.tsx";
import { Chart } from "../../../../ui/components/Chart.tsx";
import { Count } from "../../../../ui/components/Count.tsx";
import { Facts } from "../../../../ui/components/Facts.tsx";
import { FilterForm } from "../../../../ui/components/FilterForm.tsx";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { PlayerLink } from "../../../../ui/components/PlayerLink.tsx";
import { PlayerNameInput } from "../../../../ui/components/PlayerNameInput.tsx";
import { TableHead } from "../../../../ui/components/TableHead.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { FollowPlace } from "../../../../ui/follows/FollowPlace.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import type { Route } from "./+types/route";
import { loadPlayer } from "./load.server.ts";
import classes from "./player.module.css";

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  loadPlayer(params.name, url.searchParams.get("with") ?? "", context.get(pageContext));

const MemberActions = later(async () => (await import("./MemberActions.tsx")).MemberActions);
const OwnHidden = later(async () => (await import("./MemberActions.tsx")).OwnHidden);
const HelperActions = later(async () => (await import("./HelperActions.tsx")).HelperActions);

type Page = Extract<Route.ComponentProps["loaderData"], { kind: "player" }>;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (page?.kind !== "player") return pageMeta(args, HEADINGS.players, { isFailure: true });
  const { player, challenges } = page;
  const done = challenges.map(({ label, completions }) => `${label} ${counted(completions)}`);
  return pageMeta(args, player.name, {
    url: pages.player(player.name),
    description: `${counted(sum(challenges.map(({ completions }) => completions)))} verified: ${done.join(", ")}.`,
  });
};

export default function PlayerPage({ loaderData: page }: Route.ComponentProps) {
  return page.kind === "none" ? <Nobody page={page} /> : <Player page={page} />;
}

function Nobody({
  page: { error, near },
}: {
  page: Extract<Route.ComponentProps["loaderData"], { kind: "none" }>;
}) {
  const { user } = useSignIn();
  return (
    <>
      <h1>{HEADINGS.players}</h1>
      <p role="alert">{error}</p>
      {near.length > 0 && (
        <>
          <p>These begin alike:</p>
          <ul>
            {near.map((name) => (
              <li key={name}>
                <PlayerLink name={name} />
              </li>
            ))}
          </ul>
        </>
      )}
      {user && (
        <Suspense fallback={null}>
          <OwnHidden />
        </Suspense>
      )}
      <p>
        <Link to={pages.players()}>All players</Link>
      </p>
    </>
  );
}

function Player({ page }: { page: Page }) {
  const { player, challenges, newest, records, marks, shown, alsoWritten } = page;
  const { name, names, formerNames, isBanned, maps, towers, partners } = player;
  const spellings = names.map((each) => each.name);
  const { user } = useSignIn();
  return (
    <>
      <p className={layout.note}>
        <Link to={pages.players()}>All players</Link>
      </p>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {alsoWritten.length > 0 && <p className={layout.note}>{`Also written ${alsoWritten.join(", ")}`}</p>}
      {formerNames.length > 0 && <p className={layout.note}>{`Former names: ${formerNames.join(", ")}`}</p>}
      <FollowPlace challenge="" query={{ person: name }} name={name} />
      {isBanned && <p role="note">This player is on no board.</p>}
      {user && (
        <Suspense fallback={null}>
          <MemberActions name={name} spellings={spellings} />
        </Suspense>
      )}
      {user?.isHelper && (
        <Suspense fallback={null}>
          <HelperActions
            name={name}
            spellings={spellings}
            isBanned={isBanned}
            verified={sum(challenges.map(({ completions }) => completions))}
          />
        </Suspense>
      )}
      <Facts facts={page.figures.map(([label, value]) => ({ label, value: counted(value) }))} />
      <Compared name={name} compared={page.compared} />
      {challenges.length === 0 && <p>Nothing of {name} is verified yet.</p>}
      <div className={layout.columns}>
        <div>
          {challenges.length > 0 && <ByChallenge name={name} challenges={challenges} />}
          {records.map(({ label, count, all, lines }) => (
            <section key={label}>
              <h2>
                {label} records <span className={layout.quiet}>{counted(count)}</span>
              </h2>
              <CompletionLines lines={lines} marks={marks} without={["challenge", "players"]} />
              {count > lines.length && (
                <p>
                  <Link to={all}>All {counted(count)}</Link>
                </p>
              )}
            </section>
          ))}
          {newest.length > 0 && (
            <section>
              <h2>Newest</h2>
              <CompletionLines lines={newest} marks={marks} />
            </section>
          )}
        </div>
        <div>
          <Years chart={page.chart} player={player} />
          {maps.length > 0 && (
            <Amounts
              heading="Maps"
              shown={shown}
              rows={maps.map(({ map, completions }) => ({
                key: map,
                completions,
                label: <Link to={pages.maps({ map })}>{map}</Link>,
              }))}
            />
          )}
          {towers.length > 0 && (
            <Amounts
              heading="Towers"
              shown={shown}
              rows={towers.map(({ tower, completions }) => ({
                key: tower,
                completions,
                label: <TowerChip name={tower} upgrades={null} marks={marks} narrowed={null} />,
              }))}
            />
          )}
          {partners.length > 0 && (
            <Amounts
              heading="Played with"
              shown={shown}
              rows={partners.map((partner) => ({
                key: partner.name,
                completions: partner.completions,
                label: <PlayerLink {...partner} />,
              }))}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** Whom a player is compared with, and both in figures. */
function Compared({ name, compared }: Pick<Page, "compared"> & { name: string }) {
  useAnnouncement(compared?.error ? null : `Compared with ${compared?.name ?? "nobody"}`);
  return (
    <section className={classes.compared} aria-label="Compared">
      <FilterForm
        label="Compare with another player"
        isCleared={false}
        parameters={compared ? { with: compared.name } : {}}
        addressOf={(query) => pages.player(name, query)}
        lead={
          <PlayerNameInput
            name="with"
            label="Compare with"
            defaultValue={compared?.name ?? ""}
            data-whole=""
          />
        }
      />
      {compared?.error && <p role="alert">{compared.error}</p>}
      {compared && compared.near.length > 0 && (
        <p className={controls.row}>
          Did you mean:
          {compared.near.map((near) => (
            <Link key={near} to={pages.player(name, { with: near })} preventScrollReset>
              <bdi>{near}</bdi>
            </Link>
          ))}
        </p>
      )}
      {compared && compared.rows.length > 0 && (
        <table className={`${layout.table} ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col">Verified</th>
              <th scope="col">
                <bdi>{name}</bdi>
              </th>
              <th scope="col">
                <PlayerLink name={compared.name} />
              </th>
            </tr>
          </thead>
          <tbody>
            {compared.rows.map(({ label, own, other }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{own > other ? <b>{counted(own)}</b> : counted(own)}</td>
                <td>{other > own ? <b>{counted(other)}</b> : counted(other)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {compared && <MapsOfOne has={compared.name} lacks={name} maps={compared.maps.other} />}
      {compared && <MapsOfOne has={name} lacks={compared.name} maps={compared.maps.own} />}
    </section>
  );
}

/** The maps on which one of two players has verified completions and the other has none. */
function MapsOfOne({ has, lacks, maps }: { has: string; lacks: string; maps: readonly string[] }) {
  if (maps.length === 0) return null;
  return (
    <details>
      <summary>
        {counted(maps.length)} {maps.length === 1 ? "map" : "maps"} with completions of <bdi>{has}</bdi>, none
        of <bdi>{lacks}</bdi>
      </summary>
      <ul className={`${controls.row} ${classes.names}`}>
        {maps.map((map) => (
          <li key={map}>
            <Link to={pages.maps({ map })}>{map}</Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** None, or what the challenge does not have. */
const none = (has: boolean): string => (has ? "0" : "–");

function ByChallenge({ name, challenges }: Pick<Page, "challenges"> & { name: string }) {
  return (
    <section>
      <h2>By challenge</h2>
      <table className={`${layout.table} ${classes.table}`}>
        <TableHead columns={["Challenge", "Completions", "OGs", "Records", "Maps"]} />
        <tbody>
          {challenges.map(({ key, label, completions, originals, records, maps, hasOg }) => {
            const list = { person: name, pending: 0 };
            return (
              <tr key={key}>
                <th scope="row">
                  <Link to={pages.list(key, list)}>{label}</Link>
                </th>
                <td>{counted(completions)}</td>
                <td>
                  {originals > 0 ? (
                    <Link to={pages.list(key, { ...list, og: 1 })}>{counted(originals)}</Link>
                  ) : (
                    none(hasOg)
                  )}
                </td>
                <td>
                  {records ? (
                    <Link to={pages.list(key, { person: name, record: "only" })}>{counted(records)}</Link>
                  ) : (
                    none(records !== null)
                  )}
                </td>
                <td>{counted(maps)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** How many completions each month had, in a chart and in tables by year and by month. */
function Years({ chart, player: { name, years, months, withoutDay } }: Pick<Page, "chart" | "player">) {
  if (years.length === 0) return null;
  return (
    <section>
      <h2>Years</h2>
      {chart && <Chart title={`Completions of ${name} by month`} chart={chart} />}
      <AmountTable
        rows={years.map(({ year, completions }) => ({ key: `${year}`, label: `${year}`, completions }))}
      />
      {withoutDay > 0 && <p className={layout.note}>{`${counted(withoutDay)} without a day.`}</p>}
      <details>
        <summary>By month</summary>
        <AmountTable
          rows={months
            .map(({ month, completions }) => ({ key: month, label: month, completions }))
            .toReversed()}
        />
      </details>
    </section>
  );
}

interface Amount {
  readonly key: string;
  readonly label: ReactNode;
  readonly completions: number;
}

function AmountTable({
  rows,
  most = Math.max(...rows.map(({ completions }) => completions)),
}: {
  rows: readonly Amount[];
  most?: number;
}) {
  return (
    <table className={`${layout.table} ${classes.amounts}`}>
      <tbody>
        {rows.map(({ key, label, completions }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>
              <Count value={completions} most={most} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a player's completions have in common, the most first; what goes beyond `shown` rows is folded. */
function Amounts({ heading, shown, rows }: { heading: string; shown: number; rows: readonly Amount[] }) {
  const most = rows[0]?.completions ?? 1;
  return (
    <section>
      <h2>{heading}</h2>
      <AmountTable rows={rows.slice(0, shown)} most={most} />
      {rows.length > shown && (
        <details>
          <summary>{counted(rows.length - shown)} more</summary>
          <AmountTable rows={rows.slice(shown)} most={most} />
        </details>
      )}
    </section>
  );
}
