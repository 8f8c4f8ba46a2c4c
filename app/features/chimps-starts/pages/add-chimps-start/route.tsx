import { Link } from "react-router";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import { START_FIELDS } from "../../../../../domain/nouns/fields.ts";
import { FormHead } from "../../../../ui/components/FormHead.tsx";
import { NounForm, useNounForm } from "../../../../ui/components/NounForm.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";

const TITLE = "Add a CHIMPS Start";

export const handle: SignInHandle = { signIn: "needed" };

export async function loader({ url, context }: Route.LoaderArgs) {
  const all = await context.get(pageContext).reads.maps.all();
  const maps = all.map(({ map, abbreviation }) => ({
    name: map,
    spellings: [abbreviation],
  }));
  const mapGiven = url.searchParams.get("map");
  return { maps, chosen: maps.find(({ name }) => name === mapGiven)?.name ?? "" };
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, TITLE);

export default function AddChimpsStartPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <FormHead back={<Link to={pages.chimpsStarts()}>Back to CHIMPS Starts</Link>}>{TITLE}</FormHead>
      <RequireSignIn audience="helper">
        <StartForm {...loaderData} />
      </RequireSignIn>
    </>
  );
}

function StartForm({ maps, chosen }: Route.ComponentProps["loaderData"]) {
  const { post } = useApi();
  const state = useNounForm({
    fields: START_FIELDS,
    start: { map: chosen },
    keeps: ["map"],
    failed: "Error adding CHIMPS start",
    async send(form) {
      await post(api.addChimpsStart(), form);
      const map = String(form.get("map"));
      return (
        <>
          Successfully added CHIMPS start. <Link to={pages.chimpsStarts({ map })}>See those on {map}</Link>
        </>
      );
    },
  });
  return <NounForm state={state} choices={{ map: maps }} submit="Add CHIMPS start" />;
}
