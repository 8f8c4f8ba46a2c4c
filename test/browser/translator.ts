import type { Page } from "@playwright/test";

/** How long a translation takes to arrive, in milliseconds. */
const LATENCY = 20;

interface Translation {
  /** Whether what was sent off arrives only once the page has the event "deliver". */
  readonly isHeld: boolean;
  /** What the translation puts before each text: nothing, so that a page can be compared with itself. */
  readonly mark: string;
}

/**
 * Translates what the page shows, as Chrome and Edge do: each text node gives way to `<font><font>text</font></font>`,
 * and what appears later is translated too. A translation is that of the text as it was when it was sent off.
 */
function startTranslating({ latency, isHeld, mark }: Translation & { latency: number }): void {
  const UNTRANSLATED = "title, script, style, textarea, noscript, [translate=no], font";
  const sent = new WeakSet<Node>();
  const send = (root: Node): void => {
    const found = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: { node: Text; text: string }[] = [];
    for (
      let node: Node | null = root instanceof Text ? root : found.nextNode();
      node;
      node = found.nextNode()
    ) {
      if (!(node instanceof Text) || sent.has(node) || node.data.trim() === "") continue;
      if (node.parentElement?.closest(UNTRANSLATED) !== null) continue;
      sent.add(node);
      texts.push({ node, text: node.data });
    }
    if (texts.length === 0) return;
    if (isHeld) addEventListener("deliver", () => receive(texts), { once: true });
    else setTimeout(receive, latency, texts);
  };
  const receive = (texts: readonly { node: Text; text: string }[]): void => {
    for (const { node, text } of texts) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = mark + text;
      outer.append(inner);
      node.replaceWith(outer);
    }
  };
  send(document.documentElement);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) send(node);
  }).observe(document.documentElement, { childList: true, subtree: true });
}

/** Lets the browser translate the page from now on. */
export const translate = (
  page: Page,
  { isHeld = false, mark = "" }: Partial<Translation> = {},
): Promise<void> => page.evaluate(startTranslating, { latency: LATENCY, isHeld, mark });

/** Delivers the translations that were held. */
export const deliver = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event("deliver")));
