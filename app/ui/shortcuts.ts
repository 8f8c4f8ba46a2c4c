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

/**
 * Calls back with each key that is pressed alone, as a command: not in a field, while composing, with Ctrl, Alt or ⌘, in
 * an open dialog, or once shortcuts are turned off. A key that the callback handles (true) does nothing else.
 */
export function useShortcuts(press: (key: string) => boolean): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented || event.isComposing || !areOn()) return;
      if (target instanceof Element && target.closest(CONTROLS)) return;
      if (document.querySelector('dialog:modal, [aria-modal="true"]')) return;
      if (latest.current(key)) event.preventDefault();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
