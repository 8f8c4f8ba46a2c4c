import type { Month } from "../../../domain/contract/site.ts";
import { type Database, statement } from "../../../server/db/database.ts";
import { completionsOf, VERIFIED_PART } from "../../../server/db/tags.ts";

/** The statement behind the months: a row for each challenge and month, which triggers count. */
const monthsStatement = () =>
  statement<Month>`select challenge, nullif(month, '') as month, verified as completions, originals
    from month_count where verified > 0 order by challenge, month_count.month`;

export const progressReads = (database: Database) => ({
  /** Lists what was done in each challenge by month, the oldest first; what has no day comes before. */
  listMonths: (): Promise<readonly Month[]> =>
    database.query([completionsOf(null, VERIFIED_PART)], monthsStatement()),
});
