import { type RefObject, useEffect } from "react";

/** Returns a menu with what it opens: if that is beside it, an element marked `data-menu` contains both. */
const wholeOf = (menu: HTMLDetailsElement): Element => menu.closest("[data-menu]") ?? menu;

/**
 * Makes the `<details>` within an element behave as menus: pressing or focusing something else, Escape, following a
 * link and going back close them, unless navigating is what they are for ("stays"). Without JavaScript they still open
 * and close by their summaries. One that is opened before the script is there, or while a page is on its way, stays.
 */
export function useClosingMenus(
  container: RefObject<HTMLElement | null>,
  onNavigation: "closes" | "stays" = "closes",
): void {
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
    // A link that the browser does not follow itself has begun a navigation.
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented) closeUnlessIn(null);
    };
    const onBack = () => closeUnlessIn(null);
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("keydown", onKey);
    if (onNavigation === "closes") {
      document.addEventListener("click", onClick);
      window.addEventListener("popstate", onBack);
    }
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", onClick);
      window.removeEventListener("popstate", onBack);
    };
  }, [container, onNavigation]);
}

function openMenus(container: HTMLElement | null): HTMLDetailsElement[] {
  return container === null ? [] : [...container.querySelectorAll<HTMLDetailsElement>("details[open]")];
}
