import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { useAnnouncement } from "../../../../ui/announce.ts";
import { FilterForm } from "../../../../ui/components/FilterForm.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { NothingFound } from "../../../../ui/components/layout.tsx";
import { SelectField } from "../../../../ui/components/SelectField.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { withStatus } from "../../../../ui/outcome.server.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import type { Route } from "./+types/route";
import classes from "./balance-changes.module.css";
import { ChangeList } from "./ChangeList.tsx";
import { loadBalanceChanges } from "./load.server.ts";

export const loader = async ({ url, context }: Route.LoaderArgs) =>
  withStatus(await loadBalanceChanges(url.searchParams, context.get(pageContext)));

type Page = Route.ComponentProps["loaderData"];

const titleOf = ({ parameters: { tower } }: Pick<Page, "parameters">): string =>
  tower ? `${HEADINGS.balanceChanges} of ${tower}` : HEADINGS.balanceChanges;

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (!page) return [];
  return pageMeta(args, titleOf(page), {
    url: pages.balanceChanges(page.parameters),
    description: `${page.changes.length} buffs, nerfs and other changes.`,
  });
};

/** "1 change" */
const changesInWords = ({ changes }: Page): string =>
  changes.length === 1 ? "1 change" : `${changes.length} changes`;

/** "Balance Changes of Quincy: 12 changes in version 50.0 to 52.0" */
function shownInWords(page: Page): string {
  const { version, version_end: end } = page.parameters;
  const versions = [version, end].filter(Boolean).join(" to ");
  return `${titleOf(page)}: ${changesInWords(page)}${versions && ` in version ${versions}`}`;
}

export default function BalanceChangesPage({ loaderData: page }: Route.ComponentProps) {
  const { parameters, changes, error } = page;
  const { user } = useSignIn();
  useAnnouncement(error === null ? shownInWords(page) : null);
  return (
    <>
      <h1>{titleOf(page)}</h1>
      <Filters page={page} />
      {user?.isHelper && (
        <p className={controls.row}>
          <Link to={pages.modifyBalanceChanges()} className={layout.action}>
            Add a balance change
          </Link>
          <Link to={pages.gameVersions()} className={layout.action}>
            When versions came out
          </Link>
          <Link to={pages.game()} className={layout.action}>
            Towers and heroes
          </Link>
        </p>
      )}
      {error !== null && <p role="alert">{error}</p>}
      {error === null && <p className={classes.found}>{changesInWords(page)}</p>}
      {changes.length === 0 && error === null && (
        <NothingFound>
          <p>No balance changes match.</p>
          <Link to={pages.balanceChanges()}>Show all</Link>
        </NothingFound>
      )}
      <ChangeList changes={changes} isOneTower={parameters.tower !== undefined} heading="h2" folded />
    </>
  );
}

function Filters({ page: { parameters, towers, versions } }: { page: Page }) {
  const options = versions.map((version) => ({ value: version, label: version }));
  return (
    <FilterForm
      label="Filter the balance changes"
      parameters={parameters}
      addressOf={pages.balanceChanges}
      lead={
        <SelectField
          name="tower"
          label="Tower or hero"
          none="All"
          value={parameters.tower ?? ""}
          options={towers}
        />
      }
    >
      <SelectField
        name="version"
        label="Version"
        none="All"
        value={parameters.version ?? ""}
        options={options}
      />
      <SelectField
        name="version_end"
        label="Up to version"
        none="This version only"
        value={parameters.version_end ?? ""}
        options={options}
      />
    </FilterForm>
  );
}
