import type { ChallengeDefinition, IdentityPart } from "../challenges/define.ts";

/** The attributes that an identity may count. */
export interface Identifiable {
  /** The map's id rather than its name, which may change. */
  readonly mapId: number;
  readonly towers: readonly string[];
  readonly completionType: string | null;
}

function canonical(parts: readonly IdentityPart[], { mapId, towers, completionType }: Identifiable): string {
  const attributes = { map: mapId, towers: [...towers].sort(), completiontype: completionType };
  return JSON.stringify(parts.map((part) => attributes[part]));
}

/** Returns a canonical text that no two completions of the challenge share; null if each stands for itself. */
export function identityOf(definition: ChallengeDefinition, completion: Identifiable): string | null {
  return definition.identity.length === 0 ? null : canonical(definition.identity, completion);
}

/** Returns a canonical text that only one original can have; null in a challenge without OG. */
export function ogIdentityOf(
  definition: ChallengeDefinition,
  completion: Pick<Identifiable, "towers"> & Partial<Identifiable>,
): string | null {
  if (!definition.og) return null;
  return canonical(definition.og, { mapId: 0, completionType: null, ...completion });
}
