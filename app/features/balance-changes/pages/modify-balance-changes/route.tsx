import { Suspense, use } from "react";
import { Link, useRevalidator } from "react-router";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import { BALANCE_FIELDS } from "../../../../../domain/nouns/fields.ts";
import { loadCatalogue } from "../../../../ui/catalogue.ts";
import { FormHead } from "../../../../ui/components/FormHead.tsx";
import { NounForm, useNounForm } from "../../../../ui/components/NounForm.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import { ChangeList } from "../balance-changes/ChangeList.tsx";
import { loadBalanceChanges } from "../balance-changes/load.server.ts";
import type { Route } from "./+types/route";

const TITLE = "Modify Balance Changes";

export const handle: SignInHandle = { signIn: "needed" };

/** Loads all changes. The page shows those of the tower that is chosen. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  return {
    ...(await loadBalanceChanges(new URLSearchParams(), page)),
    catalogue: await page.reads.catalogue.address(),
  };
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, TITLE);

export default function ModifyBalanceChangesPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <FormHead back={<Link to={pages.balanceChanges()}>Back to Balance Changes</Link>}>{TITLE}</FormHead>
      <RequireSignIn audience="helper">
        <Suspense fallback={<p role="status">Opening the form…</p>}>
          <Workbench {...loaderData} />
        </Suspense>
      </RequireSignIn>
    </>
  );
}

function Workbench({ towers, versions, changes, catalogue: address }: Route.ComponentProps["loaderData"]) {
  const { post } = useApi();
  const { revalidate } = useRevalidator();
  const catalogue = use(loadCatalogue(address));
  const state = useNounForm({
    fields: BALANCE_FIELDS,
    catalogue,
    // A version usually changes several things.
    keeps: ["tower", "version"],
    failed: "Error adding balance change",
    async send(form) {
      await post(api.addBalanceChange(), form);
      await revalidate();
      return "Successfully added balance change.";
    },
  });
  const { tower = "" } = state.texts;
  const ofTower = changes.filter((change) => change.tower === tower);
  const choices = {
    tower: towers.flatMap(({ items }) => items.map(({ value }) => ({ name: value, spellings: [] }))),
    version: versions.map((name) => ({ name, spellings: [] })),
  };
  return (
    <>
      <NounForm state={state} choices={choices} submit="Add balance change" />
      {tower === "" ? (
        <p>Choose a tower or a hero to see or delete its changes.</p>
      ) : (
        <>
          <h2>Changes of {tower}</h2>
          {ofTower.length === 0 && <p>Nothing is recorded of {tower} yet.</p>}
          <ChangeList key={tower} changes={ofTower} isOneTower heading="h3" />
        </>
      )}
    </>
  );
}
