import type { Page } from "@playwright/test";

/** Modifier keys as the DevTools protocol numbers them. */
const MODIFIERS = { none: 0, Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;

/** Presses a key as another layout, or Caps Lock, has it: the key's place (`code`) types another character. */
export async function pressKey(
  page: Page,
  { key, code, held = "none" }: { key: string; code: string; held?: keyof typeof MODIFIERS },
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const windowsVirtualKeyCode = (/^Key([A-Z])$/.exec(code)?.[1] ?? key).charCodeAt(0);
  const event = { key, code, windowsVirtualKeyCode, modifiers: MODIFIERS[held] };
  const isTyped = held === "none" || held === "Shift";
  await client.send("Input.dispatchKeyEvent", {
    ...{ ...event, type: "keyDown" },
    ...(isTyped && { text: key, unmodifiedText: key }),
  });
  await client.send("Input.dispatchKeyEvent", { ...event, type: "keyUp" });
  await client.detach();
}

type KeyEvent = Pick<
  KeyboardEventInit,
  "key" | "code" | "ctrlKey" | "altKey" | "metaKey" | "modifierAltGraph" | "isComposing"
>;

/** Sends a key with what the protocol above has no word for: AltGr, and an input method that composes. */
export const sendKey = (page: Page, init: KeyEvent): Promise<boolean> =>
  page.evaluate(
    (given) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...given }),
      ),
    init,
  );
