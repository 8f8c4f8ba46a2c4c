import type { ChallengeAnswer } from "../../../domain/contract/search.ts";
import type { Filter } from "../../../domain/fields/kind.ts";

/** Returns the question as a heading: "Absolute Zero + Quincy on Quad". */
export function questionIn(text: string, filters: readonly Filter[]): string {
  const of = (parameter: string): string[] =>
    filters.flatMap(([name, value]) => (name === parameter ? [value] : []));
  const [towers, maps, people] = [of("tower").join(" + "), of("map").join(", "), of("person").join(" and ")];
  const others = filters.filter(([name]) => !["tower", "map", "person"].includes(name));
  // Filters that have no words of their own appear as typed.
  if (others.length > 0 || filters.length === 0) return text;
  if (!towers && !maps) return `Everything by ${people}`;
  return [towers, maps && (towers ? `on ${maps}` : maps), people && `by ${people}`].filter(Boolean).join(" ");
}

/** Returns the answer in one line: "Absolute Zero + Quincy on Quad: done by Ada (2TC)". */
export function summaryOf(
  text: string,
  filters: readonly Filter[],
  answers: readonly ChallengeAnswer[],
): string {
  const of = (state: ChallengeAnswer["state"]) => answers.filter((each) => each.state === state);
  const verdict = (): string => {
    const done = of("done").map(({ label, verified, found: [first] }) =>
      verified === 1 && first
        ? `by ${first.players} (${label}${first.sample ? ", a sample" : ""})`
        : `${verified} times in ${label}${first?.sample ? " (includes sample data)" : ""}`,
    );
    if (done.length > 0) return `done ${done.join(", ")}`;
    const waiting = of("pending").map(({ label }) => label);
    if (waiting.length > 0) return `pending (${waiting.join(", ")})`;
    return of("not-yet").length > 0 ? "not in this index yet" : "cannot say";
  };
  return `${questionIn(text, filters)}: ${verdict()}`;
}
