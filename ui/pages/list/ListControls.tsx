import { Button, Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { ListState } from "../../../derive/url-state.ts";
import { pages } from "../../../routes.ts";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";

/** Milliseconds between the last key and the search (SPEC section 9). */
const DEBOUNCE = 100;

interface Props {
  readonly id: string;
  readonly challenge: ListPageData["challenge"];
  readonly state: ListState;
  readonly narrowings: ListPageData["narrowings"];
}

/** The form's filled-in fields; `turn` is the pager's button that sent it. */
function filledIn(form: HTMLFormElement, turn: HTMLElement | null): Record<string, string> {
  const fields = Array.from(
    new FormData(form, turn),
    ([name, value]) => [name, String(value).trim()] as const,
  );
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== "" && !(name === "offset" && value === "0")),
  );
}

/** Brings the fields to what the URL says, after the Back button for instance. */
function fillIn(form: HTMLFormElement, parameters: ListState["parameters"]): void {
  for (const field of form.querySelectorAll("input")) {
    const value = parameters[field.name] ?? "";
    if (field.type === "checkbox") field.checked = value === "1" || value.toLowerCase() === "true";
    else if (field.type !== "hidden") field.value = value;
  }
}

/**
 * Search, filters and what the pager's buttons send. A form that works by itself; with script it searches while one
 * types. The fields keep what is typed (uncontrolled), so that nothing is lost before the script is there.
 */
export function ListControls({ id, challenge, state, narrowings }: Props) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(JSON.stringify(state.parameters));
  const { parameters } = state;

  const search = (turn: HTMLElement | null, replace: boolean): void => {
    clearTimeout(waiting.current);
    if (!form.current) return;
    const next = filledIn(form.current, turn);
    sent.current = JSON.stringify(next);
    navigate(pages.list(challenge.key, next), { replace, preventScrollReset: turn === null });
  };

  useEffect(() => {
    const arrived = JSON.stringify(parameters);
    if (form.current && sameFields(arrived, sent.current) === false) fillIn(form.current, parameters);
    sent.current = arrived;
  }, [parameters]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script was there
  useEffect(() => {
    const typedBefore =
      form.current?.querySelector<HTMLInputElement>("input[name=query]")?.value.trim() ?? "";
    if (typedBefore !== (parameters.query ?? "")) search(null, true);
    return () => clearTimeout(waiting.current);
  }, []);

  const typed = (event: FormEvent<HTMLFormElement>): void => {
    clearTimeout(waiting.current);
    const isText = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    if (isText) waiting.current = setTimeout(() => search(null, true), DEBOUNCE);
    else search(null, false);
  };

  return (
    <search>
      <form
        ref={form}
        id={id}
        method="get"
        action={pages.list(challenge.key)}
        className={classes.controls}
        onInput={typed}
        onSubmit={(event) => {
          event.preventDefault();
          search((event.nativeEvent as SubmitEvent).submitter, false);
        }}
      >
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
        {parameters.sortby && <input type="hidden" name="sortby" value={parameters.sortby} />}
        {parameters.count && <input type="hidden" name="count" value={parameters.count} />}
        {narrowings.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <noscript>
          <Button type="submit">Search</Button>
        </noscript>
      </form>
    </search>
  );
}

const isOn = (value: string | undefined): boolean => value === "1" || value?.toLowerCase() === "true";

/** Whether two states are the same whatever the order of their parameters. */
function sameFields(one: string, other: string): boolean {
  const sorted = (text: string): string => JSON.stringify(Object.entries(JSON.parse(text)).sort());
  return sorted(one) === sorted(other);
}
