import { Alert, Button, Checkbox, FileInput, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { data, Link, useLocation, useNavigate } from "react-router";
import { type MapInfo, type MapInfoAnswer, mapInfo } from "../../../contract/maps.ts";
import { mapSchema } from "../../../derive/reference-forms.ts";
import { DIFFICULTIES } from "../../../game/facts.ts";
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
import { difficultyName } from "../maps/facts.ts";
import { MapPicture } from "../maps/MapPicture.tsx";
import type { Route } from "./+types/route";
import classes from "./add-map.module.css";

/** Pictures that the server takes. */
const ACCEPTED = "image/jpeg,image/png,image/gif,image/webp,image/apng";

export const handle: SignInHandle = { signIn: "needed" };

/** The map to edit, if the address names one. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const map = url.searchParams.get("map")?.trim() ?? "";
  if (map === "") return data({ info: null, error: null });
  const { body, error, status } = await ask(context.get(pageContext), mapInfo, { map });
  return data({ info: body, error }, { status });
}

const titleOf = (info: MapInfo | null): string => (info ? `Edit ${info.map}` : "Add a Map");

export const meta: Route.MetaFunction = (args) => pageMeta(args, titleOf(args.loaderData?.info ?? null));

/** What was saved before the form was shown anew. */
interface Saved {
  readonly savedMap?: string;
}

export default function AddMapPage({ loaderData: { info, error } }: Route.ComponentProps) {
  const location = useLocation();
  const { savedMap } = (location.state as Saved | null) ?? {};
  return (
    <>
      <p>
        <Link to={pages.maps(info ? { map: info.map } : {})}>Back to {info ? info.map : "Maps"}</Link>
      </p>
      <h1>{titleOf(info)}</h1>
      <RequireSignIn audience="helper">
        {error !== null && (
          <p role="alert">
            {error} <Link to={pages.addMap()}>Add a map</Link> instead?
          </p>
        )}
        {savedMap !== undefined && (
          <Alert color="reed" role="status">
            Successfully added/edited map. <Link to={pages.maps({ map: savedMap })}>Look at {savedMap}</Link>
          </Alert>
        )}
        {error === null && <MapForm key={location.key} info={info} />}
      </RequireSignIn>
    </>
  );
}

/** Every field of a map, in SPEC's order; filled in with what is recorded of `info`. */
function MapForm({ info }: { info: MapInfoAnswer | null }) {
  const { post } = useApi();
  const navigate = useNavigate();
  const checked = useCheckedForm(mapSchema(info?.length), "Error adding map", async (form) => {
    await post(api.addMap(), form);
    const savedMap = String(form.get("map")).trim();
    const state: Saved = { savedMap };
    // Shown anew, with what is recorded now.
    await navigate(pages.addMap(info ? { map: savedMap } : {}), { replace: true, state });
    return null;
  });
  const { problems, action } = checked;
  const input = (name: keyof MapInfo, label: string) => ({
    name,
    label,
    defaultValue: String(info?.[name] ?? ""),
    error: problems[name],
  });
  const count = { type: "number", inputMode: "numeric", min: 0, step: 1, withAsterisk: true } as const;
  return (
    <form {...checked.form} className={formClasses.form}>
      {info && <input type="hidden" name="oldMap" value={info.map} />}
      {info && <input type="hidden" name="revision" value={info.revision} />}
      <TextInput {...input("map", "Name")} withAsterisk maxLength={60} />
      <TextInput {...input("abbreviation", "Abbreviation")} withAsterisk maxLength={20} />
      <NativeSelect
        {...input("difficulty", "Difficulty")}
        withAsterisk
        data={[
          { value: "", label: "Choose one" },
          ...DIFFICULTIES.map((value) => ({ value, label: difficultyName({ difficulty: value }) })),
        ]}
      />
      <TextInput {...input("version", "Version added")} placeholder="44 or 44.1" maxLength={20} />
      <Box name="hasLOS" label="Has obstacles that block the line of sight" value={info?.hasLOS} />
      <Box name="hasWater" label="Has water" value={info?.hasWater} />
      <TextInput
        {...input("length", "Average path length (RBS)")}
        type="number"
        inputMode="decimal"
        min={0}
        step={0.1}
        withAsterisk
      />
      <Textarea {...input("lengthNotes", "About the length")} autosize minRows={2} maxLength={2000} />
      <TextInput {...input("numEntrances", "Number of entrances")} {...count} />
      <TextInput {...input("numExits", "Number of exits")} {...count} />
      <TextInput {...input("numObjects", "Number of removable objects")} {...count} />
      <TextInput {...input("removalCost", "Cost of removing the objects")} maxLength={200} />
      <Textarea
        {...input("removalCostNotes", "About the removal cost")}
        autosize
        minRows={2}
        maxLength={2000}
      />
      <Textarea {...input("miscNotes", "Other notes")} autosize minRows={2} maxLength={2000} />
      {info?.image && (
        <div className={classes.picture}>
          <MapPicture info={info} />
        </div>
      )}
      <FileInput
        name="image"
        label="Picture"
        description="JPEG, PNG, GIF, WebP or APNG"
        accept={ACCEPTED}
        clearable
        placeholder={info?.image ? "Keep the one there is" : "Choose a file"}
        error={problems.image}
      />
      <FormResult checked={checked} />
      <Button type="submit" loading={action.isRunning} className={formClasses.submit}>
        {info ? "Save map" : "Add map"}
      </Button>
    </form>
  );
}

/** A box whose absence says No; where neither was recorded, saving decides it. */
function Box({
  name,
  label,
  value,
}: {
  name: string;
  label: string;
  value: MapInfo["hasWater"] | undefined;
}) {
  return (
    <Checkbox
      name={name}
      label={label}
      defaultChecked={value === 1}
      description={
        value === null ? "Not recorded so far: saving records Yes or No, as the box says." : undefined
      }
    />
  );
}
