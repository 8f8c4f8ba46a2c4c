import type { Person } from "./auth/person.ts";
import type { Data } from "./data/index.ts";

/** What every write works with. */
export interface WriteContext {
  readonly data: Data;
  readonly person: Person;
  readonly siteOrigin: string;
  readonly mediaOrigin: string | null;
  readonly now: Date;
}

const levelOf = ({ isHelper }: Person): "helper" | "member" => (isHelper ? "helper" : "member");

/** How a write is logged. */
export const entryFor = ({ person, now }: WriteContext, action: string) => ({
  at: now.toISOString(),
  actor: person.id,
  level: levelOf(person),
  action,
});
