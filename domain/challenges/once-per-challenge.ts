import type { ChallengeDefinition } from "./define.ts";

/** Memoizes a function of a challenge's definition: it runs once per definition, on first use. */
export function oncePerChallenge<Derived>(
  derive: (definition: ChallengeDefinition) => Derived,
): (definition: ChallengeDefinition) => Derived {
  const known = new WeakMap<ChallengeDefinition, Derived>();
  return (definition) => {
    const found = known.get(definition);
    if (found !== undefined) return found;
    const made = derive(definition);
    known.set(definition, made);
    return made;
  };
}
