const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** What stands in each element of that name, as it is written. Elements of one name do not nest in S3's answers. */
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

/** The text of the first element of that name; null where there is none. */
export function textOf(xml: string, name: string): string | null {
  const [first] = elements(xml, name);
  return first === undefined ? null : unescaped(first);
}

/** A text as it stands in an element. */
export const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
