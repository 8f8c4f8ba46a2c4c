import { Button, Radio } from "@mantine/core";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { type ListState, writeListState } from "../../../derive/url-state.ts";
import { pages } from "../../../routes.ts";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";
import { useChoice } from "./use-choice.ts";

const LABELS = { list: "List", table: "Table", "person-stats": "Person Stats" } as const;

/** The views of a list, where there are several. The choice stands in the URL. */
export function ViewSwitch({ challenge, state }: { challenge: ListPageData["challenge"]; state: ListState }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useChoice(state.view);
  const { pathname } = useLocation();
  const { location } = useNavigation();
  // An older view may still arrive: what was asked for last shows meanwhile.
  const shown =
    location?.pathname === pathname ? (new URLSearchParams(location.search).get("view") ?? "list") : chosen;
  if (challenge.views.length < 2) return null;
  const choose = (view: string): void => {
    const known = challenge.views.find((name) => name === view) ?? "list";
    setChosen(known);
    const { offset: _, ...parameters } = state.parameters;
    navigate(pages.list(challenge.key, writeListState({ ...state, view: known, parameters })), {
      preventScrollReset: true,
    });
  };
  return (
    <form method="get" className={classes.views}>
      <Radio.Group name="view" label="View" value={shown} onChange={choose}>
        <div className={classes.choices}>
          {challenge.views.map((view) => (
            <Radio key={view} value={view} label={LABELS[view]} />
          ))}
        </div>
      </Radio.Group>
      <noscript>
        <Button type="submit" variant="default" size="xs">
          Show
        </Button>
      </noscript>
    </form>
  );
}
