import type { Progress } from "../../../app/features/import/act.server.ts";

/** Characters of a bar. */
const WIDTH = 30;

/** How often a line is written when the output is not a terminal, in milliseconds. */
const SAID_EVERY = 5_000;

/**
 * Shows how far each step is: in a terminal as a moving bar, otherwise as an occasional line. Its end is shown once.
 */
export function progressBar(to: Pick<NodeJS.WriteStream, "isTTY" | "write">): Progress {
  let step = "";
  let isOver = false;
  let saidAt = 0;
  return (name, done, total) => {
    const isNew = name !== step;
    const wasOver = isOver && !isNew;
    isOver = done >= total;
    step = name;
    if (wasOver && isOver) return;
    const share = isOver ? 1 : done / total;
    const percent = `${Math.floor(share * 100)} %`;
    if (!to.isTTY) {
      const now = Date.now();
      if (!isNew && !isOver && now - saidAt < SAID_EVERY) return;
      to.write(`${name}: ${percent}\n`);
      saidAt = now;
      return;
    }
    const full = Math.round(share * WIDTH);
    to.write(`\r${name.padEnd(24)} [${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${percent}`);
    if (isOver) to.write("\n");
  };
}
