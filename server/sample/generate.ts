import type { ChallengeDefinition } from "../../challenges/define.ts";
import { CHALLENGES } from "../../challenges/index.ts";
import { fieldsOfKind } from "../../derive/fields.ts";
import { emptySlots } from "../../fields/slots.ts";
import type { NewCompletion } from "../data/completions/states.ts";
import { notesOn } from "./notes.ts";
import { pickPeople } from "./people.ts";
import { PICTURE_COUNT } from "./pictures.ts";
import { type Random, seeded } from "./random.ts";
import { RECIPES } from "./recipes/index.ts";
import type { Recipe, Run } from "./recipes/run.ts";
import { dateOf, timeOf, versionOn } from "./versions.ts";

/** Which bytes stand under a media key: one of the drawn pictures by number, or the video clip. */
export type SampleFile = number | "clip";

export interface SampleMedia {
  /** FILEKEY for the proof, FILEKEY/attach/UUID for an attachment. */
  readonly key: string;
  readonly file: SampleFile;
}

export interface SampleCompletion {
  /** The challenge's key. */
  readonly challenge: string;
  readonly completion: NewCompletion;
  readonly media: readonly SampleMedia[];
}

/** Ids of accounts that nobody can sign in with. */
const MEMBER = "sample-member";
const HELPER = "sample-helper";

/** A helper has not looked at some of the newest yet: this share of all is new, this share of the new waits. */
const NEW = 0.036;
const WAITING = 0.5;

const SECONDS_PER_DAY = 86_400;

/** About half of the newest runs, never a showcase. */
function drawPending(runs: readonly Run[], random: Random): ReadonlySet<Run> {
  const newest = runs.toSorted((one, other) => other.day - one.day).slice(0, Math.ceil(runs.length * NEW));
  return new Set(newest.filter(({ showcase }) => random.chance(WAITING) && !showcase));
}

const drawPicture = (random: Random): SampleFile => random.integer(0, PICTURE_COUNT - 1);
const drawFile = (random: Random, clips: number): SampleFile =>
  random.chance(clips) ? "clip" : drawPicture(random);

/** The proof, where it was uploaded, then the attachments: one run in five has some. */
function drawMedia(id: string, { showcase }: Run, uploaded: boolean, random: Random): SampleMedia[] {
  const proof = uploaded ? [{ key: id, file: showcase ? drawPicture(random) : drawFile(random, 0.04) }] : [];
  const count = random.chance(0.2) || showcase ? random.integer(1, 3) : 0;
  const attachments = Array.from({ length: count }, () => ({
    key: `${id}/attach/${random.uuid()}`,
    file: drawFile(random, 0.15),
  }));
  return [...proof, ...attachments];
}

/** A run as its player submitted it, at most nine days later; verified at once unless it is pending. */
function submit(run: Run, people: readonly string[], pending: boolean, random: Random) {
  const id = random.uuid();
  const uploaded = random.chance(0.5) || run.showcase;
  const completion: NewCompletion = {
    ...emptySlots(),
    id,
    map: run.map,
    towers: run.towers,
    upgrades: run.upgrades,
    people,
    money: run.money,
    completionType: run.completionType,
    og: run.og,
    version: run.dated ? versionOn(run.day, random) : null,
    date: run.dated ? dateOf(run.day) : null,
    notes: notesOn(run, random),
    link: uploaded ? null : `https://example.org/sample/${id}`,
    pending: pending ? MEMBER : null,
    submittedBy: MEMBER,
    createdAt: timeOf(run.day + random.integer(0, 9), random.integer(0, SECONDS_PER_DAY - 1)),
    verifiedBy: pending ? null : HELPER,
    sample: true,
  };
  return { completion, media: drawMedia(id, run, uploaded, random) };
}

function generateFor(definition: ChallengeDefinition, recipe: Recipe): SampleCompletion[] {
  // A stream of its own, so that a change to one recipe leaves the other challenges' rows as they were.
  const random = seeded(definition.key);
  const runs = recipe(random);
  const pending = drawPending(runs, random);
  const players = fieldsOfKind(definition, "person").length;
  return runs.map((run) => ({
    challenge: definition.key,
    ...submit(run, pickPeople(random, players), pending.has(run), random),
  }));
}

/** The sample data of all challenges that have a recipe: the same rows under the same ids every time. */
export function generateSample(): readonly SampleCompletion[] {
  return [...CHALLENGES.values()].flatMap((definition) => {
    const recipe = RECIPES[definition.key];
    return recipe ? generateFor(definition, recipe) : [];
  });
}
