import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import classes from "./Hidden.module.css";

/**
 * Tells screen readers which page was opened, as a browser does by itself where a link loads a whole page. Filters and
 * pages of a list stay on their page, and tell their results themselves.
 */
export function PageTitle() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState("");
  const told = useRef(pathname);
  useEffect(() => {
    if (told.current === pathname) return;
    told.current = pathname;
    setTitle(document.title);
  }, [pathname]);
  return (
    <p aria-live="polite" className={classes.hidden}>
      {title}
    </p>
  );
}
