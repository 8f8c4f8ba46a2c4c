import type { FieldChange } from "../../contract/history.ts";

/** A value as people read it. */
function shown(value: FieldChange["before"]): string {
  if (value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** Fields that changed, each with what it was and what it became. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <ul>
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          {label}: {shown(before)} → {shown(after)}
        </li>
      ))}
    </ul>
  );
}
