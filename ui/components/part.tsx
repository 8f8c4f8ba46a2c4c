import { type ComponentType, lazy, Suspense, useState } from "react";

/** Parts by their names, and what loads them. */
const loads = new Map<string, () => Promise<void>>();

/**
 * A part that only some states of a page have: its script comes with those alone. The server renders it like everything
 * else and names it in the page, and `partsOfPage` loads what is named before the page comes alive: a part that came later
 * would be thrown away by the first thing that changes. Whatever leads to such a state later waits for it as for the answer.
 *
 * @param sheets the part's own style sheets. They are the page's, which has them from the server: what came with the script
 * would move what is painted
 */
export function part<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  sheets: readonly CSSModuleClasses[],
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const Awaited = lazy(async () => {
    loaded = await load();
    return { default: loaded };
  });
  // Named here they are in use, and the build leaves them with the page.
  void sheets;
  loads.set(name, async () => {
    loaded = await load();
  });
  // biome-ignore lint/correctness/noComponentHookFactories: made once for a module, as React's own lazy is
  return function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Awaited);
    return (
      <Suspense>
        <div data-part={name}>
          <Shown {...props} />
        </div>
      </Suspense>
    );
  };
}

/** Loads the parts that the server put into this page. What cannot be had is tried again when it is rendered. */
export async function partsOfPage(): Promise<void> {
  const named = Array.from(
    document.querySelectorAll<HTMLElement>("[data-part]"),
    ({ dataset }) => dataset.part,
  );
  await Promise.allSettled(named.map((name) => loads.get(name ?? "")?.()));
}
