import { Link, useRevalidator } from "react-router";
import { api, pages } from "../../../../domain/contract/routes.ts";
import { Button } from "../../../../domain/fields/controls.tsx";
import { dayInWords } from "../../../../domain/game/day-in-words.ts";
import { versionOrder } from "../../../../domain/game/versions.ts";
import { GAME_VERSION_FIELDS } from "../../../../domain/nouns/fields.ts";
import table from "../../../ui/components/CountTable.module.css";
import { FormHead } from "../../../ui/components/FormHead.tsx";
import { NothingFound } from "../../../ui/components/layout.tsx";
import { NounForm, useNounForm } from "../../../ui/components/NounForm.tsx";
import { TableHead } from "../../../ui/components/TableHead.tsx";
import { pageContext } from "../../../ui/context.ts";
import { pageMeta } from "../../../ui/meta.ts";
import { ActionResult } from "../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../ui/sign-in/SignInProvider.tsx";
import { useApi } from "../../../ui/sign-in/use-api.ts";
import { useDelete } from "../../../ui/sign-in/use-delete.ts";
import type { Route } from "./+types/route";

const TITLE = "Versions of the Game";

export const handle: SignInHandle = { signIn: "needed" };

export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, reads } = context.get(pageContext);
  const versions = await reads.gameVersions.all();
  const orderOf = (version: string): number => versionOrder(version) ?? 0;
  const priced = (await catalogue()).rows.flatMap(({ prices }) => prices.map(({ version }) => version));
  const byOrder = new Map(priced.map((version) => [orderOf(version), version]));
  for (const { version } of versions) byOrder.delete(orderOf(version));
  const unlisted = [...byOrder.values()].toSorted((one, other) => orderOf(other) - orderOf(one));
  return { versions, unlisted };
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, TITLE);

export default function GameVersionsPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <FormHead back={<Link to={pages.balanceChanges()}>Back to Balance Changes</Link>}>{TITLE}</FormHead>
      <p>
        The day a version came out shows whether a completion’s date and version fit together. A version that
        is not listed cannot be checked.
      </p>
      <RequireSignIn audience="helper">
        <Versions {...loaderData} />
      </RequireSignIn>
    </>
  );
}

function Versions({ versions, unlisted }: Route.ComponentProps["loaderData"]) {
  const { post } = useApi();
  const { revalidate } = useRevalidator();
  const { action, remove } = useDelete(revalidate);
  const state = useNounForm({
    fields: GAME_VERSION_FIELDS,
    // One page often has several.
    keeps: ["source"],
    failed: "Error adding version",
    async send(form) {
      await post(api.addGameVersion(), form);
      await revalidate();
      return "Successfully added version.";
    },
  });
  return (
    <>
      <NounForm state={state} submit="Add version" />
      <ActionResult action={action} />
      {unlisted.length > 0 && <p>Prices are known of versions that are not listed: {unlisted.join(", ")}.</p>}
      {versions.length === 0 ? (
        <NothingFound>No version is listed yet.</NothingFound>
      ) : (
        <table className={table.table}>
          <TableHead columns={["Version", "Came out on", "Source", "Change"]} />
          <tbody>
            {versions.map(({ version, releasedOn, source }) => (
              <tr key={version}>
                <th scope="row">{version}</th>
                <td data-label="Came out on">{dayInWords(releasedOn)}</td>
                <td data-label="Source">
                  <a href={source} rel="noreferrer">
                    {new URL(source).hostname}
                  </a>
                </td>
                <td>
                  <Button
                    isSmall
                    disabled={action.isRunning}
                    aria-label={`Delete version ${version}`}
                    onClick={() =>
                      remove({
                        question: `Are you sure you want to delete version ${version}?`,
                        path: api.deleteGameVersion(),
                        fields: { version },
                        done: "Successfully deleted version.",
                        failed: "Error deleting version",
                      })
                    }
                  >
                    Delete
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
