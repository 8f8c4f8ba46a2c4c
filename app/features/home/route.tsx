import { Suspense, useId } from "react";
import { Link } from "react-router";
import { type Explained, splitAtWords } from "../../../domain/challenges/glossary.ts";
import type { WaitingAnswer } from "../../../domain/contract/review.ts";
import { api, pages } from "../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../domain/contract/site-pages.ts";
import { playerOfPlaylist } from "../../../domain/fields/link/playlist.ts";
import { counted, withArticle } from "../../../domain/game/counted.ts";
import { CompletionLines } from "../../ui/completions/CompletionLines.tsx";
import { Ago } from "../../ui/components/Ago.tsx";
import { later } from "../../ui/components/later.ts";
import layout from "../../ui/components/layout.module.css";
import { Hidden } from "../../ui/components/layout.tsx";
import { Video } from "../../ui/components/Video.tsx";
import { WithWords } from "../../ui/components/Word.tsx";
import { pageContext } from "../../ui/context.ts";
import { pageMeta } from "../../ui/meta.ts";
import { AskField } from "../../ui/search/AskField.tsx";
import { Examples } from "../../ui/search/Examples.tsx";
import { useSignIn } from "../../ui/sign-in/state.ts";
import { paceInWords } from "../../ui/thread/waits.ts";
import { useSite } from "../../ui/use-site.ts";
import type { Route } from "./+types/route";
import classes from "./home.module.css";
import { type ChallengeCard, loadHomePage } from "./load.server.ts";

const HEADING = HEADINGS.home;

export const loader = ({ context }: Route.LoaderArgs) => loadHomePage(context.get(pageContext));

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, HEADING, {
    url: pages.home(),
    feeds: [{ title: "Newly verified", type: "application/atom+xml", href: api.atomOfAll() }],
  });

/** The top of the page, which says what it is for: asking. */
function Opening() {
  const { tagline, creatorCode } = useSite();
  return (
    <div className={classes.opening}>
      <div className={layout.stack}>
        <h1>{HEADING}</h1>
        <p className={classes.tagline}>
          {tagline} <Link to={pages.newHere()}>New here?</Link>
        </p>
        <AskField look="large" placeholder="Has it been done? Two towers, a map, a player …" />
        <Examples />
      </div>
      <p className={classes.code}>
        Support the community: enter creator code <strong>{creatorCode}</strong> in the game.
      </p>
    </div>
  );
}

const QueueLine = later(async () => (await import("../../ui/sign-in/QueueLine.tsx")).QueueLine);

/** How much waits, for those who may verify it. Where the browser remembers that they may, there is room for it. */
function ForHelpers() {
  const { user } = useSignIn();
  return (
    <p className={classes.queue} data-shown={user?.isVerifier || undefined}>
      {user?.isVerifier && (
        <Suspense fallback={null}>
          <QueueLine />
        </Suspense>
      )}
    </p>
  );
}

/** How much is pending, since when, and how long a verdict takes. */
function Waits({ wait }: { wait: WaitingAnswer }) {
  const { waiting, oldest } = wait;
  const pace = paceInWords(wait);
  if (waiting === 0 && pace === "") return null;
  return (
    <p className={layout.quiet}>
      {waiting === 0 ? (
        "Nothing is pending."
      ) : (
        <>
          {counted(waiting)} {waiting === 1 ? "is" : "are"} pending
          {oldest !== null && (
            <>
              , the oldest submitted <Ago at={oldest} />
            </>
          )}
          .
        </>
      )}{" "}
      {pace}
    </p>
  );
}

function JoinUs() {
  const { links } = useSite();
  return (
    <section>
      <h2>Join Us</h2>
      <ul className={classes.links}>
        <li>
          <a href={links.video}>Video channel</a>
          <span>Runs, guides and news</span>
        </li>
        <li>
          <a href={links.chat}>Chat server</a>
          <span>Ask, plan and celebrate together</span>
        </li>
        <li>
          <a href={links.source}>Source code</a>
          <span>See how the index works</span>
        </li>
      </ul>
    </section>
  );
}

export default function Home({
  loaderData: { popular, others, latest, originals, marks, total, wait },
}: Route.ComponentProps) {
  const { playlist } = useSite();
  return (
    <>
      <Opening />
      <ForHelpers />
      <div className={`${layout.columns} ${classes.challenges}`}>
        <section>
          <h2>Popular Challenges</h2>
          <Challenges challenges={popular} explains={["chimps"]} />
        </section>
        <section>
          <h2>More Challenges</h2>
          <Challenges challenges={others} />
        </section>
      </div>
      <p className={layout.quiet}>
        <Link to={pages.coverage()}>What is left</Link> shows every map and every pair.{" "}
        <Link to={pages.undone()}>Give me an open one</Link>
      </p>
      <div className={layout.columns}>
        <section>
          <h2>Newest Completions</h2>
          {latest.length === 0 ? (
            <p>
              Nothing has been verified yet. <Link to={pages.addForm("2tc")}>Add the first completion</Link>,
              and a helper will check it.
            </p>
          ) : (
            <CompletionLines lines={latest} marks={marks} />
          )}
          {latest.some(({ verified }) => verified === null) && (
            <p className={layout.quiet}>Without a day: nobody recorded when it was verified.</p>
          )}
          {total > 0 && (
            <p className={layout.quiet}>
              <WithWords
                text={`${counted(total)} verified completions in ${popular.length + others.length} challenges.`}
                words={["verified"]}
              />
            </p>
          )}
          {wait && <Waits wait={wait} />}
        </section>
        {originals.length > 0 && (
          <section>
            <h2>Latest OGs</h2>
            <CompletionLines lines={originals} marks={marks} />
          </section>
        )}
      </div>
      <div className={layout.columns}>
        <section>
          <h2>Latest Video</h2>
          <Video
            player={playerOfPlaylist(playlist)}
            title="Latest videos"
            invitation="Play the latest videos"
          />
        </section>
        <JoinUs />
      </div>
    </>
  );
}

interface Props {
  readonly challenges: readonly ChallengeCard[];
  /** Words to explain in the first summary that has them. */
  readonly explains?: readonly Explained[];
}

/** Challenges as cards: what each is, and a balloon filled by the share of it that is done. */
export function Challenges({ challenges, explains = [] }: Props) {
  const first = challenges.find(({ summary }) => splitAtWords(summary, explains).length > 1);
  return (
    <ul className={classes.cards}>
      {challenges.map(({ key, label, name, summary, share }) => (
        <li key={key}>
          <Link to={pages.list(key)} prefetch="intent">
            <strong>{label}</strong>
            <Hidden>{name}</Hidden>
          </Link>
          <p>
            <WithWords text={summary} words={key === first?.key ? explains : []} />
          </p>
          {share && (
            <>
              <Balloon share={share.possible === 0 ? 0 : share.done / share.possible} />
              <p className={classes.share}>
                <b>{counted(share.done)}</b> of {counted(share.possible)}{" "}
                {share.of === "maps" ? "maps" : `${share.of === "names" ? "towers" : "pairs"} with an OG`}
              </p>
              <p className={classes.verified}>{counted(share.verified)} verified</p>
              <p className={classes.verified}>
                {share.possible > share.done && (
                  <Link to={share.of === "maps" ? pages.coverage() : pages.challengeCoverage(key)}>
                    {counted(share.possible - share.done)} {share.of !== "maps" && "OGs"} left
                    <Hidden> in {label}</Hidden>
                  </Link>
                )}
              </p>
            </>
          )}
          <p className={classes.add}>
            <Link to={pages.addForm(key)}>Add {withArticle(label)}</Link>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Top and bottom of the balloon's skin, in the drawing's own units. */
const [TOP, BOTTOM] = [2, 40];

/** A balloon filled from below by a share, 0 to 1. The figure is shown beside it. */
function Balloon({ share }: { share: number }) {
  const id = useId();
  // Any share above 0 is visible.
  const height = share === 0 ? 0 : Math.max(share, 0.06) * (BOTTOM - TOP);
  const skin = "M17 2c8.6 0 15 6.6 15 15.4C32 28 22.6 36 18.6 40h-3.2C11.4 36 2 28 2 17.4 2 8.6 8.4 2 17 2z";
  return (
    <svg className={classes.balloon} viewBox="0 0 34 48" aria-hidden="true">
      <clipPath id={id}>
        <rect x="0" y={BOTTOM - height} width="34" height={height} />
      </clipPath>
      <path d={skin} className={classes.skin} />
      <path d={skin} className={classes.filled} clipPath={`url(#${id})`} />
      <path d={skin} className={classes.edge} />
      <path d="M17 40l-4.5 6h9z" className={classes.knot} />
      <path d="M9 16c0-4 2.6-7 6-7.6" className={classes.shine} />
    </svg>
  );
}
