// Runs writers in a process of their own, as in reality: readers do not wait until the writers have made up their
// forms.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { signInWriters, type Written } from "./writers.ts";

/** A message to the process. */
type Word = { readonly begin: number; readonly challenges?: readonly string[] } | "stop" | "end";

/** Writers of a running site, in a process that ends with `end`. */
export class WritersApart {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Signs them in. `from`: the number of the first form that they send. */
  static async start(port: number, from: number): Promise<WritersApart> {
    const child = fork(import.meta.filename, [String(port), String(from)]);
    await once(child, "message");
    return new WritersApart(child);
  }

  /** See `Writers.begin`. */
  begin(perSecond: number, challenges?: readonly string[]): { stop(): Promise<Written> } {
    this.#tell({ begin: perSecond, ...(challenges && { challenges }) });
    return {
      stop: async () => {
        const message = once(this.#child, "message");
        this.#tell("stop");
        const [written] = (await message) as [Written];
        return written;
      },
    };
  }

  end(): void {
    this.#tell("end");
  }

  #tell(word: Word): void {
    this.#child.send(word);
  }
}

const [, program, port, from] = process.argv;
if (program === import.meta.filename && process.send) {
  const writers = await signInWriters(Number(port), Number(from));
  let writing: ReturnType<typeof writers.begin> | undefined;
  process.on("message", async (word: Word) => {
    if (word === "end") process.disconnect();
    else if (word === "stop") process.send?.(await writing?.stop());
    else writing = writers.begin(word.begin, word.challenges);
  });
  process.send("signed in");
}
