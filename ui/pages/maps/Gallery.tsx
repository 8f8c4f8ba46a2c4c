import { TextInput } from "@mantine/core";
import { Link, useLocation } from "react-router";
import type { MapInfo } from "../../../contract/maps.ts";
import { GALLERY_ORDERS, UNKNOWN } from "../../../derive/map-gallery.ts";
import { nameOfChoice } from "../../../fields/choice/kind.ts";
import { NOT_KNOWN } from "../../../fields/not-known.ts";
import { DIFFICULTIES } from "../../../game/facts.ts";
import { inWords } from "../../../nouns/define.ts";
import { MAP_FIELDS } from "../../../nouns/map.ts";
import { pages } from "../../../routes.ts";
import { Alert } from "../../components/Alert.tsx";
import { FilterForm } from "../../components/FilterForm.tsx";
import { MapChooser } from "../../components/MapChooser.tsx";
import { NothingFound } from "../../components/NothingFound.tsx";
import { type Option, SelectField } from "../../components/SelectField.tsx";
import { useSignIn } from "../../sign-in/state.ts";
import classes from "./Gallery.module.css";
import type { GalleryData } from "./load.server.ts";
import { MapPicture } from "./MapPicture.tsx";

const UNKNOWN_OPTION: Option = { value: UNKNOWN, label: nameOfChoice(NOT_KNOWN) };

const YES_NO: readonly Option[] = [{ value: "1", label: "Yes" }, { value: "0", label: "No" }, UNKNOWN_OPTION];

const optionOf = (value: string): Option => (value === UNKNOWN ? UNKNOWN_OPTION : { value, label: value });

/** All maps, narrowed and ordered as the address says. */
export function Gallery({ page }: { page: GalleryData }) {
  const { user } = useSignIn();
  const location = useLocation();
  const done = (location.state as { done?: string } | null)?.done;
  const { names, maps, total, error } = page;
  return (
    <>
      <h1>Maps</h1>
      {done && (
        <Alert color="reed" role="status">
          {done} <Link to={pages.changes()}>Changes</Link> can bring it back.
        </Alert>
      )}
      <MapChooser addressOf={pages.maps} maps={names} map={null} none="Choose a map" />
      {user?.isHelper && (
        <p>
          <Link to={pages.addMap()} className={classes.action}>
            Add a map
          </Link>
        </p>
      )}
      <Filters page={page} />
      {error !== null && <p role="alert">{error}</p>}
      <p className={classes.found} aria-live="polite">
        {maps.length === total ? `${total} maps` : `${maps.length} of ${total} maps`}
      </p>
      {maps.length === 0 && error === null && (
        <NothingFound>
          <p>No map matches all of this.</p>
          <Link to={pages.maps()}>Show all maps</Link>
        </NothingFound>
      )}
      <ul className={classes.cards}>
        {maps.map((info) => (
          <Card key={info.map} info={info} />
        ))}
      </ul>
    </>
  );
}

function Filters({ page: { state, choices } }: { page: GalleryData }) {
  const isNarrowed = Object.keys(state).some((name) => name !== "sortby");
  return (
    <FilterForm
      label="Filter the maps"
      parameters={state}
      addressOf={pages.maps}
      cleared={isNarrowed ? pages.maps({ sortby: state.sortby }) : null}
    >
      <SelectField
        name="difficulty"
        label="Difficulty"
        none="Any"
        value={state.difficulty ?? ""}
        options={DIFFICULTIES.map((value) => ({ value, label: nameOfChoice(value) }))}
      />
      <SelectField name="water" label="Water" none="Any" value={state.water ?? ""} options={YES_NO} />
      <SelectField name="los" label="Line of sight" none="Any" value={state.los ?? ""} options={YES_NO} />
      <SelectField
        name="version"
        label="Added in version"
        none="Any"
        value={state.version ?? ""}
        options={choices.versions.map(optionOf)}
      />
      <SelectField
        name="entrances"
        label="Entrances"
        none="Any"
        value={state.entrances ?? ""}
        options={choices.entrances.map(optionOf)}
      />
      <div className={classes.range}>
        <Length name="length_min" label="Length from" value={state.length_min} />
        <Length name="length_max" label="to (RBS)" value={state.length_max} />
      </div>
      <SelectField
        name="sortby"
        label="Sort by"
        none={GALLERY_ORDERS[0][1]}
        value={state.sortby ?? ""}
        options={GALLERY_ORDERS.slice(1).map(([value, label]) => ({ value, label }))}
      />
    </FilterForm>
  );
}

function Length({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <TextInput
      name={name}
      label={label}
      type="number"
      inputMode="decimal"
      min={0}
      step="any"
      defaultValue={value ?? ""}
    />
  );
}

function Card({ info }: { info: MapInfo }) {
  const { map, abbreviation, version, length, numEntrances } = info;
  return (
    <li className={classes.card}>
      <Link to={pages.maps({ map })} prefetch="intent">
        <MapPicture info={info} small />
        <strong>{map}</strong>
      </Link>
      <p>
        {nameOfChoice(info.difficulty)} · <abbr title={`Abbreviation of ${map}`}>{abbreviation}</abbr>
      </p>
      <dl>
        <div>
          <dt>Length</dt>
          <dd>{inWords(MAP_FIELDS.length, length)}</dd>
        </div>
        <div>
          <dt>Entrances</dt>
          <dd>{inWords(MAP_FIELDS.numEntrances, numEntrances)}</dd>
        </div>
        <div>
          <dt>Added in</dt>
          <dd>{inWords(MAP_FIELDS.version, version)}</dd>
        </div>
      </dl>
    </li>
  );
}
