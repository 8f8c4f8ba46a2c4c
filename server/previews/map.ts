import { mapInfo } from "../../contract/maps.ts";
import { nameOfChoice } from "../../fields/choice/kind.ts";
import { inWords } from "../../nouns/define.ts";
import { MAP_FIELDS } from "../../nouns/map.ts";
import type { Preview } from "./preview.ts";
import { answerOf, plain, type Reading } from "./reading.ts";

/** Returns the preview of a page about one map, with `words` as its heading; null if there is no such map. */
export async function mapPreview(
  spelling: string,
  words: (map: string) => string,
  reading: Reading,
): Promise<Preview | null> {
  const info = await answerOf(reading, mapInfo, { map: spelling });
  if (!info) return null;
  const { map, difficulty, abbreviation, length, numEntrances, version } = info;
  const plate = { difficulty, abbreviation };
  const facts = [
    length === null ? null : `Length ${inWords(MAP_FIELDS.length, length)}`,
    numEntrances === null ? null : `${numEntrances} ${numEntrances === 1 ? "entrance" : "entrances"}`,
    version === null ? null : `added in ${inWords(MAP_FIELDS.version, version)}`,
  ];
  return plain(reading, words(map), {
    stage: { kind: "words", words: words(map), plate },
    plate,
    heading: nameOfChoice(difficulty),
    line: facts.filter((fact) => fact !== null).join(" · "),
  });
}
