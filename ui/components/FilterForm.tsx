import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Query } from "../../routes.ts";
import controls from "./Controls.module.css";
import classes from "./FilterForm.module.css";
import { useUrlForm } from "./use-url-form.ts";

interface Props {
  /** What the filters are for, to those who do not see them. */
  readonly label: string;
  /** What the URL says. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The page's address with some filters set. */
  readonly addressOf: (query?: Query) => string;
  /** Where the page is without filters; null when none is set. */
  readonly cleared: string | null;
  readonly children: ReactNode;
}

/** Filters whose state is the URL: a form that works by itself. */
export function FilterForm({ label, parameters, addressOf, cleared, children }: Props) {
  const form = useUrlForm(parameters, addressOf);
  return (
    <search aria-label={label}>
      <form {...form} method="get" action={addressOf()} className={classes.filters}>
        {children}
        <noscript>
          <button type="submit" className={controls.button}>
            Show
          </button>
        </noscript>
        {cleared !== null && (
          <Link to={cleared} preventScrollReset className={classes.clear}>
            Clear filters
          </Link>
        )}
      </form>
    </search>
  );
}
