import type { Query } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { SelectField } from "../components/SelectField.tsx";
import { useUrlForm } from "../components/use-url-form.ts";
import classes from "./MapChooser.module.css";

interface Props {
  /** Returns the address of the page that shows the chosen map, under the parameter `map`. */
  readonly addressOf: (query?: Query) => string;
  /** Names of all maps. */
  readonly maps: readonly string[];
  /** The map that the page shows; null if none. */
  readonly map: string | null;
  readonly none: string;
}

/** Renders the drop-down that leads to a map (SPEC section 2, "Other screens"). */
export function MapChooser({ addressOf, maps, map, none }: Props) {
  const form = useUrlForm(map === null ? {} : { map }, addressOf);
  return (
    <form {...form} method="get" action={addressOf()} className={classes.chooser}>
      <SelectField
        name="map"
        label="Map"
        none={none}
        options={maps.map((name) => ({ value: name, label: name }))}
        value={map ?? ""}
      />
      <noscript>
        <button type="submit" className={controls.button}>
          Show
        </button>
      </noscript>
    </form>
  );
}
