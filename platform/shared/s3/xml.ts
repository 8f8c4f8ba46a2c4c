const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Returns the raw content of each element with this name. In S3's answers, elements of one name do not nest. */
export function elements(xml: string, name: string): string[] {
  const [begin, end] = [`<${name}>`, `</${name}>`];
  const found: string[] = [];
  for (let from = xml.indexOf(begin); from !== -1; from = xml.indexOf(begin, from)) {
    const to = xml.indexOf(end, from);
    if (to === -1) break;
    found.push(xml.slice(from + begin.length, to));
    from = to + end.length;
  }
  return found;
}

/** Returns the text of the first element with this name; null if there is none. */
export function textOf(xml: string, name: string): string | null {
  const [first] = elements(xml, name);
  return first === undefined ? null : unescaped(first);
}

/** Escapes a text for the content of an element. */
export const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
