import { Catalogue } from "../domain/game/catalogue.ts";
import { SEEDED_CATALOGUE } from "../domain/game/seeded-catalogue.ts";

/** The catalogue that an empty database begins with. */
export const FACTS = new Catalogue(SEEDED_CATALOGUE);
