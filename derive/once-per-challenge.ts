import type { ChallengeDefinition } from "../challenges/define.ts";

/** What follows from a challenge's definition alone: made when it is first asked for, and once. */
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
