import type { Progress } from "../../../server/moving-in/act.ts";

/** Cells of a bar. */
const WIDTH = 30;

/** How often a line is written where nobody sees it move, in milliseconds. */
const SAID_EVERY = 5_000;

/** Shows how far each step is: as a bar that moves in a terminal, else as a line now and then. */
export function progressBar(to: NodeJS.WriteStream): Progress {
  let step = "";
  let saidAt = 0;
  return (name, done, total) => {
    const share = total === 0 ? 1 : done / total;
    if (!to.isTTY) {
      const now = Date.now();
      if (name === step && done < total && now - saidAt < SAID_EVERY) return;
      if (name !== step || done >= total) to.write(`${name}: ${Math.floor(share * 100)} %\n`);
      step = name;
      saidAt = now;
      return;
    }
    const full = Math.round(share * WIDTH);
    to.write(
      `\r${name.padEnd(24)} [${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${Math.floor(share * 100)} %`,
    );
    if (done >= total) to.write("\n");
  };
}
