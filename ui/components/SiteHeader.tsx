import { useRef } from "react";
import { Link, NavLink } from "react-router";
import type { Navigation, NavigationGroup } from "../navigation.ts";
import { HeaderSearch } from "../search/HeaderSearch.tsx";
import { AccountMenu } from "../sign-in/AccountMenu.tsx";
import { ColorSchemeToggle } from "./ColorSchemeToggle.tsx";
import { Icon } from "./Icon.tsx";
import { Logo } from "./Logo.tsx";
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
              <span className={classes.lines} />
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
            {link.label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
