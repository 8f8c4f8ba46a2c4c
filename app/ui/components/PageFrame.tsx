import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import type { SiteSettings } from "../../../domain/contract/page-context.ts";
import { pages } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { announce, latestAnnouncement, subscribe as subscribeToAnnouncements } from "../announce.ts";
import type { Navigation } from "../navigation.ts";
import { isWaiting, subscribe, tryAgain } from "../offline.ts";
import { SignInProvider } from "../sign-in/SignInProvider.tsx";
import { SIGN_IN_FAILED, useSignIn } from "../sign-in/state.ts";
import layout from "./layout.module.css";
import classes from "./PageFrame.module.css";
import { SiteHeader } from "./SiteHeader.tsx";

interface Props {
  readonly site: SiteSettings | undefined;
  readonly navigation: Navigation | undefined;
  /** What every page says of the index as a whole. */
  readonly notice: "import" | "sample" | null;
  readonly children: ReactNode;
}

/** Surrounds every page. Site and navigation are missing only if their loader failed. */
export function PageFrame({ site, navigation, notice, children }: Props) {
  return (
    <SignInProvider>
      <SkipLink />
      <NavigationProgress />
      <SiteHeader shortName={site?.shortName ?? "Home"} navigation={navigation} />
      <main id="content" tabIndex={-1}>
        <SignInNotice />
        {children}
      </main>
      {site && <SiteFooter site={site} />}
      {notice === "sample" && <SampleNotice />}
      {notice === "import" && <ImportNotice />}
      <OfflineNotice />
      <Announcer />
    </SignInProvider>
  );
}

/** The first tab stop: skips the header and leads to `<main id="content">`. */
function SkipLink() {
  return (
    <a href="#content" className={`${layout.hidden} ${classes.skip}`}>
      Skip to the content
    </a>
  );
}

/**
 * Has screen readers read what is announced, and which page was opened, as a browser does by itself where a link loads a
 * whole page. A page that stays while its query changes is announced by its new title unless it announced something
 * itself: that is known because its effects have run before this one's.
 */
function Announcer() {
  const { pathname, search } = useLocation();
  const announcement = useSyncExternalStore(subscribeToAnnouncements, latestAnnouncement, latestAnnouncement);
  const before = useRef<{ readonly pathname: string; readonly title: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title changes with the address
  useEffect(() => {
    const [{ current }, { title }] = [before, document];
    before.current = { pathname, title };
    if (current === null) return;
    const isAnnounced = latestAnnouncement() !== announcement;
    if (current.pathname !== pathname || (current.title !== title && !isAnnounced)) announce(title);
  }, [pathname, search]);
  return (
    <p aria-live="polite" className={layout.hidden}>
      <span key={announcement.number}>{announcement.text}</span>
    </p>
  );
}

/** A thin line across the top while the next page loads. */
function NavigationProgress() {
  const busy = useNavigation().state !== "idle";
  return (
    <div className={classes.track}>
      {busy && <div className={classes.progress} role="progressbar" aria-label="Loading" />}
    </div>
  );
}

function SiteFooter({ site }: { site: SiteSettings }) {
  return (
    <footer className={classes.footer}>
      <div className={`${controls.row} ${classes.line}`}>
        <p>{site.tagline}</p>
        <ul className={controls.row}>
          <li>
            <Link to={pages.newHere()}>New here?</Link>
          </li>
          <li>
            <Link to={pages.searchHelp()}>How to search</Link>
          </li>
          <li>
            <Link to={pages.apiGuide()}>API</Link>
          </li>
          <li>
            <Link to={pages.dump()}>Data</Link>
          </li>
          <li>
            <Link to={pages.privacy()}>Privacy</Link>
          </li>
          <li>
            <a href={site.links.source} rel="noreferrer">
              Source
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}

/**
 * Says on every page that what the index shows is made up. It is at the lower edge of the window, so that it moves no
 * row of a list. Administrators get a link to where they remove it.
 */
function SampleNotice() {
  const { user } = useSignIn();
  return (
    <aside className={classes.sample} aria-label="Sample data">
      <p>
        <span className={layout.cut}>
          <strong>Sample data:</strong> made-up completions are shown.
        </span>
        {user?.isAdministrator && <Link to={pages.accounts()}>Remove</Link>}
      </p>
    </aside>
  );
}

/** Says that a row that is not shown may still come. */
function ImportNotice() {
  return (
    <aside className={classes.sample} aria-label="Import">
      <p>
        <span className={layout.cut}>
          <strong>Moving in:</strong> not everything is here yet.
        </span>
      </p>
    </aside>
  );
}

/** Says that what was tapped waits for the line. */
function OfflineNotice() {
  const waits = useSyncExternalStore(subscribe, isWaiting, () => false);
  return (
    <div aria-live="polite">
      {waits && (
        <div className={classes.offline}>
          <p>
            <strong>You are offline.</strong> It opens when you are back online.
          </p>
          <button type="button" className={controls.button} onClick={tryAgain}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

/** Shows what went wrong with signing in, and how to go on. Every page carries it, so it needs no library. */
function SignInNotice() {
  const { error, signIn, dismiss } = useSignIn();
  if (!error) return null;
  return (
    <div className={`${layout.near} ${classes.notice}`} role="alert">
      <p className={classes.title}>{SIGN_IN_FAILED}</p>
      <p>{error.text}</p>
      <p className={controls.row}>
        {error.retry && (
          <button
            type="button"
            className={`${controls.button} ${controls.main}`}
            onClick={() => void signIn({ returnTo: whereToReturn() })}
          >
            Try again
          </button>
        )}
        <button type="button" className={controls.button} onClick={dismiss}>
          Close
        </button>
      </p>
    </div>
  );
}

/** Returns the current address, unless that belongs to a failed login. */
function whereToReturn(): string {
  const { pathname, search } = window.location;
  return pathname === "/login-redirect" || pathname === "/login" ? "/" : pathname + search;
}
