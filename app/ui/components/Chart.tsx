import { type PointerEvent, type ReactNode, useState } from "react";
import type { Chart as ChartData } from "../../../domain/lists/chart.ts";
import classes from "./Chart.module.css";
import layout from "./layout.module.css";

/**
 * A chart with its axes, and below it the value under the pointer, the finger or the keyboard's cursor: the last one
 * until then. Its page has a table with the same beside or behind it.
 * @param children what is drawn over the line
 */
export function Chart({
  title,
  chart: { width, height, left, top, bottom, unit, path, isFilled, columns, amounts, values },
  children,
}: {
  title: string;
  chart: ChartData;
  children?: ReactNode;
}) {
  const last = values.length - 1;
  const [at, setAt] = useState(last);
  const value = values[Math.min(at, last)];
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const shown = currentTarget.getBoundingClientRect();
    const x = ((clientX - shown.left) / shown.width) * width;
    setAt(
      Math.max(
        values.findLastIndex((each) => each.x <= x),
        0,
      ),
    );
  };
  return (
    <figure className={classes.chart} aria-label={title}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role={children === undefined ? "img" : "group"}
        aria-label={unit}
        onPointerMove={point}
        onPointerDown={point}
      >
        <g className={classes.scale}>
          <text x={left} y={top - 10}>
            {unit}
          </text>
          {amounts.map(({ y, words }) => (
            <g key={y}>
              <path d={`M${left} ${y}H${width}`} />
              <text x={left - 8} y={y} dy="0.35em" textAnchor="end">
                {words}
              </text>
            </g>
          ))}
          {columns.map(({ x, words }) => (
            <text key={x} x={x} y={height - 8} textAnchor="middle">
              {words}
            </text>
          ))}
        </g>
        <path className={isFilled ? classes.bars : classes.line} d={path} />
        {value && (
          <g className={classes.cursor}>
            <path d={`M${value.x} ${top}V${bottom}`} />
            <circle cx={value.x} cy={value.y} r="3" />
          </g>
        )}
        {children}
      </svg>
      <input
        type="range"
        className={layout.scripted}
        aria-label={title}
        aria-valuetext={value?.words}
        max={last}
        value={at}
        onChange={(event) => setAt(event.currentTarget.valueAsNumber)}
      />
      <figcaption className={layout.note}>{value?.words}</figcaption>
    </figure>
  );
}
