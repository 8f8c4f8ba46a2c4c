import type { Dump, DumpLicence } from "../../../../domain/contract/dumps.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import { counted } from "../../../../domain/game/counted.ts";
import { DUMP_DAYS } from "../../../../domain/limits.ts";
import { Day, Moment } from "../../../ui/components/Ago.tsx";
import { TableHead } from "../../../ui/components/TableHead.tsx";
import { pageContext } from "../../../ui/context.ts";
import { pageMeta } from "../../../ui/meta.ts";
import type { Route } from "./+types/route";
import classes from "./dump.module.css";

const TITLE = HEADINGS.dump;

export async function loader({ context }: Route.LoaderArgs) {
  const { licence, results } = await context.get(pageContext).reads.dumps.all();
  return { licence, dumps: results };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, TITLE, {
    url: pages.dump(),
    description: "The public part of the index as files, rebuilt every night.",
  });

export default function DumpPage({ loaderData }: Route.ComponentProps) {
  const [newest, ...older] = loaderData.dumps;
  return (
    <div className={classes.dump}>
      <h1>{TITLE}</h1>
      <p>
        The public part of the index, rebuilt every night and kept for {DUMP_DAYS} days: verified completions
        with their extras, maps, players, CHIMPS starts, balance changes, spellings, and their history. Each
        file has one line of JSON per row and is compressed with gzip. The{" "}
        <a href={api.dumpSchema()}>schema</a> describes each line; <code>{api.publicChanges()}</code> lists
        what has changed since.
      </p>
      <Licence licence={newest ? newest.licence : loaderData.licence} />
      {newest ? (
        <>
          <Files dump={newest} />
          {older.length > 0 && <h2>Earlier days</h2>}
          {older.map((dump) => (
            <details key={dump.day}>
              <summary>
                <Day at={dump.day} />, {sizeOf(totalOf(dump))}
              </summary>
              <Files dump={dump} />
            </details>
          ))}
        </>
      ) : (
        <p>No files yet. The first ones are made tonight.</p>
      )}
    </div>
  );
}

function Licence({ licence }: { licence: DumpLicence }) {
  if (licence === null)
    return (
      <p>
        This site has not chosen a licence for its data. Ask the team before you publish it or anything made
        from it.
      </p>
    );
  const { text, address } = licence;
  return (
    <p>
      Licence:{" "}
      {address === null ? (
        text
      ) : (
        <a href={address} rel="license noopener">
          {text}
        </a>
      )}
    </p>
  );
}

const totalOf = ({ files }: Dump): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** "1.2 MB" */
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function Files({ dump: { day, madeAt, files } }: { dump: Dump }) {
  return (
    <div className={classes.scroll}>
      <table>
        <caption>
          <Moment at={madeAt} />, <a href={api.dumpFile(day, "manifest.json")}>manifest</a>
        </caption>
        <TableHead columns={["File", "Rows", "Size", "SHA-256"]} />
        <tbody>
          {files.map(({ file, rows, bytes, sha256 }) => (
            <tr key={file}>
              <th scope="row">
                <a href={api.dumpFile(day, file)} download>
                  {file}
                </a>
              </th>
              <td>{counted(rows)}</td>
              <td>{sizeOf(bytes)}</td>
              <td>
                <code>{sha256}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
