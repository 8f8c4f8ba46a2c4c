import { Button, Checkbox, TextInput } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { cleared } from "../../../derive/list-steps.ts";
import type { ListParameters } from "../../../derive/url-state.ts";
import { pages } from "../../../routes.ts";
import { SelectField } from "../../components/SelectField.tsx";
import { useClosingMenus } from "../../components/use-closing-menus.ts";
import classes from "./FiltersPanel.module.css";
import type { FilterNames } from "./filter-names.ts";
import type { ListPageData } from "./load.server.ts";

type BoxData = ListPageData["boxes"][number];

/** Boxes for one parameter that takes several are shown up to this many, or one more than are filled in. */
const SEVERAL = 2;

/** The boxes of one parameter: plain fields of the list's form, which work without script. */
function Box({
  data: { name, label, box, options, values, places },
  lists,
}: {
  data: BoxData;
  lists: string;
}) {
  if (box.takes === "choice") {
    if (places === 1)
      return <SelectField name={name} label={label} none="Any" options={options} value={values[0] ?? ""} />;
    return (
      <fieldset className={classes.choices}>
        <legend>{label}</legend>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            {...option}
            name={name}
            defaultChecked={values.includes(option.value)}
          />
        ))}
      </fieldset>
    );
  }
  const shown = Math.max(values.length, Math.min(places, Math.max(SEVERAL, values.length + 1)));
  return Array.from({ length: shown }, (_, place) => (
    <TextInput
      // Boxes of one parameter differ by their place alone.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      key={place}
      name={name}
      label={shown > 1 ? `${label} ${place + 1}` : label}
      placeholder={box.takes === "text" ? box.example : undefined}
      defaultValue={values[place] ?? ""}
      autoComplete="off"
      list={box.takes === "name" && box.of !== "player" ? `${lists}-${box.of}` : undefined}
      data-whole=""
    />
  ));
}

interface Props {
  readonly page: Pick<ListPageData, "challenge" | "boxes">;
  readonly asked: ListParameters;
}

/** What a list can be narrowed by besides the controls that are always in sight, behind one button. */
export function FiltersPanel({ page: { challenge, boxes }, asked }: Props) {
  const [names, setNames] = useState<FilterNames | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const lists = useId();
  useClosingMenus(place, "stays");
  const set = boxes.reduce((sum, { values }) => sum + values.length, 0);

  const offerNames = async (): Promise<void> => {
    // Hundreds of names: fetched by whoever opens the boxes.
    const { loadFilterNames } = await import("./filter-names.ts");
    setNames(await loadFilterNames());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    // Opened before the script was there.
    if (place.current?.querySelector("details[open]")) void offerNames().catch(() => {});
  }, []);

  return (
    <div ref={place} className={classes.filters}>
      <details onToggle={(event) => event.currentTarget.open && !names && void offerNames().catch(() => {})}>
        <summary>
          Filters
          {set > 0 && (
            <span className={classes.set}>
              {set}
              <span className={classes.hidden}> set</span>
            </span>
          )}
        </summary>
        <div className={classes.panel}>
          <div className={classes.boxes}>
            {boxes.map((data) => (
              <Box key={data.name} data={data} lists={lists} />
            ))}
          </div>
          <div className={classes.actions}>
            <Button type="submit">Show</Button>
            <Link to={pages.list(challenge.key, cleared(asked))} preventScrollReset>
              Clear all
            </Link>
          </div>
          {(["tower", "map"] as const).map((of) => (
            <datalist key={of} id={`${lists}-${of}`}>
              {names?.[of].map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          ))}
        </div>
      </details>
    </div>
  );
}
