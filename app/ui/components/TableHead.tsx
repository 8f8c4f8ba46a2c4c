/** The head of a table by its columns' headings; those of amounts are marked for the style sheet. */
export const TableHead = ({
  columns,
  counts = [],
}: {
  columns: readonly string[];
  counts?: readonly string[];
}) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col" data-count={counts.includes(column) ? "" : undefined}>
          {column}
        </th>
      ))}
    </tr>
  </thead>
);
