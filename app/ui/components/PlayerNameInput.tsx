import { type ComponentProps, useEffect, useId, useState } from "react";
import type { PlayerNamesAnswer } from "../../../domain/contract/names.ts";
import { api } from "../../../domain/contract/routes.ts";
import { TextInput } from "../../../domain/fields/controls.tsx";

/** How long somebody must have paused before names are requested, in milliseconds. */
const PAUSE = 150;

/** A text box that suggests players whose names begin as what is typed. Without script it is a text box. */
export function PlayerNameInput(props: Omit<ComponentProps<typeof TextInput>, "list" | "onInput">) {
  const id = useId();
  const [prefix, setPrefix] = useState("");
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (prefix.trim() === "") return setNames([]);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      fetch(api.playerNames({ prefix }), { signal: stop.signal })
        .then(async (response) => {
          if (response.ok) setNames(((await response.json()) as PlayerNamesAnswer).results);
        })
        // Without suggestions the name can still be typed.
        .catch(() => {});
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [prefix]);
  return (
    <>
      <TextInput
        {...props}
        list={id}
        autoComplete="off"
        onInput={(event) => setPrefix(event.currentTarget.value)}
      />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
