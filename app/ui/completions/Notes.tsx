import classes from "./Notes.module.css";

/**
 * Notes as their player wrote them: the server's HTML (app/features/completions/notes.server.ts renders it from Markdown and
 * escapes everything else) or, if there is none, the plain text.
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
