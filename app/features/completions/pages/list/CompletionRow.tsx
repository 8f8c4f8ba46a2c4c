import { mediaUrl, pages } from "../../../../../domain/contract/routes.ts";
import { FieldCell } from "../../../../../domain/fields/cells.tsx";
import controls from "../../../../../domain/fields/controls.module.css";
import type { Filter } from "../../../../../domain/fields/kind.ts";
import { OgStamp } from "../../../../../domain/fields/marks/Stamps.tsx";
import { isOfOriginal } from "../../../../../domain/lists/of-original.ts";
import type { WireRow } from "../../../../../domain/lists/row.ts";
import type { Column } from "../../../../../domain/lists/table.ts";
import { after, cleared, keyQueryOf, type ListParameters } from "../../../../../domain/lists/url-state.ts";
import { StandingMark } from "../../../../ui/completions/StandingMark.tsx";
import { Ago } from "../../../../ui/components/Ago.tsx";
import { Icon, type IconName } from "../../../../ui/components/Icon.tsx";
import layout from "../../../../ui/components/layout.module.css";
import classes from "./CompletionTable.module.css";
import pageClasses from "./list.module.css";
import type { ListPageData, ListRows } from "./load.server.ts";
import type { Selection } from "./Selection.tsx";

export interface RowContext {
  readonly page: ListPageData;
  readonly list: ListRows;
  /** The parameters that a row's links add to. */
  readonly requested: ListParameters;
  readonly mediaOrigin: string | null;
  readonly selection: Selection | null;
  readonly isForMembers: boolean;
}

/** Returns a proof's icon, judging by its address: an upload is mostly a picture. */
function iconOf(link: unknown): IconName {
  if (typeof link !== "string") return "picture";
  if (/youtu\.?be|twitch\.tv|bilibili|\.(mp4|webm|ogg)\b/i.test(link)) return "play";
  return /imgur|\.(png|jpe?g|gif|webp)\b/i.test(link) ? "picture" : "link";
}

/**
 * Links to proof and notes, "Link | Notes", and whether it is a record. On a phone the first is a button and the
 * second covers the whole row.
 */
function Info({ row, context: { page, list, mediaOrigin } }: { row: WireRow; context: RowContext }) {
  const { challenge } = page;
  const standing = list.standings[String(row.filekey)];
  const proof = typeof row.link === "string" ? row.link : mediaUrl(String(row.filekey), mediaOrigin);
  return (
    <>
      <a
        href={proof}
        target="_blank"
        rel="noopener nofollow ugc"
        aria-label="Link to the proof"
        className={`${controls.button} ${classes.proof}`}
      >
        <Icon name={iconOf(row.link)} />
        <span>Link</span>
      </a>
      <a
        href={pages.notes(challenge.key, keyQueryOf(challenge.keys, row))}
        className={classes.notes}
        data-completion=""
      >
        Notes
      </a>
      {standing && <StandingMark standing={standing} />}
    </>
  );
}

/** The OG mark, which links to the original's further information. */
function OgMark({ row, context: { page } }: { row: WireRow; context: RowContext }) {
  const { challenge } = page;
  return (
    <a
      href={pages.extraInfo(challenge.key, keyQueryOf(challenge.keys, row))}
      className={classes.og}
      title="More about this original"
      data-completion=""
    >
      <OgStamp isPending={row.pending !== null} />
    </a>
  );
}

const isMark = (cell: Column["cell"]): cell is "og" | "flag" => cell === "og" || cell === "flag";

/** Returns what to show where a row has nothing in a column; null if it has something. A phone hides such cells. */
function absence(column: Column, row: WireRow): string | null {
  if (row.og !== true && isMark(column.cell)) return "–";
  if (isOfOriginal(column, row)) return "N/A";
  return column.cell !== "info" && (row[column.name] ?? null) === null ? "–" : null;
}

/** One value of a row. Nothing else decides how a value looks. */
function Cell({ column, row, context }: { column: Column; row: WireRow; context: RowContext }) {
  const { page, list, requested } = context;
  const absent = absence(column, row);
  if (absent !== null) return <span className={layout.quiet}>{absent}</span>;
  if (column.cell === "info") return <Info row={row} context={context} />;
  if (isMark(column.cell)) return <OgMark row={row} context={context} />;
  return (
    <FieldCell
      kind={column.cell}
      value={row[column.name] ?? null}
      upgrades={row[column.upgrades ?? ""] ?? null}
      marks={list.marks}
      narrowed={(parameter, value) => addedAddress(page, requested, parameter, value)}
    />
  );
}

function RowBox({ row, selection }: { row: WireRow; selection: Selection }) {
  const filekey = String(row.filekey);
  return (
    <input
      type="checkbox"
      checked={selection.selected.has(filekey)}
      onChange={(event) => selection.select([filekey], event.currentTarget.checked)}
      aria-label="Select this completion"
    />
  );
}

/** When a row was verified or, if it is pending, submitted. */
function Appeared({ row, at, className }: { row: WireRow; at: string; className: string | undefined }) {
  return (
    <span className={className}>
      {row.pending !== null && <span className={classes.submitted}>submitted </span>}
      <Ago at={at} className={classes.ago} />
    </span>
  );
}

/** A completion's row. Roles are explicit, because the phone's layout takes them away in some browsers. */
export function CompletionRow({
  row,
  appeared,
  context,
}: {
  row: WireRow;
  /** ISO 8601; null: not known. */
  appeared: string | null;
  context: RowContext;
}) {
  const { page, list, selection, isForMembers } = context;
  const isPending = row.pending !== null;
  const edit = isPending ? "Edit or Verify" : "Edit";
  const players = list.columns.filter((column) => column.cell === "person");
  // Of two players' cells one has "(Pending)" and the other the day: in one both would take three lines.
  const [firstPlayer, lastPlayer] = [players[0], players.at(-1)];
  return (
    <tr role="row" data-pending={isPending}>
      {isForMembers && (
        <td role="cell" className={pageClasses.forMembers} data-label="Select" data-cell="select">
          {selection?.mayChange(row) && <RowBox row={row} selection={selection} />}
        </td>
      )}
      {list.columns.map((column) => (
        <td
          key={column.name}
          role="cell"
          data-label={column.label}
          data-cell={column.cell}
          data-extra={column.ogExtra || undefined}
          data-absent={absence(column, row) !== null || undefined}
        >
          <span className={classes.value}>
            <Cell column={column} row={row} context={context} />
            {column === lastPlayer && isPending && (
              <em className={classes.pending}>
                {" (Pending"}
                {list.takers[String(row.filekey)] && (
                  <span className={classes.more}>; another was verified first</span>
                )}
                )
              </em>
            )}
            {column === firstPlayer && appeared !== null && (
              <Appeared row={row} at={appeared} className={`${layout.quiet} ${classes.under}`} />
            )}
          </span>
        </td>
      ))}
      <td role="cell" data-label="Verified" data-cell="appeared" data-absent={appeared === null || undefined}>
        {appeared === null ? (
          <span className={layout.quiet}>not known</span>
        ) : (
          <Appeared row={row} at={appeared} className={layout.quiet} />
        )}
      </td>
      {isForMembers && (
        <td
          role="cell"
          className={pageClasses.forMembers}
          data-label="Edit"
          data-cell="edit"
          data-words={edit}
        >
          {selection?.mayChange(row) && (
            <a href={pages.editForm(page.challenge.key, keyQueryOf(page.challenge.keys, row))}>{edit}</a>
          )}
        </td>
      )}
    </tr>
  );
}

type Parameter = keyof ListPageData["places"];
type Page = Pick<ListPageData, "challenge" | "chips" | "places">;

/**
 * Returns where a value in a row leads: to the list with it as one more filter or, if it is one already, to the list
 * of it alone.
 */
export function addedAddress(
  page: Page,
  requested: ListParameters,
  parameter: Parameter,
  value: string,
): string {
  const { challenge, chips, places } = page;
  const isSame = ([name, each]: Filter): boolean =>
    name === parameter && each.toLowerCase() === value.toLowerCase();
  const there = chips.filter(({ filters }) => filters.some(isSame));
  if (there.some(({ isTyped }) => !isTyped))
    return pages.list(challenge.key, { [parameter]: value, ...cleared(requested) });
  // What the text was read as becomes that filter, instead of being there twice.
  const read = there.flatMap(({ keep }) => keep ?? [])[0];
  const add = { filter: [parameter, value] as const, places: places[parameter] };
  return pages.list(challenge.key, after(requested, read ?? { add }));
}
