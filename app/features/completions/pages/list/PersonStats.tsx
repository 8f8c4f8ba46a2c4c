import { Link, useNavigate } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { boardName } from "../../../../../domain/lists/boards.ts";
import { Alert } from "../../../../ui/components/Alert.tsx";
import { Count } from "../../../../ui/components/Count.tsx";
import stats from "../../../../ui/components/CountTable.module.css";
import layout from "../../../../ui/components/layout.module.css";
import { NothingFound } from "../../../../ui/components/layout.tsx";
import type { ListPageData } from "./load.server.ts";
import { useChoice } from "./use-requested.ts";
import { OldRows } from "./Waiting.tsx";

type Content = Extract<ListPageData["content"], { view: "person-stats" }>;

/** The ten players with the most verified completions (SPEC section 2). */
export function PersonStats({ page, content }: { page: ListPageData; content: Content }) {
  const navigate = useNavigate();
  const { challenge, state } = page;
  const ogOnly = state.parameters.og === "1" || state.parameters.og === "true";
  const [isTicked, setTicked] = useChoice(ogOnly);
  const to = (og: boolean): string =>
    pages.list(challenge.key, { ...(og && { og: "1" }), view: "person-stats" });
  const tick = (og: boolean): void => {
    setTicked(og);
    navigate(to(og), { preventScrollReset: true });
  };
  const mostCompletions = Math.max(...content.people.map(({ count }) => count));
  const mostMaps = Math.max(...content.people.map(({ uniquecount }) => uniquecount));
  return (
    <section>
      <h2>Top 10 Leaderboard</h2>
      {challenge.hasOg && (
        <form method="get" className={stats.controls}>
          <input type="hidden" name="view" value="person-stats" />
          <label className={controls.check}>
            <input
              type="checkbox"
              name="og"
              value="1"
              checked={isTicked}
              onChange={(event) => tick(event.currentTarget.checked)}
            />
            OG completions only
          </label>
          <noscript>
            <button type="submit" className={controls.button}>
              Show
            </button>
          </noscript>
        </form>
      )}
      {content.error !== null && <Alert color="coral" role="alert" title={content.error} />}
      {content.people.length === 0 && content.error === null && (
        <NothingFound>No players yet: no {challenge.label} has been verified.</NothingFound>
      )}
      {content.people.length > 0 && (
        <OldRows>
          <div className={layout.scroll}>
            <table className={`${layout.table} ${stats.table}`}>
              <thead>
                <tr>
                  <th scope="col">Person</th>
                  <th scope="col" data-count="">
                    # of Completions
                  </th>
                  <th scope="col" data-count="">
                    # of Maps Completed
                  </th>
                  <th scope="col">Most Completed Map</th>
                  <th scope="col">Most Completed Difficulty</th>
                </tr>
              </thead>
              <tbody>
                {content.people.map(
                  ({ person, count, uniquecount, favoritemap, favoritedifficulty }, index) => (
                    <tr key={person}>
                      <th scope="row">
                        <span className={stats.place}>{index + 1}</span>
                        <Link to={pages.list(challenge.key, { person, pending: 0, og: ogOnly ? 1 : null })}>
                          <bdi>{person}</bdi>
                        </Link>
                      </th>
                      <td data-label="# of Completions" data-count="">
                        <Count value={count} most={mostCompletions} />
                      </td>
                      <td data-label="# of Maps Completed" data-count="">
                        <Count value={uniquecount} most={mostMaps} />
                      </td>
                      <td data-label="Most Completed Map">{favoritemap ?? "–"}</td>
                      <td data-label="Most Completed Difficulty">{favoritedifficulty ?? "–"}</td>
                    </tr>
                  ),
                )}
              </tbody>
            </table>
          </div>
          <p>
            <Link to={pages.players({ board: boardName({ challenge: challenge.key, ogOnly }) })}>
              All players of {challenge.label}
            </Link>
          </p>
        </OldRows>
      )}
    </section>
  );
}
