import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { ogIdentityOf } from "../../../domain/challenges/fields.ts";
import { endWish, ownWishes, removeWishes, wish, wishes } from "../../../domain/contract/coverage.ts";
import type { Catalogue } from "../../../domain/game/catalogue.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { MOST_OPEN_WISHES } from "../../../domain/limits.ts";
import { shareOf } from "../../../domain/lists/share.ts";
import type { User } from "../../../server/auth/user.ts";
import { BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { QueryOf, Router, WriteContext } from "../../api/router.server.ts";
import { readReason } from "../completions/submission-form.server.ts";
import { type Candidate, isPossible, isTaken, present } from "../coverage/undone.server.ts";
import type { ListedMap } from "../maps/repository.server.ts";
import type { WishedFor } from "./repository.server.ts";

const MOST_LISTED = 100;

const namesIn = (text: string): string[] => text.split(",").flatMap((each) => each.trim() || []);

/** Returns the towers of a text as a completion has them; a name that is none of the game's stays. */
const identityIn = (text: string, catalogue: Catalogue): string =>
  JSON.stringify([
    namesIn(text)
      .map((name) => catalogue.find(name)?.name ?? name)
      .sort(),
  ]);

const wishedFor = (definition: ChallengeDefinition, { towers, map }: Candidate): WishedFor => ({
  challenge: definition.key,
  towers:
    shareOf(definition) === "maps"
      ? ""
      : (ogIdentityOf(definition, { towers: towers.map(({ name }) => name) }) ?? ""),
  map: map?.id ?? null,
});

/** Returns what a stored wish is for; null if its challenge, its map or one of its towers is gone. */
function candidateOf(
  { challenge, towers, map }: WishedFor,
  maps: readonly ListedMap[],
  catalogue: Catalogue,
  { challenges }: Deps,
) {
  const definition = challenges.get(challenge);
  const on = map === null ? null : maps.find(({ id }) => id === map);
  const names: readonly string[] = towers === "" ? [] : (JSON.parse(towers)[0] ?? []);
  const found = names.flatMap((name) => catalogue.find(name) ?? []);
  if (!definition || on === undefined || found.length < names.length) return null;
  return { definition, candidate: { towers: found, map: on } };
}

/** Reads which one a form is about. Throws BadForm and NotFound. */
async function readCandidate(
  texts: Readonly<Partial<Record<string, string>>>,
  { data, challenges, catalogue }: WriteContext,
) {
  const definition = challenges.get(asWritten(texts.challenge ?? "").toLowerCase());
  if (!definition)
    throw new BadForm("not-a-choice", {
      subject: { field: "challenge" },
      choices: [...challenges.keys()],
    });
  const towers = namesIn(texts.towers ?? "").map((name) => {
    const tower = catalogue.find(name);
    if (!tower) throw new BadForm("not-a-tower", { subject: { field: "towers" }, name });
    return tower;
  });
  const map = asWritten(texts.map ?? "");
  const found = map === "" ? null : await data.maps.findByName(map);
  const listed = (await data.maps.findAllByDifficulty()).find(({ id }) => id === found?.id);
  if (map !== "" && !listed) throw new NotFound("no-such-map", { map });
  return { definition, candidate: { towers, map: listed ?? null } };
}

/** Returns what is wished for most. Throws NotFound. */
async function listWanted({ challenge, towers, map, count }: QueryOf<typeof wishes>, deps: Deps) {
  const { data } = deps;
  const found = map === null ? null : await data.maps.findByName(map);
  if (map !== null && !found) throw new NotFound("no-such-map", { map });
  const by = {
    challenge: challenge?.toLowerCase() ?? null,
    towers: towers === null ? null : identityIn(towers, await data.catalogue.current()),
    map: found?.id ?? null,
  };
  const [rows, maps, catalogue] = await Promise.all([
    data.wishes.listWanted(by, count),
    data.maps.findAllByDifficulty(),
    data.catalogue.current(),
  ]);
  const results = rows.flatMap(({ wishes: total, ...row }) => {
    const known = candidateOf(row, maps, catalogue, deps);
    return known ? [{ ...present(known.definition, known.candidate, catalogue), wishes: total }] : [];
  });
  return { results };
}

async function listOwn(user: User, deps: Deps) {
  const { data } = deps;
  const [rows, maps, catalogue] = await Promise.all([
    data.wishes.listOwn(user.id, MOST_LISTED),
    data.maps.findAllByDifficulty(),
    data.catalogue.current(),
  ]);
  const results = rows.flatMap(({ id, at, reason, filekey, ...row }) => {
    const known = candidateOf(row, maps, catalogue, deps);
    if (!known) return [];
    const { challenge, heading, towers, map } = present(known.definition, known.candidate, catalogue);
    return [
      { wish: id, challenge, heading, towers: towers.map(({ name }) => name), map, at, filekey, reason },
    ];
  });
  return { results };
}

/** Wishes for what a form names. Throws BadForm, NotFound, Conflict. */
async function add(form: ReceivedForm, context: WriteContext): Promise<void> {
  const { data, user, now, catalogue } = context;
  const { definition, candidate } = await readCandidate(textsOf(form), context);
  if (!isPossible(definition, candidate, catalogue)) throw new BadForm("wish-impossible");
  if (await isTaken(definition, candidate, data)) throw new Conflict("wish-taken");
  const it = wishedFor(definition, candidate);
  const added = { ...it, id: crypto.randomUUID(), person: user.id, at: now.toISOString() };
  if (await data.wishes.add(added, MOST_OPEN_WISHES)) return;
  const own = await data.wishes.findOwn(user.id, it);
  if (own?.reason) throw new Conflict("wish-removed", { reason: own.reason });
  if (own) throw new Conflict("wished-already");
  throw new Conflict("too-many-wishes", { most: MOST_OPEN_WISHES });
}

export function wishRoutes(router: Router, deps: Deps): void {
  const { data } = deps;
  router.read(wishes, (query) => listWanted(query, deps));
  router.personal(ownWishes, (_, user) => listOwn(user, deps));
  router.act(wish, add);
  router.act(endWish, async (form, { user }) => {
    if (!(await data.wishes.end(asWritten(textsOf(form).wish ?? ""), user.id)))
      throw new NotFound("no-such-wish");
  });

  router.act(removeWishes, async (form, context) => {
    const { user, now } = context;
    const texts = textsOf(form);
    const reason = readReason(texts.reason ?? "", "no-wish-reason");
    const { definition, candidate } = await readCandidate(texts, context);
    const by = { reason, by: user.id, at: now.toISOString() };
    if (!(await data.wishes.remove(wishedFor(definition, candidate), by))) throw new NotFound("no-such-wish");
  });
}
