import { expect, test } from "vitest";
import { commandOf } from "./shortcuts.ts";

/** What a browser reports of a key, with the modifiers that are held. */
const pressed = (key: string, code: string, ...held: readonly string[]) => ({
  ...{ key, code },
  shiftKey: held.includes("Shift"),
  ctrlKey: held.includes("Control"),
  metaKey: held.includes("Meta"),
  altKey: held.includes("Alt"),
  getModifierState: (name: string) => held.includes(name),
});

test.each([
  ["a letter", "v", "KeyV", "v"],
  ["Caps Lock", "V", "KeyV", "v"],
  ["Dvorak, which has it elsewhere", "v", "Period", "v"],
  ["AZERTY, which has it elsewhere", "a", "KeyQ", "a"],
  ["Cyrillic", "м", "KeyV", "v"],
  ["Cyrillic with Caps Lock", "М", "KeyV", "v"],
  ["Greek", "ω", "KeyV", "v"],
  ["Arabic, two letters on one key", "لا", "KeyB", "b"],
  ["Hebrew, which has a slash there", "/", "KeyQ", "/"],
  ["Korean", "ㅍ", "KeyV", "v"],
  ["a bracket on a Cyrillic layout", "х", "BracketLeft", "["],
  ["a full stop on an Arabic layout", "ز", "Period", "."],
  ["a digit", "3", "Digit3", "3"],
  ["a digit on the keypad", "3", "Numpad3", "3"],
  ["a digit of AZERTY", '"', "Digit3", "3"],
  ["a digit of a Czech layout", "š", "Digit3", "3"],
  ["a digit of a Persian layout", "۳", "Digit3", "3"],
  ["a named key", "ArrowLeft", "ArrowLeft", "ArrowLeft"],
  ["a dead key", "Dead", "BracketLeft", "Dead"],
  ["the space bar", " ", "Space", " "],
])("%s alone is a command", (_, key, code, command) => {
  expect(commandOf(pressed(key, code))).toBe(command);
});

test.each([
  ["a question mark", "?", "Slash", ["Shift"], "?"],
  ["a question mark of German", "?", "Minus", ["Shift"], "?"],
  ["a question mark of Arabic", "؟", "Slash", ["Shift"], "?"],
  ["a slash of German", "/", "Digit7", ["Shift"], "/"],
  ["a digit of AZERTY", "3", "Digit3", ["Shift"], "3"],
  ["a bracket of German on Windows", "[", "Digit8", ["Control", "Alt", "AltGraph"], "["],
  ["a bracket of German on Linux", "]", "Digit9", ["AltGraph"], "]"],
  ["a bracket of German on a Mac", "[", "Digit5", ["Alt"], "["],
  ["a bracket of French on a Mac", "[", "Digit5", ["Alt", "Shift"], "["],
])("%s is a command with what it takes to type it", (_, key, code, held, command) => {
  expect(commandOf(pressed(key, code, ...held))).toBe(command);
});

test.each([
  ["Ctrl", "v", "KeyV", ["Control"]],
  ["Ctrl on a Cyrillic layout", "м", "KeyV", ["Control"]],
  ["⌘", "v", "KeyV", ["Meta"]],
  ["Alt", "v", "KeyV", ["Alt"]],
  ["Alt with a bracket that needs none", "[", "BracketLeft", ["Alt"]],
  ["Option, which types another letter", "√", "KeyV", ["Alt"]],
  ["AltGr, which types another letter", "ń", "KeyN", ["Control", "Alt", "AltGraph"]],
  ["⌘ with a bracket", "[", "BracketLeft", ["Meta"]],
])("a key with %s is no command", (_, key, code, held) => {
  expect(commandOf(pressed(key, code, ...held))).toBeNull();
});

test("a capital letter is not its small one", () => {
  expect(commandOf(pressed("V", "KeyV", "Shift"))).toBe("V");
  expect(commandOf(pressed("М", "KeyV", "Shift"))).toBe("V");
});
