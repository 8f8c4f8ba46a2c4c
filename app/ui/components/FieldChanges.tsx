import type { FieldChange } from "../../../domain/contract/history.ts";

/** Returns a value as people read it. */
function shown(value: FieldChange["before"]): string {
  if (value === null || value === "") return "(nothing)";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** Lists the fields that changed, each with its value before and after. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <ul>
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          {after === true && (before === false || before === null)
            ? label
            : `${label}: ${shown(before)} → ${shown(after)}`}
        </li>
      ))}
    </ul>
  );
}
