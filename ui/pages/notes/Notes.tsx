import classes from "./notes.module.css";

/**
 * Notes as their player wrote them: as the server's HTML (server/completions/notes.ts makes it of Markdown and escapes all
 * else), or, where there is none, as the plain text.
 */
export function Notes({ text, html }: { text: string; html: string | null }) {
  if (html === null) {
    return (
      <div className={`${classes.notes} ${classes.plain}`} dir="auto">
        {text}
      </div>
    );
  }
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own HTML; raw HTML in notes is escaped there
    <div className={classes.notes} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
  );
}
