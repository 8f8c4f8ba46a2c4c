import { useEffect, useRef } from "react";
import { Link, NavLink } from "react-router";
import { LOGO } from "../../../domain/fields/marks/logo.ts";
import { followColorScheme, switchColorScheme } from "../color-scheme.ts";
import type { Navigation, NavigationGroup } from "../navigation.ts";
import { HeaderSearch } from "../search/HeaderSearch.tsx";
import { AccountMenu } from "../sign-in/AccountMenu.tsx";
import { Icon } from "./Icon.tsx";
import classes from "./SiteHeader.module.css";
import { useClosingMenus } from "./use-closing-menus.ts";

interface Props {
  readonly shortName: string;
  readonly navigation: Navigation | undefined;
}

/**
 * The name, menus, search, sign-in and colour scheme. The menus are in the page twice, side by side for wide windows
 * and behind one button for phones; CSS hides one of them, from screen readers too.
 */
export function SiteHeader({ shortName, navigation }: Props) {
  const { login, groups, add } = navigation ?? { login: null, groups: [], add: { label: "", links: [] } };
  const header = useRef<HTMLElement>(null);
  useClosingMenus(header);
  return (
    <header ref={header} className={classes.header}>
      <div className={classes.bar}>
        <Link to="/" className={classes.brand}>
          <Logo />
          <span className={classes.name}>{shortName}</span>
        </Link>
        <nav className={classes.wide} aria-label="Main">
          {groups.map((group) => (
            <details key={group.label} name="site-menu" className={classes.menu}>
              <summary>{group.label}</summary>
              <div className={classes.sheet}>
                <GroupLinks group={group} />
              </div>
            </details>
          ))}
        </nav>
        <div className={classes.end}>
          <HeaderSearch />
          <details name="site-menu" className={`${classes.menu} ${classes.add}`}>
            <summary aria-label="Add a completion">
              <Icon name="add" />
              Add
            </summary>
            <nav className={classes.sheet} aria-label="Add a completion">
              <GroupLinks group={add} />
            </nav>
          </details>
          {login && <AccountMenu login={login} />}
          <ColorSchemeToggle />
          <details className={`${classes.burger} ${classes.narrow}`}>
            <summary aria-label="Menu">
              <Icon name="menu" />
              <Icon name="close" />
            </summary>
            <div className={classes.drawer}>
              <nav aria-label="Main">
                {groups.map((group) => (
                  <section key={group.label}>
                    <h2>{group.label}</h2>
                    <GroupLinks group={group} />
                  </section>
                ))}
              </nav>
              <nav aria-label="Add a completion">
                <h2>{add.label}</h2>
                <GroupLinks group={add} />
              </nav>
            </div>
          </details>
        </div>
      </div>
    </header>
  );
}

function GroupLinks({ group }: { group: NavigationGroup }) {
  return (
    <ul className={classes.links}>
      {group.links.map((link) => (
        <li key={link.path}>
          <NavLink to={link.path} prefetch="intent">
            {link.name ? (
              <>
                <b>{link.label}</b> <span>{link.name}</span>
              </>
            ) : (
              link.label
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** The logo. Decorative: the name stands beside it. */
function Logo() {
  return (
    <svg width={36} height={36} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      {LOGO.map(([colour, path]) => (
        <path key={colour} fill={colour} d={path} />
      ))}
      <path fill="none" stroke="#d9d1be" strokeWidth="1.2" d="M13 19.4h22" />
      <path
        fill="none"
        stroke="#0a5d55"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m18.4 25.4 4 4 7.6-7.6"
      />
    </svg>
  );
}

/**
 * Switches between light and dark. It renders both icons and CSS hides one, because the server does not know the
 * visitor's scheme.
 */
function ColorSchemeToggle() {
  useEffect(followColorScheme, []);
  return (
    <button
      type="button"
      className={classes.toggle}
      onClick={switchColorScheme}
      aria-label="Switch between light and dark"
    >
      <svg className={classes.sun} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="3.6" />
        <path d="M10 1.5v2.3M10 16.2v2.3M1.5 10h2.3M16.2 10h2.3M4 4l1.6 1.6M14.4 14.4 16 16M16 4l-1.6 1.6M5.6 14.4 4 16" />
      </svg>
      <svg className={classes.moon} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M16.8 12.3A7.3 7.3 0 0 1 7.7 3.2a7.3 7.3 0 1 0 9.1 9.1Z" />
      </svg>
    </button>
  );
}
