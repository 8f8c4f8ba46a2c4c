import { Alert, Autocomplete, Button, NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { balanceChangeSchema } from "../../../derive/reference-forms.ts";
import { ChoiceInput } from "../../../fields/choice/ChoiceInput.tsx";
import { NATURES } from "../../../game/facts.ts";
import { api, pages } from "../../../routes.ts";
import { FormResult } from "../../components/FormResult.tsx";
import { pageContext } from "../../context.ts";
import { pageMeta } from "../../meta.ts";
import { RequireSignIn } from "../../sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../sign-in/SignInProvider.tsx";
import { useApi } from "../../sign-in/use-api.ts";
import { useCheckedForm } from "../../sign-in/use-checked-form.ts";
import { ChangeList, NATURE_NAMES } from "../balance-changes/ChangeList.tsx";
import { loadBalanceChanges } from "../balance-changes/load.server.ts";
import formClasses from "../form/form.module.css";
import type { Route } from "./+types/route";

const TITLE = "Modify Balance Changes";

export const handle: SignInHandle = { signIn: "needed" };

/** All of them: the page shows those of the tower that is being worked on. */
export const loader = ({ context }: Route.LoaderArgs) =>
  loadBalanceChanges(new URLSearchParams(), context.get(pageContext));

export const meta: Route.MetaFunction = (args) => pageMeta(args, TITLE);

export default function ModifyBalanceChangesPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={pages.balanceChanges()}>Back to Balance Changes</Link>
      </p>
      <h1>{TITLE}</h1>
      <RequireSignIn audience="helper">
        <Workbench {...loaderData} />
      </RequireSignIn>
    </>
  );
}

function Workbench({ towers, versions, changes }: Route.ComponentProps["loaderData"]) {
  const { post } = useApi();
  const { revalidate } = useRevalidator();
  const [tower, setTower] = useState("");
  const [version, setVersion] = useState("");
  const [isAdded, setAdded] = useState(false);
  const checked = useCheckedForm(balanceChangeSchema, "Error adding balance change", async (data, form) => {
    setAdded(false);
    await post(api.addBalanceChange(), data);
    await revalidate();
    // Tower and version stay: a version usually changes several things.
    form.reset();
    setAdded(true);
    return null;
  });
  const { problems, action } = checked;
  const ofTower = changes.filter((change) => change.tower === tower);
  return (
    <>
      <form {...checked.form} className={formClasses.form}>
        <ChoiceInput
          name="tower"
          label="Tower or hero"
          choices={towers.flatMap(({ items }) => items.map(({ value }) => ({ name: value, spellings: [] })))}
          value={tower}
          onChange={setTower}
          error={problems.tower ?? null}
          required
        />
        <Autocomplete
          name="version"
          label="Version"
          description="One that is there, or a new one"
          data={versions}
          value={version}
          onChange={setVersion}
          limit={20}
          maxLength={20}
          withAsterisk
          error={problems.version}
        />
        <Textarea
          name="change"
          label="Change"
          placeholder="040 Snowstorm …"
          withAsterisk
          autosize
          minRows={2}
          maxLength={1000}
          error={problems.change}
        />
        <NativeSelect
          name="nature"
          label="Nature"
          withAsterisk
          data={[
            { value: "", label: "Choose one" },
            ...NATURES.map((value) => ({ value, label: NATURE_NAMES[value] })),
          ]}
          error={problems.nature}
        />
        <FormResult checked={checked} />
        {isAdded && (
          <Alert color="reed" role="status">
            Successfully added balance change.
          </Alert>
        )}
        <Button type="submit" loading={action.isRunning} className={formClasses.submit}>
          Add balance change
        </Button>
      </form>
      {tower === "" ? (
        <p>Choose a tower or a hero to see and to delete what is recorded of it.</p>
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
