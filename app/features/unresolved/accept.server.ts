import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import type { AcceptedAnswer } from "../../../domain/contract/unresolved.ts";
import { refusalOf as refusalAlone } from "../../../domain/fields/tower/kind.ts";
import { refusalInSet } from "../../../domain/fields/towerset/kind.ts";
import type { TowerName } from "../../../domain/game/catalogue.ts";
import { MOST_ENTRIES } from "../../../domain/limits.ts";
import { headingOf, presentRow } from "../../../domain/lists/row.ts";
import { about, fault, type Problem, problem, say } from "../../../domain/messages/index.ts";
import { authorize } from "../../../server/auth/user.ts";
import { AppError, BadFields, NotFound } from "../../../server/errors.ts";
import { definitionOf, entryFor, type WriteContext, withActId } from "../../api/router.server.ts";
import {
  type CompletionState,
  columnsOf,
  completionOf,
  type StoredCompletion,
  updateCompletion,
} from "../completions/repository/stored-completion.server.ts";
import { write } from "../completions/save.server.ts";
import { addSpelling, mayEditSpellings } from "../spellings/commands.server.ts";

/** As many completions as one act can undo, with the spelling. */
const MOST_AT_ONCE = MOST_ENTRIES - 1;

/** What is accepted: completions with this name of this kind get another. */
export interface Acceptance {
  readonly kind: "tower" | "map";
  /** As the rows have it. */
  readonly name: string;
  /** What it is, by any of its names. */
  readonly as: string;
  readonly keepsSpelling: boolean;
  /** The place in the table of the last completion that was looked at; 0: from the start. */
  readonly after: number;
}

type Meant =
  | { readonly name: string; readonly map: number; readonly tower: null }
  | { readonly name: string; readonly map: null; readonly tower: TowerName };

/** Finds what a helper names. Throws BadFields. */
async function findMeant({ kind, as }: Acceptance, { data, catalogue }: WriteContext): Promise<Meant> {
  const map = kind === "map" ? await data.maps.findByName(as) : null;
  if (map) return { name: map.name, map: map.id, tower: null };
  const tower = kind === "tower" ? catalogue.find(as) : null;
  if (!tower) throw new BadFields({ as: problem("no-such-tower-or-map", { name: as }) });
  return { name: tower.name, map: null, tower };
}

/** Returns why a completion cannot have this tower in the place of the other; null if it can. */
function refusalOf(
  definition: ChallengeDefinition,
  towers: readonly string[],
  name: string,
  tower: TowerName,
): Problem | null {
  const isThere = towers.includes(tower.name);
  for (const [, field] of fieldsOfKind(definition, "towerset")) {
    if (field.set && isThere) return problem("tower-there-already", { tower: tower.name });
    const refusal = refusalInSet(field, tower);
    if (refusal) return about({ field: field.label }, fault(...refusal));
  }
  for (const [, field] of fieldsOfKind(definition, "tower")) {
    const refusal = towers[field.position] === name ? refusalAlone(field, tower) : null;
    if (refusal) return about({ field: field.label }, fault(...refusal));
  }
  return tower.kind === "hero" && isThere ? problem("tower-there-already", { tower: tower.name }) : null;
}

/** Gives one completion the name that is meant; returns why it stays as it is, or null. */
async function mend(
  stored: StoredCompletion,
  name: string,
  meant: Meant,
  context: WriteContext,
): Promise<Problem | null> {
  const definition = definitionOf(stored.challenge, context);
  const { id, state } = stored;
  const completion = completionOf(stored);
  const { tower } = meant;
  const refusal = tower && refusalOf(definition, completion.towers, name, tower);
  if (refusal) return refusal;
  const map =
    meant.map === null ? { id: state.map_id, name: state.map } : { id: meant.map, name: meant.name };
  const towers = tower
    ? completion.towers.map((each) => (each === name ? tower.name : each))
    : completion.towers;
  const after: CompletionState = { ...state, ...columnsOf(definition, { ...completion, towers }, map) };
  const act = updateCompletion(stored, after, context.user, entryFor(context, "edit"));
  const challenge = definition.label;
  try {
    const outcome = await write([act], definition, { id, before: state, state: after }, context);
    if (outcome === "done") return null;
    return outcome === "taken"
      ? problem("completion-exists", { challenge })
      : problem("original-exists", { challenge });
  } catch (error) {
    // Whatever is not about this completion ends all of it.
    if (!(error instanceof AppError) || error.status >= 429) throw error;
    return error.problem;
  }
}

/** Adds the old name as a spelling of what it was meant for; says why not where spellings refuse it. */
async function keepSpelling(
  spelling: string,
  { name }: Meant,
  context: WriteContext,
): Promise<NonNullable<AcceptedAnswer["spelling"]>> {
  const texts = new Map([
    ["spelling", [spelling]],
    ["name", [name]],
  ]);
  try {
    await addSpelling({ texts, files: [] }, context);
    return { kept: true, error: null };
  } catch (error) {
    if (!(error instanceof BadFields)) throw error;
    return { kept: false, error: Object.values(error.fields).map(say).join(" ") };
  }
}

/**
 * Gives completions with an unresolved name the name that is meant, each by itself: one that cannot have it stays as it
 * is. All that it changes is one act, or part of the one that the context has. Throws BadFields, NotFound, Forbidden.
 */
export async function acceptName(acceptance: Acceptance, context: WriteContext): Promise<AcceptedAnswer> {
  authorize(mayEditSpellings(context.user));
  const { kind, name, after, keepsSpelling } = acceptance;
  const { completions } = context.data;
  const meant = await findMeant(acceptance, context);
  // One more says whether there are more.
  const holders = await completions.findHolders(kind, name, after, MOST_AT_ONCE + 1);
  if (holders.length === 0 && after === 0) throw new NotFound("no-unknown-name", { name });
  const now = holders.slice(0, MOST_AT_ONCE);
  const together = context.act === undefined ? withActId(context) : context;
  const stored = new Map(
    (await completions.findAllByIds(now.map(({ id }) => id))).map((each) => [each.id, each]),
  );
  const left: AcceptedAnswer["left"][number][] = [];
  for (const { id } of now) {
    const each = stored.get(id);
    const refusal = each ? await mend(each, name, meant, together) : null;
    if (!each || refusal === null) continue;
    const { challenge } = each;
    const definition = definitionOf(challenge, context);
    const heading = headingOf(definition, presentRow(definition, completionOf(each)));
    left.push({ challenge, filekey: id, heading, error: say(refusal) });
  }
  return {
    changed: now.length - left.length,
    left,
    next: holders.length > now.length ? (now.at(-1)?.seq ?? null) : null,
    name: meant.name,
    spelling: keepsSpelling && after === 0 ? await keepSpelling(name, meant, together) : null,
  };
}

/**
 * Gives completions the names of towers and heroes that the catalogue has now and that they have otherwise, as they were
 * typed before: at most `MOST_AT_ONCE` of each. Those that cannot have it stay, and are listed as unresolved.
 */
export async function acceptListed(context: WriteContext): Promise<void> {
  const { data } = context;
  const catalogue = await data.catalogue.newest();
  const counts = await data.completions.countUnresolved();
  // Former names become those of today by themselves (rename.server.ts).
  const isListed = (name: string): boolean =>
    catalogue.find(name) !== null && catalogue.todaysNameOf(name) === name;
  const names = new Set(
    counts.flatMap(({ kind, name }) => (kind === "tower" && isListed(name) ? [name] : [])),
  );
  for (const name of names)
    await acceptName(
      { kind: "tower", name, as: name, keepsSpelling: false, after: 0 },
      { ...context, catalogue },
    );
}
