import type { MapInfo } from "../../../../../domain/contract/reference.ts";
import { mediaUrl } from "../../../../../domain/contract/routes.ts";
import { packMapMark } from "../../../../../domain/fields/marks/packed.ts";
import { NOT_KNOWN, nameOfChoice } from "../../../../../domain/game/counted.ts";
import { DIFFICULTIES } from "../../../../../domain/game/facts.ts";
import { compareNames } from "../../../../../domain/game/name-key.ts";
import {
  GALLERY_ORDERS,
  galleryChoices,
  galleryOf,
  readGallery,
  UNKNOWN,
} from "../../../../../domain/lists/gallery.ts";
import { inWords } from "../../../../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../../../../domain/nouns/fields.ts";
import type { Option } from "../../../../ui/components/SelectField.tsx";
import type { PageContext } from "../../../../ui/context.ts";
import { signsOf } from "./map.server.ts";

const unknownOption: Option = { value: UNKNOWN, label: nameOfChoice(NOT_KNOWN) };

const yesNo: readonly Option[] = [{ value: "1", label: "Yes" }, { value: "0", label: "No" }, unknownOption];

const optionOf = (value: string): Option => (value === UNKNOWN ? unknownOption : { value, label: value });

function optionsOf(maps: readonly MapInfo[]) {
  const { versions, entrances } = galleryChoices(maps);
  return {
    difficulty: DIFFICULTIES.map((value) => ({ value, label: nameOfChoice(value) })),
    water: yesNo,
    los: yesNo,
    version: versions.map(optionOf),
    entrances: entrances.map(optionOf),
    sortby: GALLERY_ORDERS.map(([value, label]) => ({ value, label })),
  };
}

function cardOf(info: MapInfo, mediaOrigin: string | null) {
  const { map, difficulty, abbreviation, length, image } = info;
  return {
    map,
    mark: packMapMark(difficulty, abbreviation),
    facts: `${nameOfChoice(difficulty)} · ${length === null ? "length " : ""}${inWords(MAP_FIELDS.length, length)}`,
    signs: signsOf(info),
    picture: image === null ? null : `${mediaUrl(image, mediaOrigin)}?thumbnail`,
  };
}

export type MapTile = ReturnType<typeof cardOf>;

export async function loadGallery(search: URLSearchParams, context: PageContext) {
  const state = readGallery(search);
  const [maps, named] = await Promise.all([
    context.reads.maps.all(),
    // Spellings are needed only when there is a text to find.
    state.q === undefined ? null : context.reads.names.all(),
  ]);
  const spellings = new Map((named?.maps ?? []).map(({ names: [name = "", ...others] }) => [name, others]));
  return {
    kind: "gallery" as const,
    error: null,
    status: 200,
    state,
    names: maps.map(({ map }) => map).sort(compareNames),
    options: optionsOf(maps),
    cards: galleryOf(maps, state, spellings).map((info) => cardOf(info, context.site.mediaOrigin)),
    total: maps.length,
  };
}

export type GalleryData = Awaited<ReturnType<typeof loadGallery>>;
