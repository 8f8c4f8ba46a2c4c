import { useEffect, useState } from "react";
import { NavLink, useLocation } from "react-router";
import type { NoticesAnswer } from "../../../domain/contract/notices.ts";
import type { OwnNameAnswer } from "../../../domain/contract/players.ts";
import { api, pages } from "../../../domain/contract/routes.ts";
import { counted } from "../../../domain/game/counted.ts";
import { Email } from "../components/Email.tsx";
import { Hidden } from "../components/layout.tsx";
import { ShortcutsSwitch } from "../components/ShortcutsSwitch.tsx";
import classes from "../components/SiteHeader.module.css";
import { type SignedInUser, useSignIn } from "./state.ts";
import { apiWith } from "./use-api.ts";
import { useWaiting } from "./use-waiting.ts";

/** What is in the menu of a signed-in user. It is loaded with the sign-in, which most visitors do not need. */
export function OwnMenu({ user }: { user: SignedInUser }) {
  const { hasAccounts, signOut } = useSignIn();
  return (
    <>
      <p className={classes.who}>{user.email === null ? user.name : <Email address={user.email} />}</p>
      <ul className={classes.links}>
        <li>
          <NavLink to={pages.mySubmissions()}>My submissions</NavLink>
        </li>
        <MyPage />
        <li>
          <NavLink to={pages.account()}>Your account</NavLink>
        </li>
        {user.isVerifier && (
          <li>
            <QueueLink />
          </li>
        )}
        {user.isVerifier && (
          <li>
            <NavLink to={pages.changes()}>Changes</NavLink>
          </li>
        )}
        {user.isHelper && (
          <li>
            <NavLink to={pages.spellings()}>Spellings</NavLink>
          </li>
        )}
        {user.isHelper && (
          <li>
            <NavLink to={pages.game()}>Game</NavLink>
          </li>
        )}
        {user.isHelper && (
          <li>
            <NavLink to={pages.unresolved()}>Completions to fix</NavLink>
          </li>
        )}
        {user.isHelper && (
          <li>
            <NavLink to={pages.codes()}>Challenge codes</NavLink>
          </li>
        )}
        {user.isHelper && (
          <li>
            <NavLink to={pages.proofs()}>Links to proof</NavLink>
          </li>
        )}
        {hasAccounts && user.isAdministrator && (
          <li>
            <NavLink to={pages.accounts()}>Accounts</NavLink>
          </li>
        )}
        <li>
          <ShortcutsSwitch />
        </li>
        <li>
          <button type="button" onClick={() => void signOut()}>
            Logout
          </button>
        </li>
      </ul>
    </>
  );
}

/** Leads to the page of the player who one is or, until a helper has approved that, who one most often submits for. */
function MyPage() {
  const { getToken } = useSignIn();
  const [name, setName] = useState<string>();
  useEffect(() => {
    let isShown = true;
    // In the background, as below.
    apiWith(() => getToken({ isQuiet: true }))
      .get<OwnNameAnswer>(api.ownName())
      .then(({ request, names }) => isShown && setName(request?.name ?? names[0]?.name))
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [getToken]);
  if (name === undefined) return null;
  return (
    <li>
      <NavLink to={pages.player(name)}>My page</NavLink>
    </li>
  );
}

function QueueLink() {
  const waiting = useWaiting();
  return <NavLink to={pages.queue()}>Queue{waiting !== null && ` (${counted(waiting)})`}</NavLink>;
}

/** How many notices somebody has not seen, counted anew on each page; on that of the notices nothing is unseen. */
export function UnseenNotices() {
  const { getToken } = useSignIn();
  const { pathname } = useLocation();
  const [unseen, setUnseen] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew on each page
  useEffect(() => {
    let isShown = true;
    // A request in the background: no window opens for it, and a failure is not shown.
    apiWith(() => getToken({ isQuiet: true }))
      .get<NoticesAnswer>(api.notices({ count: 0 }))
      .then((body) => isShown && setUnseen(body.unseen))
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [getToken, pathname]);
  if (unseen === 0 || pathname === pages.notices()) return null;
  return (
    <b>
      {unseen > 99 ? "99+" : unseen}
      <Hidden> new</Hidden>
    </b>
  );
}
