import { useEffect, useRef, useSyncExternalStore } from "react";

/** Where the browser stores that somebody turned the shortcuts off. */
const KEY = "shortcuts";

/** Where a key types, chooses or presses, and is not a command. */
const CONTROLS =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]';

const changed = new EventTarget();

/** Whether single keys are commands in this browser. They can be turned off (WCAG 2.1.4). */
function areOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

/** Turns single keys on or off for this browser. */
export function switchShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage they stay on.
  }
  changed.dispatchEvent(new Event("change"));
}

function subscribe(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === KEY) onChange();
  };
  changed.addEventListener("change", onChange);
  addEventListener("storage", onStorage);
  return () => {
    changed.removeEventListener("change", onChange);
    removeEventListener("storage", onStorage);
  };
}

/** Returns whether single keys are commands, and follows the switch. */
export const useShortcutsAreOn = (): boolean => useSyncExternalStore(subscribe, areOn, () => true);

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "getModifierState"
>;

/** What a US layout has on the keys, by their codes, on which other layouts have letters. */
const US_LAYOUT: Readonly<Record<string, string>> = {
  BracketLeft: "[",
  BracketRight: "]",
  Comma: ",",
  Period: ".",
  Slash: "/",
};

const isAscii = (key: string): boolean => /^[ -~]*$/.test(key);

/**
 * Returns which key was pressed, whatever the keyboard's layout: a letter as the Latin one of its key, small without
 * Shift even if Caps Lock is on; a digit also where digits need Shift; any other as it is.
 */
export function keyOf({ key, code, shiftKey }: KeyPress): string {
  if (/^[a-z]$/i.test(key)) return shiftKey ? key.toUpperCase() : key.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit && !shiftKey) return digit;
  if (isAscii(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  if (!shiftKey) return US_LAYOUT[code] ?? key;
  return code === "Slash" ? "?" : key;
}

/**
 * Returns the key of a command; null with Ctrl, Alt or ⌘. A bracket needs AltGr on some layouts, which Windows reports as
 * Ctrl and Alt, too, or Option on a Mac, which is reported as Alt: neither is a modifier there.
 */
export function commandOf(event: KeyPress): string | null {
  const { key, code, ctrlKey, metaKey, altKey } = event;
  const isAltGraph = event.getModifierState("AltGraph");
  const isOption = altKey && !ctrlKey && US_LAYOUT[code] !== key;
  if ((isAltGraph || isOption) && !metaKey && /^[[\]]$/.test(key)) return key;
  return ctrlKey || metaKey || altKey || isAltGraph ? null : keyOf(event);
}

/**
 * Calls back with each key that is pressed alone, as a command: not in a field, while composing, with Ctrl, Alt or ⌘, in
 * an open dialog, or once shortcuts are turned off. A key that the callback handles (true) does nothing else.
 */
export function useShortcuts(press: (key: string) => boolean): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { target } = event;
      const key = commandOf(event);
      if (key === null || event.defaultPrevented || event.isComposing || !areOn()) return;
      if (target instanceof Element && target.closest(CONTROLS)) return;
      if (document.querySelector('dialog:modal, [aria-modal="true"]')) return;
      if (latest.current(key)) event.preventDefault();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
