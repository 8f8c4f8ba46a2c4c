import type { ReportProgress } from "../../server/jobs/job.ts";

/** Characters of a bar. */
const WIDTH = 30;

/** How often a line is written when the output is not a terminal, in milliseconds. */
const SAID_EVERY = 5_000;

/** How long a step has to take before its end can be foreseen, in milliseconds. */
const FORESEEN_AFTER = 2_000;

const number = new Intl.NumberFormat("en-GB");

/** Returns ", 1,200 rows a second, 40 s left"; nothing where it is too early to say. */
function paceOf(done: number, total: number, milliseconds: number, what: string | undefined): string {
  if (milliseconds < FORESEEN_AFTER || done === 0 || done >= total) return "";
  const left = Math.ceil(((total - done) * milliseconds) / done / 1000);
  const rate =
    what === undefined ? "" : `, ${number.format(Math.round((done * 1000) / milliseconds))} ${what} a second`;
  return `${rate}, ${left < 120 ? `${left} s` : `${Math.ceil(left / 60)} minutes`} left`;
}

/**
 * Shows how far each step is: in a terminal as a moving bar, otherwise as an occasional line. Its end is shown once.
 */
export function progressBar(to: Pick<NodeJS.WriteStream, "isTTY" | "write">, now = Date.now): ReportProgress {
  let step = "";
  let isOver = false;
  let [begunAt, saidAt] = [0, 0];
  return (name, done, total, what) => {
    const isNew = name !== step;
    const wasOver = isOver && !isNew;
    if (isNew || wasOver) begunAt = now();
    isOver = done >= total;
    step = name;
    if (wasOver && isOver) return;
    const share = isOver ? 1 : done / total;
    const message = `${Math.floor(share * 100)} %${paceOf(done, total, now() - begunAt, what)}`;
    if (!to.isTTY) {
      if (!isNew && !isOver && now() - saidAt < SAID_EVERY) return;
      to.write(`${name}: ${message}\n`);
      saidAt = now();
      return;
    }
    const full = Math.round(share * WIDTH);
    // At its end, what is left of a longer line is wiped away.
    to.write(`\r${name.padEnd(24)} [${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${message}\u001b[K`);
    if (isOver) to.write("\n");
  };
}
