import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { TriangleAnswer } from "../../../../../domain/contract/coverage.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { inTriangle, readPair } from "../../../../../domain/lists/triangle.ts";
import { sayOfPage } from "../../../../../domain/messages/en-of-pages.ts";
import layout from "../../../../ui/components/layout.module.css";
import classes from "../coverage.module.css";
import type { TowersCoverage } from "./load.server.ts";

/** Pixels of the window that a pair is wide. */
const SIZES = [2, 3, 4, 6, 9, 14];

/** What the dots say: from how many maps on, and how the legend calls it. The first three are of no map. */
const KINDS = [
  { step: "cannot", says: "cannot be" },
  { step: 0, says: "none" },
  { step: "pending", says: "pending" },
  { step: 2, from: 1, says: "1 map" },
  { step: 3, from: 2, says: "2 to 4" },
  { step: 4, from: 5, says: "5 to 14" },
  { step: 5, from: 15, says: "15 and more" },
] as const;

function kindOfPair({ maps, isPending }: ReturnType<typeof readPair>): number {
  if (maps === null) return 0;
  if (maps === 0) return isPending ? 2 : 1;
  return KINDS.findLastIndex((kind) => "from" in kind && kind.from <= maps);
}

/** Returns the colours of the legend's signs in the page's scheme, as red, green, blue and opacity. */
function coloursIn(legend: Element): readonly Uint8ClampedArray[] {
  const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  return Array.from(legend.querySelectorAll("i"), (sign) => {
    if (!pixel) return new Uint8ClampedArray();
    // This reads any notation of a colour.
    pixel.fillStyle = getComputedStyle(sign).backgroundColor;
    pixel.fillRect(0, 0, 1, 1);
    return pixel.getImageData(0, 0, 1, 1).data;
  });
}

/** Draws each pair as one pixel, on both sides of the diagonal. */
function draw(canvas: HTMLCanvasElement, bytes: Uint8Array, colours: readonly Uint8ClampedArray[]): void {
  const { width } = canvas;
  const picture = new ImageData(width, width);
  for (let row = 0; row < width; row++)
    for (let column = 0; column < width; column++) {
      const pair = readPair(bytes[inTriangle(row, column)] ?? 0);
      picture.data.set(colours[kindOfPair(pair)] ?? [], (row * width + column) * 4);
    }
  canvas.getContext("2d")?.putImageData(picture, 0, 0);
}

/** All pairs of names in one picture that can be enlarged. The tables on the page say the same to those who read them. */
export function AllPairs({ page: { challenge, player } }: { page: TowersCoverage }) {
  const navigate = useNavigate();
  const canvas = useRef<HTMLCanvasElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [answer, setAnswer] = useState<TriangleAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [size, setSize] = useState(0);
  const [place, setPlace] = useState<readonly [number, number] | null>(null);
  const address = api.challengeCoverage(challenge.key, { player });
  useEffect(() => {
    const stop = new AbortController();
    fetch(address, { signal: stop.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error();
        setAnswer(await response.json());
      })
      .catch(() => stop.signal.aborted || setProblem(sayOfPage("site-unreachable")));
    return () => stop.abort();
  }, [address]);
  const bytes = useMemo(
    () => answer && Uint8Array.from(atob(answer.cells), (sign) => sign.charCodeAt(0)),
    [answer],
  );
  useEffect(() => {
    if (!bytes) return;
    const show = (): void => {
      if (canvas.current && legend.current) draw(canvas.current, bytes, coloursIn(legend.current));
    };
    show();
    const scheme = new MutationObserver(show);
    scheme.observe(document.documentElement, { attributeFilter: ["data-color-scheme"] });
    return () => scheme.disconnect();
  }, [bytes]);
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!answer || !bytes) return <p role="status">Loading …</p>;

  const { names } = answer;
  const pixels = SIZES[size] ?? 1;
  const [row = 0, column = 0] = place ?? [];
  const { maps, isPending } = readPair(bytes[inTriangle(row, column)] ?? 0);
  const amount = maps === null ? "cannot be" : maps === 1 ? "1 map" : `${maps} maps`;
  const placeOf = ({ nativeEvent: { offsetX, offsetY } }: MouseEvent): readonly [number, number] => [
    Math.min(names.length - 1, Math.max(0, Math.floor(offsetY / pixels))),
    Math.min(names.length - 1, Math.max(0, Math.floor(offsetX / pixels))),
  ];
  return (
    <>
      <p className={controls.row}>
        <Button isSmall disabled={size === 0} onClick={() => setSize(size - 1)}>
          Smaller
        </Button>
        <Button isSmall disabled={size === SIZES.length - 1} onClick={() => setSize(size + 1)}>
          Larger
        </Button>
        <output className={layout.note}>
          {place
            ? `${names[row]} and ${names[column]}: ${amount}${isPending ? ", pending" : ""}`
            : "Point at a dot to see which pair it is; press it to see its maps."}
        </output>
      </p>
      <ul ref={legend} className={`${controls.row} ${classes.dots}`} aria-label="What the dots say">
        {KINDS.map(({ step, says }) => (
          <li key={step}>
            <i data-step={step} aria-hidden="true" /> {says}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must be able to reach it */}
      <section className={classes.picture} aria-label="Every pair" tabIndex={0}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`All ${names.length} names by each other, each pair as a dot. The tables on this page say the same.`}
          width={names.length}
          height={names.length}
          style={{ width: names.length * pixels, height: names.length * pixels }}
          onMouseMove={(event) => setPlace(placeOf(event))}
          onMouseLeave={() => setPlace(null)}
          onClick={(event) => {
            const [first, second] = placeOf(event);
            void navigate(
              pages.challengeCoverage(challenge.key, { towers: `${names[first]},${names[second]}`, player }),
            );
          }}
        />
      </section>
    </>
  );
}
