/**
 * Makes React replace the node of a text that changes. It would write the new text into the node of the old one, and a
 * browser that translates the page puts the translation of the old text in that node's place as soon as it arrives.
 */
export function renewTextNodes(): void {
  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue") ?? {};
  if (!get || !set) return;
  Object.defineProperty(Text.prototype, "nodeValue", {
    configurable: true,
    get,
    set(this: Text, text: string | null) {
      // React refers to a node only if it has siblings: blanks, since domain/fields/jsx/ puts all else into elements.
      if (this.parentNode?.childNodes.length === 1) this.parentNode.textContent = text;
      else set.call(this, text);
    },
  });
}
