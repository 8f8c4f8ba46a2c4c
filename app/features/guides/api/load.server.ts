import createMarkdown from "markdown-it";
import source from "../../../../docs/api.md?raw";

const markdown = createMarkdown({ html: false });

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** The parts of docs/api.md: each second-level heading, with its anchor. */
export interface ApiPart {
  readonly anchor: string;
  readonly heading: string;
}

function render(): { readonly html: string; readonly parts: readonly ApiPart[] } {
  // Comments are for editors of the file.
  const tokens = markdown.parse(source.replace(/^<!--.*-->\n/gm, ""), {});
  const parts: ApiPart[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === "heading_open" && token.tag === "h2") {
      const heading = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join("");
      const anchor = anchorOf(heading);
      token.attrSet("id", anchor);
      parts.push({ anchor, heading });
    }
    // Other documents are not on the site: links to them become plain words.
    let isElsewhere = false;
    for (const child of token.children ?? []) {
      if (child.type === "link_open") isElsewhere = !/^([a-z]+:|[/#])/i.test(String(child.attrGet("href")));
      if (isElsewhere && child.type.startsWith("link_")) Object.assign(child, { type: "text", content: "" });
    }
  }
  // The page has the first heading itself.
  const body = tokens.slice(
    tokens.findIndex(({ type, tag }) => type === "heading_close" && tag === "h1") + 1,
  );
  return { html: markdown.renderer.render(body, markdown.options, {}), parts };
}

let rendered: ReturnType<typeof render> | null = null;

/** Returns docs/api.md as HTML. It is rendered once, when somebody first reads it: a Worker has little time to start. */
export function apiGuide(): ReturnType<typeof render> {
  rendered ??= render();
  return rendered;
}
