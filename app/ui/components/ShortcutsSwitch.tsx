import { switchShortcuts, useShortcutsAreOn } from "../shortcuts.ts";

/** Turns the single keys of this browser off and on (WCAG 2.1.4). */
export function ShortcutsSwitch({ className }: { className?: string | undefined }) {
  const areOn = useShortcutsAreOn();
  return (
    <button type="button" className={className} onClick={() => switchShortcuts(!areOn)}>
      Keyboard shortcuts: {areOn ? "on" : "off"}
    </button>
  );
}
