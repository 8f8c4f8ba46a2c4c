import createMarkdown, { type MarkdownIt, type Token } from "markdown-it";
import { readDocument } from "../../../domain/challenge-codes/document.ts";
import type { Details } from "../../../domain/contract/page-context.ts";
import { type Fault, fault } from "../../../domain/messages/index.ts";
import { copyKey } from "../../../server/db/media.ts";
import type { MediaStore } from "../../../server/media/store.ts";
import type { Data } from "../../api/repositories.server.ts";
import { isMissing } from "../media/medium.server.ts";
import type { FoundNotes } from "./repository/notes.server.ts";

/** Increase by one whenever the renderer's HTML changes: HTML cached by an older renderer is then re-rendered. */
const RENDERER = 2;

/** How deep lists and quotes may be nested. */
const DEEPEST = 20;

/**
 * CommonMark with tables, strikethrough and bare links, without raw HTML. It parses no deeper than `maxNesting`, where
 * a list and its item count as two levels, so that the work grows with the length of a text, whatever is in it.
 */
const markdown = createMarkdown({ html: false, linkify: true, maxNesting: 100 });
const { rules, renderToken } = withRules(markdown);

function withRules({ renderer }: MarkdownIt) {
  return { rules: renderer.rules, renderToken: renderer.renderToken.bind(renderer) };
}

/** The largest tables: a row that leaves out its cells gets them all the same, so a few bytes could become many. */
const MOST_COLUMNS = 30;
const MOST_CELLS = 1_000;

/** Thrown while notes are parsed whose tables have too many columns or cells. */
class TablesTooLarge extends Error {
  override readonly name = "TablesTooLarge";
}

markdown.block.State = class extends markdown.block.State {
  #columns = 0;
  #cells = 0;

  override push(type: string, tag: string, nesting: Token["nesting"]): Token {
    if (type === "tr_open") this.#columns = 0;
    if (type === "th_open" || type === "td_open") {
      this.#columns += 1;
      this.#cells += 1;
      if (this.#columns > MOST_COLUMNS || this.#cells > MOST_CELLS) throw new TablesTooLarge();
    }
    return super.push(type, tag, nesting);
  }
};

markdown.validateLink = (url) => /^(https?:|mailto:|[/#])/i.test(url.trim());

const TOP = new Set(["h1", "h2"]);

/** The page has an h1 and h2 of its own: headings in notes become h3, and h4 below those, skipping no level. */
markdown.core.ruler.push("headings", ({ tokens }) => {
  let hasTop = false;
  let first: string | null = null;
  let isBelow = false;
  for (const token of tokens) {
    if (token.type === "heading_open") {
      hasTop ||= TOP.has(token.tag);
      first ??= token.tag;
      isBelow = !TOP.has(token.tag) && (hasTop || token.tag > first);
    }
    if (token.type.startsWith("heading_")) token.tag = isBelow ? "h4" : "h3";
  }
});

const REL = "noopener nofollow ugc";

rules.link_open = (tokens, at, options) => {
  tokens[at]?.attrSet("rel", REL);
  return renderToken(tokens, at, options);
};
// Pictures become links, so that reading a note contacts no other host.
rules.image = (tokens, at) => {
  const token = tokens[at] as Token;
  const { escapeHtml } = markdown.utils;
  const href = escapeHtml(String(token.attrGet("src") ?? ""));
  return `<a href="${href}" rel="${REL}">${escapeHtml(token.content) || "Picture"}</a>`;
};
// A table scrolls where it does not fit, and must be focusable so that the keyboard can scroll it.
rules.table_open = () => '<div class="table" tabindex="0"><table>';
rules.table_close = () => "</table></div>";

const OPENS = new Set(["bullet_list_open", "ordered_list_open", "blockquote_open"]);
const CLOSES = new Set(["bullet_list_close", "ordered_list_close", "blockquote_close"]);

function isTooDeep(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const { type } of tokens) {
    if (OPENS.has(type)) depth += 1;
    if (CLOSES.has(type)) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Whether a link or picture contains another one, in the text of a link or the description of a picture. */
function nestsLinks(tokens: readonly Token[], within = 0): boolean {
  let depth = within;
  for (const { type, children } of tokens) {
    if (depth > 0 && (type === "image" || type === "link_open")) return true;
    if (type === "link_open") depth += 1;
    if (type === "link_close") depth -= 1;
    // The parser limits how deep this recursion goes.
    if (children && nestsLinks(children, type === "image" ? 1 : 0)) return true;
  }
  return false;
}

/** Parses notes. Returns what is wrong with them if they cannot be shown as Markdown. */
function parse(text: string): { readonly tokens: Token[]; readonly fault: Fault | null } {
  try {
    const tokens = markdown.parse(text, {});
    if (isTooDeep(tokens)) return { tokens, fault: fault("nested-too-deep", { most: DEEPEST }) };
    return { tokens, fault: nestsLinks(tokens) ? fault("nested-links") : null };
  } catch (error) {
    if (!(error instanceof TablesTooLarge)) throw error;
    return { tokens: [], fault: fault("tables-too-large", { columns: MOST_COLUMNS, cells: MOST_CELLS }) };
  }
}

/** Returns what is wrong with submitted notes; null if nothing is. */
export const faultOfNotes = (text: string): Fault | null => parse(text).fault;

/** Returns notes as HTML that contacts no other host; null for a text that can only be shown as it is. */
export function renderNotes(text: string): string | null {
  const { tokens, fault: found } = parse(text);
  if (found) return null;
  return markdown.renderer.render(tokens, markdown.options, {});
}

/** Returns a live completion's notes as HTML, cached if possible, and what is read with them; null if not found. */
export async function findNotes(
  filekey: string,
  { notes }: Pick<Data, "notes">,
): Promise<Pick<
  FoundNotes,
  | ("challenge" | "revision" | "html" | "verifiedAt" | "confirmedAt" | "isSample" | "links" | "gone")
  | ("codeDocument" | "codeFoundAt" | "codeAgrees" | "playersAgree")
> | null> {
  const found = await notes.findRendered(filekey, RENDERER);
  if (!found || found.isRendered) return found;
  const html = renderNotes(found.notes);
  // Not awaited. If it fails, nothing is lost: the notes are rendered next time.
  void notes
    .keepRendered({ completion: filekey, revision: found.revision, renderer: RENDERER, html })
    .catch(() => {});
  return { ...found, html };
}

/** Returns the details that only a completion's page shows; null if there is no such completion. */
export async function detailsOf(
  filekey: string,
  { data, media }: { readonly data: Pick<Data, "media" | "notes">; readonly media: MediaStore },
): Promise<Details | null> {
  // In this order, so that no file is older than the revision.
  const notes = await findNotes(filekey, data);
  if (!notes) return null;
  const listed = await data.media.listFiles(filekey);
  const files = await Promise.all(
    listed.map(async (file) => ({
      key: file.key,
      role: file.role,
      contentType: file.contentType,
      isMissing: await isMissing(file, media),
    })),
  );
  const { challenge, revision, html: notesHtml, verifiedAt, confirmedAt, isSample, links, gone } = notes;
  const { codeDocument, codeFoundAt, codeAgrees, playersAgree } = notes;
  return {
    challenge,
    revision,
    notesHtml,
    verifiedAt,
    confirmedAt,
    isSample,
    files,
    links,
    gone: gone.map(({ url, since, hash, type }) => ({
      url,
      since,
      copy:
        hash === null || type === null
          ? null
          : { key: copyKey(filekey, hash), contentType: type, isMissing: false },
    })),
    code:
      codeDocument === null || codeFoundAt === null
        ? null
        : { document: readDocument(JSON.parse(codeDocument)), foundAt: codeFoundAt },
    codeCheckedAt: codeAgrees === 1 ? codeFoundAt : null,
    playersAgree: playersAgree === 1,
  };
}
