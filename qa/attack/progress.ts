/** Works on all with several at once, until it is over. */
export async function each<Work>(
  all: readonly Work[],
  work: (one: Work) => Promise<void>,
  atOnce = 6,
  isOver = (): boolean => false,
): Promise<void> {
  const left = [...all].reverse();
  const next = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined && !isOver(); one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** How often a line is printed, in milliseconds. */
const EVERY = 5_000;

const inMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, "0")}`;

/** How far one kind of attack is, printed while it runs, and until when it may go on. */
export class Progress {
  #total = 0;
  #done = 0;
  /** When the first step was announced. */
  #from: number | null = null;
  readonly #name: string;
  readonly #begun = performance.now();
  readonly #deadline: number;
  readonly #printing: NodeJS.Timeout;

  /** @param seconds after which the rest is left out */
  constructor(name: string, seconds: number) {
    this.#name = name;
    this.#deadline = this.#begun + seconds * 1_000;
    this.#printing = setInterval(() => console.error(this.#line()), EVERY);
  }

  get seconds(): number {
    return (performance.now() - this.#begun) / 1_000;
  }

  get isOver(): boolean {
    return performance.now() >= this.#deadline;
  }

  /** Aborts at the deadline. */
  get signal(): AbortSignal {
    return AbortSignal.timeout(Math.max(0, Math.ceil(this.#deadline - performance.now())));
  }

  /** Announces so many more steps. */
  expect(steps: number): void {
    this.#from ??= performance.now();
    this.#total += steps;
  }

  step(): void {
    this.#done += 1;
  }

  /** Works on all with several at once, a step each; what is left at the deadline is left out. */
  each<Work>(all: readonly Work[], work: (one: Work) => Promise<void>, atOnce?: number): Promise<void> {
    const step = async (one: Work): Promise<void> => {
      await work(one);
      this.step();
    };
    return each(all, step, atOnce, () => this.isOver);
  }

  /** Ends the printing, and returns how much was done. */
  end(): string {
    clearInterval(this.#printing);
    const isCut = this.#total === 0 ? this.isOver : this.#done < this.#total;
    return isCut ? `${this.#share()}, cut short` : "whole";
  }

  #share(): string {
    const [done, total] = [this.#done, this.#total].map((count) => count.toLocaleString("en-US"));
    if (this.#total > 0) return `${done} of ${total}`;
    return this.#done > 0 ? `${done} done` : "starting";
  }

  #line(): string {
    const worked = (performance.now() - (this.#from ?? this.#begun)) / 1_000;
    const left = (worked / this.#done) * (this.#total - this.#done);
    const estimate = this.#total > 0 && this.#done > 0 ? `, about ${inMinutes(left)} left` : "";
    const end = inMinutes((this.#deadline - this.#begun) / 1_000);
    return `${this.#name}: ${this.#share()}, ${inMinutes(this.seconds)} of ${end} gone${estimate}`;
  }
}
