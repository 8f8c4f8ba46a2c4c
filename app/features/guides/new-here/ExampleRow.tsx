import type { ReactNode } from "react";
import controls from "../../../../domain/fields/controls.module.css";
import { MapCell } from "../../../../domain/fields/map/Cell.tsx";
import { OgStamp } from "../../../../domain/fields/marks/OgStamp.tsx";
import { TowerChip } from "../../../../domain/fields/tower/TowerChip.tsx";
import layout from "../../../ui/components/layout.module.css";
import type { NewHereData } from "./load.server.ts";
import classes from "./new-here.module.css";

/** A row as the list of 2TC shows it, with numbers, and what each part of it says. The picture itself says nothing more. */
export function ExampleRow({ example }: Pick<NewHereData, "example">) {
  const { towers, map, player, version, date, verified, marks } = example;
  const parts: readonly { readonly shown: ReactNode; readonly says: string }[] = [
    {
      shown: towers.map((tower) => (
        <TowerChip key={tower} name={tower} upgrades={null} marks={marks} narrowed={null} />
      )),
      says: "The towers that won the game",
    },
    {
      shown: <MapCell value={map} upgrades={null} marks={marks} narrowed={null} />,
      says: "The map. The bars show how hard it is",
    },
    { shown: player, says: "Who played it. “(Pending)” follows until a helper has checked it" },
    {
      shown: (
        <>
          <span>{version}</span>
          <span>{date}</span>
        </>
      ),
      says: "The game version and the day, if it is the OG",
    },
    {
      shown: (
        <span>
          <u>Link</u> | <u>Notes</u>
        </span>
      ),
      says: "The proof, and a page with everything known about it",
    },
    { shown: <OgStamp />, says: "The stamp of an OG" },
    { shown: verified, says: "When it was verified" },
  ];
  return (
    <figure>
      <div className={`${layout.card} ${controls.row} ${classes.row}`} aria-hidden="true">
        {parts.map(({ shown, says }) => (
          <div key={says} className={classes.part}>
            <div className={`${controls.row} ${classes.shown}`}>{shown}</div>
          </div>
        ))}
      </div>
      <figcaption>
        <ol className={classes.legend}>
          {parts.map(({ says }) => (
            <li key={says}>{says}.</li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}
