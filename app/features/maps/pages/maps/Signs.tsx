import { Hidden } from "../../../../ui/components/layout.tsx";
import { WithWords } from "../../../../ui/components/Word.tsx";
import type { MapSigns } from "./map.server.ts";
import classes from "./Signs.module.css";

/** For more ways than this, a number is written instead of arrows. */
const MOST_ARROWS = 6;

/** Distance between arrows, and the height of a sign. */
const [STEP, HEIGHT] = [5, 14];

/** Width of a number of two digits. */
const NUMBER = 16;

/** Width of the sign for an unknown number. */
const UNKNOWN = 8;

/** Width of the square that stands for the map. */
const SQUARE = 12;

const counted = (count: number | null, one: string): string => {
  if (count === null) return `${one}s not known`;
  return count === 1 ? `1 ${one}` : `${count} ${one}s`;
};

const isDrawn = (count: number | null): count is number => count !== null && count <= MOST_ARROWS;

/** Draws how many ways there are, as arrows or as a number, from `x` on. */
function Arrows({ count, x }: { count: number | null; x: number }) {
  if (!isDrawn(count))
    return (
      <text x={x} y={11}>
        {count ?? "?"}
      </text>
    );
  const path = Array.from({ length: count }, (_, at) => `M${x + at * STEP + 1} 3l4 4-4 4`).join("");
  return <path d={path} />;
}

/** Draws the entrances and exits as recorded: arrows in, the map, arrows out. */
function Ways({ entrances, exits }: Pick<MapSigns, "entrances" | "exits">) {
  const words = `${counted(entrances, "entrance")}, ${counted(exits, "exit")}`;
  const widthOf = (count: number | null): number => {
    if (count === null) return UNKNOWN;
    return isDrawn(count) ? count * STEP + 3 : NUMBER;
  };
  const square = widthOf(entrances);
  const width = square + SQUARE + 2 + widthOf(exits);
  return (
    <span className={classes.sign} title={words}>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <Arrows count={entrances} x={0} />
        <rect
          x={square + 0.5}
          y={1.5}
          width={SQUARE - 1}
          height={SQUARE - 1}
          rx={2}
          data-unknown={entrances === null || undefined}
        />
        <Arrows count={exits} x={square + SQUARE + 2} />
      </svg>
      <Hidden>{words}. </Hidden>
    </span>
  );
}

const DROP = "M7 1.2C9.6 4.4 11 6.6 11 8.8a4 4 0 0 1-8 0c0-2.2 1.4-4.4 4-7.6Z";
const EYE = "M1 7c1.6-2.7 3.6-4 6-4s4.4 1.3 6 4c-1.6 2.7-3.6 4-6 4S2.6 9.7 1 7Z";

/** Draws a sign: filled if the fact is so, an empty outline if it is not, a dashed one if it is not recorded. */
function Fact({
  sign,
  path,
  fact,
  words,
}: {
  sign: string;
  path: string;
  fact: boolean | null;
  words: string;
}) {
  return (
    <span className={classes.sign} title={words}>
      <svg
        width={14}
        height={HEIGHT}
        viewBox="0 0 14 14"
        data-sign={sign}
        data-fact={fact === null ? "unknown" : String(fact)}
        aria-hidden="true"
      >
        <path d={path} />
        {sign === "sight" && fact === true && <path d="M2.2 12 11.8 2" />}
      </svg>
      <Hidden>{words}. </Hidden>
    </span>
  );
}

function wordsFor(fact: boolean | null, [so, notSo, unknown]: readonly [string, string, string]): string {
  if (fact === null) return unknown;
  return fact ? so : notSo;
}

/** Shows in signs what a map is like. Each has words for people who point at it or use a screen reader. */
export function Signs({ signs: { entrances, exits, hasWater, blocksSight, version } }: { signs: MapSigns }) {
  return (
    <>
      <Ways entrances={entrances} exits={exits} />
      <Fact
        sign="water"
        path={DROP}
        fact={hasWater}
        words={wordsFor(hasWater, ["Water", "No water", "Water not known"])}
      />
      <Fact
        sign="sight"
        path={EYE}
        fact={blocksSight}
        words={wordsFor(blocksSight, [
          "Blocks the line of sight",
          "Nothing blocks the line of sight",
          "Line of sight not known",
        ])}
      />
      {version !== null && (
        <span className={classes.version} title={`Added in version ${version}`}>
          <Hidden>Added in version {version}</Hidden>
          <span aria-hidden="true">v{version}</span>
        </span>
      )}
    </>
  );
}

export function Legend() {
  return (
    <p className={classes.legend}>
      <span>
        <span aria-hidden="true">
          <Ways entrances={1} exits={1} />
        </span>{" "}
        ways in and out
      </span>
      <span>
        <span aria-hidden="true">
          <Fact sign="water" path={DROP} fact words="Water" />
        </span>{" "}
        water
      </span>
      <span>
        <span aria-hidden="true">
          <Fact sign="sight" path={EYE} fact words="Blocks the line of sight" />
        </span>{" "}
        blocks the line of sight
      </span>
      <span>
        <span aria-hidden="true">
          <Fact sign="water" path={DROP} fact={false} words="No" />
        </span>{" "}
        no
      </span>
      <span>
        <span aria-hidden="true">
          <Fact sign="water" path={DROP} fact={null} words="Not known" />
        </span>{" "}
        not known
      </span>
      <span>
        <WithWords text="RBS length of the path" words={["rbs"]} />
      </span>
    </p>
  );
}
