/** Tags that have no end. */
const VOID = new Set([
  "br",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
  "area",
  "col",
  "embed",
]);

/** The roles that tags have by themselves, of those that somebody with a screen reader goes by. */
const ROLES: Readonly<Record<string, string>> = {
  ...{ a: "link", button: "button", summary: "button", dialog: "dialog", img: "img", table: "table" },
  ...{ nav: "navigation", main: "main", header: "banner", footer: "contentinfo", aside: "complementary" },
  ...{ h1: "heading 1", h2: "heading 2", h3: "heading 3", h4: "heading 4", h5: "heading 5", h6: "heading 6" },
  ...{ th: "header cell", ul: "list", ol: "list", form: "form", fieldset: "group", search: "search" },
  ...{ input: "field", select: "field", textarea: "field", option: "option", progress: "progressbar" },
};
/** What these are called is not what is in them. */
const NOT_NAMED_BY_TEXT = new Set([
  ...["dialog", "table", "navigation", "main", "banner", "contentinfo", "complementary", "list", "form"],
  ...["group", "search", "field", "region"],
]);

const FIELDS = new Set(["form", "input", "select", "option", "textarea", "button"]);
/** The attributes of a field that nobody who fills it in or sends it notices. */
const UNNOTICED = /^(class|style|id|data-.*|aria-.*|for|commandfor|tabindex)$/i;

/** The parts of a page that are made of built files. */
const BUILT = /^<link [^>]*href="\/assets\//;

const TOKEN = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<![^>]*>|<\/?[a-zA-Z][^>]*>|[^<]+/g;

type Attributes = ReadonlyMap<string, string>;

function attributesOf(tag: string): Attributes {
  const found = tag.replace(/^<\w+/, "").matchAll(/([^\s=/>"]+)(?:="([^"]*)")?/g);
  return new Map(Array.from(found, ([, name = "", value = ""]) => [name, value]));
}

interface Open {
  readonly tag: string;
  readonly attributes: Attributes;
  text: string;
}

/**
 * Returns what a page says and lets people do, however it is marked up: its head, its text, its links, the fields of its
 * forms, and its roles with their names. Reads what React writes, where each tag that is not void is closed.
 */
export function contentOf(html: string): string {
  const [head = "", body = ""] = html.split(/(?=<body)/);
  const texts: string[] = [];
  const links: string[] = [];
  const fields: string[] = [];
  const roles: string[] = [];
  const open: Open[] = [];
  const names = namesById(body);
  const close = ({ tag, attributes, text }: Open): void => {
    const role = attributes.get("role") ?? ROLES[tag];
    const labels = attributes.get("aria-labelledby")?.split(" ") ?? [];
    const label =
      attributes.get("aria-label") ?? attributes.get("alt") ?? labels.map((id) => names.get(id)).join(" ");
    if (role) roles.push(`${role} "${label || (NOT_NAMED_BY_TEXT.has(role) ? "" : plain(text))}"`);
  };
  for (const [token] of body.matchAll(TOKEN)) {
    if (/^<(!|script|style)/.test(token)) continue;
    if (!token.startsWith("<")) {
      texts.push(token);
      for (const each of open) each.text += token;
      continue;
    }
    texts.push(" ");
    const tag = /^<\/?(\w+)/.exec(token)?.[1] ?? "";
    if (token.startsWith("</")) {
      const last = open.pop();
      if (last) close(last);
      continue;
    }
    const attributes = attributesOf(token);
    if (attributes.has("href")) links.push(attributes.get("href") ?? "");
    if (FIELDS.has(tag)) fields.push(describedField(tag, attributes));
    const element: Open = { tag, attributes, text: "" };
    if (VOID.has(tag) || token.endsWith("/>")) close(element);
    else open.push(element);
  }
  const heads = Array.from(head.matchAll(/<title>[^<]*|<(?:meta|link)[^>]*>/g), ([tag]) => tag);
  return [
    ["head", heads.filter((tag) => !BUILT.test(tag))],
    ["text", [plain(texts.join(""))]],
    ...Object.entries({ links, fields, roles }),
  ]
    .map(([name, lines]) => `${name}:\n${(lines as string[]).join("\n")}\n`)
    .join("");
}

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function describedField(tag: string, attributes: Attributes): string {
  const noticed = [...attributes].filter(([name]) => !UNNOTICED.test(name)).toSorted();
  return [tag, ...noticed.map(([name, value]) => `${name}=${value}`)].join(" ");
}

/** Returns the texts of the elements that have an id and contain no other element. */
const namesById = (body: string): Map<string, string> =>
  new Map(
    Array.from(body.matchAll(/ id="([^"]+)"[^>]*>([^<]*)</g), ([, id = "", text = ""]) => [id, plain(text)]),
  );
