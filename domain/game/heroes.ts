import { type Hero, START_CASH } from "./facts.ts";

/** The facts of one hero. Costs as in towers.ts; a version or date is null where unknown. */
type Row = readonly [
  /** What the index stores. */
  name: string,
  /** Accepted as an alias. */
  fullName: string,
  addedVersion: string | null,
  addedDate: string | null,
  baseCost: number,
  hardCost: number,
];

/** The 18 heroes in order of release. Game version 56.3. */
const ROWS: readonly Row[] = [
  ["Quincy", "Quincy", "1", null, 540, 585],
  ["Gwen", "Gwendolin", "1", null, 725, 785],
  ["Jones", "Striker Jones", "1", null, 700, 755],
  ["Obyn", "Obyn Greenfoot", "1", null, 650, 700],
  ["Churchill", "Captain Churchill", null, "2018-07-23", 2000, 2160],
  ["Benjamin", "Benjamin", null, "2018-08-23", 1200, 1295],
  ["Ezili", "Ezili", null, "2018-12-13", 550, 595],
  ["Pat", "Pat Fusty", null, "2019-03-04", 800, 865],
  ["Adora", "Adora", null, "2019-12-12", 1000, 1080],
  ["Brickell", "Admiral Brickell", null, "2020-05-26", 900, 970],
  ["Etienne", "Etienne", null, "2020-09-01", 650, 700],
  ["Sauda", "Sauda", null, "2021-03-10", 600, 650],
  ["Psi", "Psi", null, "2021-06-03", 1000, 1080],
  ["Geraldo", "Geraldo", null, "2022-04-12", 750, 810],
  ["Corvus", "Corvus", "40", "2023-12-05", 1325, 1430],
  ["Rosalia", "Rosalia", "43", "2024-05-28", 875, 945],
  ["Silas", "Silas", "50", null, 850, 920],
  ["Dan", "Dan D'Monke", "55", null, 650, 700],
];

export const HEROES: readonly Hero[] = ROWS.map(
  ([name, fullName, addedVersion, addedDate, baseCost, hardCost]) => ({
    name,
    fullName,
    addedVersion,
    addedDate,
    baseCost,
    hardCost,
    affordableAtStart: hardCost <= START_CASH,
  }),
);
