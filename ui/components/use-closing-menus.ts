import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";

/** Returns a menu with what it opens: if that is beside it, an element marked `data-menu` contains both. */
const wholeOf = (menu: HTMLDetailsElement): Element => menu.closest("[data-menu]") ?? menu;

/**
 * Makes the `<details>` within an element behave as menus: pressing or focusing something else, Escape and a navigation
 * close them, unless navigating is what they are for ("stays"). Without JavaScript they still open and close by their
 * summaries.
 */
export function useClosingMenus(
  container: RefObject<HTMLElement | null>,
  onNavigation: "closes" | "stays" = "closes",
): void {
  const location = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation is what closes them
  useEffect(() => {
    if (onNavigation === "stays") return;
    for (const menu of openMenus(container.current)) menu.open = false;
  }, [container, location.key]);

  useEffect(() => {
    const closeUnlessIn = (target: EventTarget | null) => {
      for (const menu of openMenus(container.current)) {
        if (!(target instanceof Node && wholeOf(menu).contains(target))) menu.open = false;
      }
    };
    const onPress = (event: PointerEvent) => closeUnlessIn(event.target);
    const onFocus = (event: FocusEvent) => closeUnlessIn(event.target);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      for (const menu of openMenus(container.current)) {
        const hadFocus = wholeOf(menu).contains(document.activeElement);
        menu.open = false;
        if (hadFocus) menu.querySelector("summary")?.focus();
      }
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", onKey);
    };
  }, [container]);
}

function openMenus(container: HTMLElement | null): HTMLDetailsElement[] {
  return container === null ? [] : [...container.querySelectorAll<HTMLDetailsElement>("details[open]")];
}
