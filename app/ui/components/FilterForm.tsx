import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Query } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import classes from "./FilterForm.module.css";
import { Icon } from "./Icon.tsx";
import { useUrlForm } from "./use-url-form.ts";

interface Props {
  /** What the filters are for, as the form's accessible name. */
  readonly label: string;
  /** What the URL says. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  /** Returns the page's address with some filters set. */
  readonly addressOf: (query?: Query) => string;
  /** Whether a link clears them; by default it does while some are set. */
  readonly isCleared?: boolean;
  /** What a phone shows at once; the rest is behind a button there. */
  readonly lead?: ReactNode;
  /** The rest. */
  readonly children?: ReactNode;
}

/** A form of filters whose state is the URL. It works without script. */
export function FilterForm({
  label,
  parameters,
  addressOf,
  isCleared = Object.keys(parameters).length > 0,
  lead,
  children,
}: Props) {
  const form = useUrlForm(parameters, addressOf);
  return (
    <search aria-label={label}>
      <form {...form} method="get" action={addressOf()} className={classes.form}>
        {lead && <div className={classes.lead}>{lead}</div>}
        {children && (
          <>
            <details className={classes.toggle}>
              <summary className={controls.button}>
                <Icon name="filters" />
                Filters
              </summary>
            </details>
            <div className={classes.filters}>{children}</div>
          </>
        )}
        <noscript>
          <button type="submit" className={controls.button}>
            Show
          </button>
        </noscript>
        {isCleared && (
          <Link to={addressOf()} preventScrollReset className={classes.clear}>
            Clear filters
          </Link>
        )}
      </form>
    </search>
  );
}
