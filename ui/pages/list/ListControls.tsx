import { Button, Checkbox, TextInput } from "@mantine/core";
import type { ListState } from "../../../derive/url-state.ts";
import { pages } from "../../../routes.ts";
import { isOn, useUrlForm } from "../../components/use-url-form.ts";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";
import { useAskedFor } from "./use-asked-for.ts";

interface Props {
  readonly id: string;
  readonly challenge: ListPageData["challenge"];
  readonly state: ListState;
  readonly narrowings: ListPageData["narrowings"];
}

/** Search, filters and what the pager's buttons send: a form that works by itself. */
export function ListControls({ id, challenge, state, narrowings }: Props) {
  const { parameters } = state;
  const asked = useAskedFor(state);
  const form = useUrlForm(parameters, (fields) => pages.list(challenge.key, fields));
  return (
    <search>
      <form {...form} id={id} method="get" action={pages.list(challenge.key)} className={classes.controls}>
        {/* First, so that Enter in a field sends this one and not a page's button. */}
        <button type="submit" hidden />
        <TextInput
          name="query"
          type="search"
          label="Search"
          placeholder={challenge.hasTowers ? "Tower, map, player …" : "Map, player …"}
          defaultValue={parameters.query ?? ""}
          maxLength={500}
          className={classes.search}
        />
        {challenge.versionBox && (
          <TextInput
            name="version"
            label="Version"
            placeholder="44 or 44.1"
            defaultValue={parameters.version ?? ""}
            maxLength={20}
            className={classes.version}
          />
        )}
        <div className={classes.checks}>
          <Checkbox
            name="pending"
            value="1"
            label="Pending completions only"
            defaultChecked={isOn(parameters.pending)}
          />
          {challenge.hasOg && (
            <Checkbox name="og" value="1" label="OG completions only" defaultChecked={isOn(parameters.og)} />
          )}
        </div>
        {asked.sortby && <input type="hidden" name="sortby" value={asked.sortby} />}
        {parameters.count && <input type="hidden" name="count" value={parameters.count} />}
        {narrowings
          .filter(({ name }) => asked[name] !== undefined)
          .map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <noscript>
          <Button type="submit">Search</Button>
        </noscript>
      </form>
    </search>
  );
}
