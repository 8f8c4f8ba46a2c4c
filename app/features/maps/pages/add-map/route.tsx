import { useEffect, useState } from "react";
import { data, Link, useLocation, useNavigate } from "react-router";
import type { MapInfo, MapInfoAnswer } from "../../../../../domain/contract/reference.ts";
import { api, mediaUrl, pages } from "../../../../../domain/contract/routes.ts";
import { FileInput } from "../../../../../domain/fields/controls.tsx";
import { readValue } from "../../../../../domain/lists/parameters.ts";
import { MAP_FIELDS } from "../../../../../domain/nouns/fields.ts";
import { Alert } from "../../../../ui/components/Alert.tsx";
import { FormHead } from "../../../../ui/components/FormHead.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { NounForm, useNounForm } from "../../../../ui/components/NounForm.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { answerOrRefusal } from "../../../../ui/outcome.server.ts";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import { useSite } from "../../../../ui/use-site.ts";
import { PICTURES, PICTURES_IN_WORDS } from "../maps/PicturePlace.tsx";
import type { Route } from "./+types/route";
import classes from "./add-map.module.css";

export const handle: SignInHandle = { signIn: "needed" };

/** The map to edit, if the address names one. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const map = url.searchParams.get("map")?.trim() ?? "";
  if (map === "") return data({ info: null, error: null });
  const { reads } = context.get(pageContext);
  const { body, error, status } = await answerOrRefusal(() => reads.maps.info(readValue(map, "map")));
  return data({ info: body, error }, { status });
}

const titleOf = (info: MapInfo | null): string => (info ? `Edit ${info.map}` : "Add a Map");

export const meta: Route.MetaFunction = (args) => pageMeta(args, titleOf(args.loaderData?.info ?? null));

/** Location state: the map that was saved just before this form was shown. */
interface Saved {
  readonly savedMap?: string;
}

export default function AddMapPage({ loaderData: { info, error } }: Route.ComponentProps) {
  const { key, state } = useLocation();
  const saved = state as Saved | null;
  const savedMap = saved?.savedMap;
  // The location whose form was changed or sent since: what was said of the form before it is over.
  const [usedAt, setUsedAt] = useState("");
  const onUse = (): void => setUsedAt(key);
  useEffect(() => {
    // A reload does not repeat it.
    if (saved?.savedMap !== undefined) history.replaceState({ ...history.state, usr: null }, "");
  }, [saved]);
  return (
    <>
      <FormHead
        back={<Link to={pages.maps(info ? { map: info.map } : {})}>Back to {info ? info.map : "Maps"}</Link>}
      >
        {titleOf(info)}
      </FormHead>
      <RequireSignIn audience="helper">
        {error !== null && (
          <p role="alert">
            {error} <Link to={pages.addMap()}>Add a map</Link> instead?
          </p>
        )}
        {savedMap !== undefined && usedAt !== key && (
          <Alert color="reed" role="status">
            Successfully added/edited map. <Link to={pages.maps({ map: savedMap })}>Look at {savedMap}</Link>
          </Alert>
        )}
        {error === null && (
          <div onInput={onUse} onSubmit={onUse}>
            <MapForm key={key} info={info} />
          </div>
        )}
      </RequireSignIn>
    </>
  );
}

function MapForm({ info }: { info: MapInfoAnswer | null }) {
  const { mediaOrigin } = useSite();
  const { post } = useApi();
  const navigate = useNavigate();
  const state = useNounForm({
    fields: MAP_FIELDS,
    recorded: info,
    failed: "Error adding map",
    async send(form) {
      await post(api.addMap(), form);
      const savedMap = String(form.get("map")).trim();
      const saved: Saved = { savedMap };
      // Shows the form afresh, with what is recorded now.
      await navigate(pages.addMap(info ? { map: savedMap } : {}), { replace: true, state: saved });
      return null;
    },
  });
  return (
    <NounForm state={state} submit={info ? "Save map" : "Add map"}>
      {info && <input type="hidden" name="oldMap" value={info.map} />}
      {info && <input type="hidden" name="revision" value={info.revision} />}
      {info?.image && (
        <img
          src={`${mediaUrl(info.image, mediaOrigin)}?thumbnail`}
          alt={`${info.map} as it is shown now`}
          width={320}
          height={200}
          className={`${layout.picture} ${classes.picture}`}
        />
      )}
      <FileInput
        name="image"
        label="Picture"
        description={PICTURES_IN_WORDS}
        accept={PICTURES}
        placeholder={info?.image ? "Keep the current one" : "Choose a file"}
        error={state.checked.problems.image}
      />
    </NounForm>
  );
}
