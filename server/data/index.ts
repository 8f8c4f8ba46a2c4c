import { completionReads } from "./completions.ts";
import type { Database } from "./database.ts";
import { mapReads } from "./maps.ts";
import { mediaReads } from "./media.ts";
import { peopleReads } from "./people.ts";

/** All that the routes ask of the database, by noun. */
export function openData(database: Database) {
  return {
    completions: completionReads(database),
    people: peopleReads(database),
    maps: mapReads(database),
    media: mediaReads(database),
  };
}

export type Data = ReturnType<typeof openData>;
