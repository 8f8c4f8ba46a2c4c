// Runs writers in a process of their own, as in reality: readers do not wait until the writers have made up their
// forms.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR } from "../../test/administrator.ts";
import { FORMS } from "../../test/forms.ts";
import { type Tokens, Visitor } from "../../test/node/visitor.ts";
import { quantile } from "./load.ts";
import { BUILT } from "./pool.ts";

const WRITERS = 10;

/** Fields of a form that accept any tower of the pool; the first of a pair has to be a cheap one. */
const ANY_TOWER = ["tower2", "entity"];

/**
 * Returns the form of the `at`-th write: another tower on another map than those before it, because what a member has
 * sent already is not recorded twice. Members send their own runs, and no writer's name is in the sample: the pages of
 * its busiest player change with each of that player's runs.
 */
function formOf(challenge: string, at: number, maps: readonly string[]): Record<string, string> {
  const own = { map: maps[at % maps.length] ?? "", link: `https://example.org/${at}` };
  const form = { ...FORMS[challenge], ...own };
  const tower = BUILT[at % BUILT.length]?.name ?? "";
  return {
    ...form,
    ...("person" in form && { person: `Writer ${at % WRITERS}` }),
    ...Object.fromEntries(ANY_TOWER.filter((name) => name in form).map((name) => [name, tower])),
  };
}

/** Signs in new members of a running site. What they send waits for a helper, and starts with the `from`-th form. */
export async function signInWriters(port: number, from: number): Promise<Writers> {
  const origin = `http://localhost:${port}`;
  const boss = new Visitor(origin);
  const ofBoss = await boss.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const writers: { visitor: Visitor; tokens: Tokens }[] = [];
  for (let at = 0; at < WRITERS; at++) {
    const { json } = await boss.call(api.invite(), ofBoss, {});
    const visitor = new Visitor(origin);
    const [email, password] = [`${crypto.randomUUID()}@example.org`, "a very good password"];
    await visitor.post(new URL(String(json.link)).pathname, { email, password });
    writers.push({ visitor, tokens: await visitor.signIn(email, password) });
  }
  const { results } = (await (await fetch(origin + api.maps())).json()) as { results: string[] };
  return new Writers(writers, results, from);
}

/** The result of their writes; `p99` is how long one took, in milliseconds. */
export interface Written {
  readonly written: number;
  readonly refused: number;
  readonly p99: number;
}

export class Writers {
  readonly #writers: readonly { readonly visitor: Visitor; readonly tokens: Tokens }[];
  readonly #maps: readonly string[];
  #next: number;

  constructor(
    writers: readonly { readonly visitor: Visitor; readonly tokens: Tokens }[],
    maps: readonly string[],
    from: number,
  ) {
    this.#writers = writers;
    this.#maps = maps;
    this.#next = from;
  }

  /** Submits to these challenges in turn until stopped; `stop` returns the result. */
  begin(
    perSecond: number,
    challenges: readonly string[] = [...CHALLENGES.keys()],
  ): { stop(): Promise<Written> } {
    const latencies: number[] = [];
    const underWay = new Set<Promise<void>>();
    let refused = 0;
    const write = async (): Promise<void> => {
      const at = this.#next++;
      const { visitor, tokens } = this.#writers[at % WRITERS] ?? {};
      const challenge = challenges[at % challenges.length] ?? "";
      if (!visitor || !tokens) return;
      const begun = performance.now();
      const form = formOf(challenge, at, this.#maps);
      const { json } = await visitor.call(api.addSubmit(challenge), tokens, form);
      if (json.inserted !== true) refused += 1;
      latencies.push(performance.now() - begun);
    };
    const timer = setInterval(() => {
      const one: Promise<void> = write().finally(() => underWay.delete(one));
      underWay.add(one);
    }, 1_000 / perSecond);
    return {
      async stop() {
        clearInterval(timer);
        await Promise.all(underWay);
        const sorted = latencies.sort((one, other) => one - other);
        return { written: sorted.length - refused, refused, p99: quantile(sorted, 0.99) };
      },
    };
  }
}

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
    if (word === "end") process.disconnect?.();
    else if (word === "stop") process.send?.(await writing?.stop());
    else writing = writers.begin(word.begin, word.challenges);
  });
  process.send("signed in");
}
