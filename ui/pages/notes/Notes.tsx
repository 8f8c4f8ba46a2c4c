import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import classes from "./notes.module.css";

/**
 * Notes as their player wrote them: GitHub-flavoured Markdown without raw HTML. Pictures become links, so that reading
 * a note asks no other host for anything.
 */
export function Notes({ markdown }: { markdown: string }) {
  return (
    <div className={classes.notes} dir="auto">
      <Markdown
        remarkPlugins={[remarkGfm]}
        components={{
          a: ({ href, children }) => (
            <a href={href} rel="noopener nofollow ugc">
              {children}
            </a>
          ),
          img: ({ src, alt }) => (
            <a href={typeof src === "string" ? src : undefined} rel="noopener nofollow ugc">
              {alt || "Picture"}
            </a>
          ),
          // The page has its own h1 and h2.
          h1: ({ children }) => <h3>{children}</h3>,
          h2: ({ children }) => <h3>{children}</h3>,
          h3: ({ children }) => <h4>{children}</h4>,
          table: ({ children }) => (
            <div className={classes.scroll}>
              <table>{children}</table>
            </div>
          ),
        }}
      >
        {markdown}
      </Markdown>
    </div>
  );
}
