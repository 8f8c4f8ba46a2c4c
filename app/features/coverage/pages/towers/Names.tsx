import { pages } from "../../../../../domain/contract/routes.ts";
import { TowerMark } from "../../../../../domain/fields/marks/TowerMark.tsx";
import classes from "../coverage.module.css";
import type { NamesData, TowersCoverage } from "./load.server.ts";

/** Every name with the number of its maps, by tower types. */
export function Names({ page, content: { groups, mapCount } }: { page: TowersCoverage; content: NamesData }) {
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
