import { Alert, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { allMaps } from "../../../contract/maps.ts";
import { chimpsStartSchema } from "../../../derive/reference-forms.ts";
import { ChoiceInput } from "../../../fields/choice/ChoiceInput.tsx";
import { api, pages } from "../../../routes.ts";
import { ask } from "../../ask.server.ts";
import { FormResult } from "../../components/FormResult.tsx";
import { pageContext } from "../../context.ts";
import { pageMeta } from "../../meta.ts";
import { RequireSignIn } from "../../sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../sign-in/SignInProvider.tsx";
import { useApi } from "../../sign-in/use-api.ts";
import { useCheckedForm } from "../../sign-in/use-checked-form.ts";
import formClasses from "../form/form.module.css";
import type { Route } from "./+types/route";

const TITLE = "Add a CHIMPS Start";

export const handle: SignInHandle = { signIn: "needed" };

export async function loader({ url, context }: Route.LoaderArgs) {
  const { body } = await ask(context.get(pageContext), allMaps);
  const maps = (body?.results ?? []).map(({ map, abbreviation }) => ({
    name: map,
    spellings: [abbreviation],
  }));
  const wanted = url.searchParams.get("map");
  return { maps, chosen: maps.find(({ name }) => name === wanted)?.name ?? "" };
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, TITLE);

export default function AddChimpsStartPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={pages.chimpsStarts()}>Back to CHIMPS Starts</Link>
      </p>
      <h1>{TITLE}</h1>
      <RequireSignIn audience="helper">
        <StartForm {...loaderData} />
      </RequireSignIn>
    </>
  );
}

function StartForm({ maps, chosen }: Route.ComponentProps["loaderData"]) {
  const { post } = useApi();
  const [map, setMap] = useState(chosen);
  const [added, setAdded] = useState<string | null>(null);
  const checked = useCheckedForm(chimpsStartSchema, "Error adding CHIMPS start", async (data, form) => {
    setAdded(null);
    await post(api.addChimpsStart(), data);
    // The map stays: often one has several to add.
    form.reset();
    setAdded(map);
    return null;
  });
  const { problems, action } = checked;
  return (
    <form {...checked.form} className={formClasses.form}>
      <ChoiceInput
        name="map"
        label="Map"
        choices={maps}
        value={map}
        onChange={setMap}
        error={problems.map ?? null}
        required
      />
      <TextInput name="title" label="Title" withAsterisk maxLength={200} error={problems.title} />
      <TextInput
        name="link"
        type="url"
        label="Link"
        placeholder="https://"
        withAsterisk
        maxLength={2000}
        error={problems.link}
      />
      <FormResult checked={checked} />
      {added !== null && (
        <Alert color="reed" role="status">
          Successfully added CHIMPS start.{" "}
          <Link to={pages.chimpsStarts({ map: added })}>See those on {added}</Link>
        </Alert>
      )}
      <Button type="submit" loading={action.isRunning} className={formClasses.submit}>
        Add CHIMPS start
      </Button>
    </form>
  );
}
