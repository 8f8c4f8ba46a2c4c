import { Suspense } from "react";
import { Link } from "react-router";
import type { WaitingAnswer } from "../../../domain/contract/review.ts";
import { api, pages } from "../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../domain/contract/site-pages.ts";
import { counted } from "../../../domain/game/counted.ts";
import { CompletionLines } from "../../ui/completions/CompletionLines.tsx";
import { Ago } from "../../ui/components/Ago.tsx";
import { later } from "../../ui/components/later.ts";
import layout from "../../ui/components/layout.module.css";
import { playerOfPlaylist } from "../../ui/components/playlist.ts";
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
import { Challenges } from "./Challenges.tsx";
import classes from "./home.module.css";
import { loadHomePage } from "./load.server.ts";

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
            <p className={layout.quiet}>Where no day is given, nobody knows when it was verified.</p>
          )}
          {total > 0 && (
            <p className={layout.quiet}>
              <WithWords
                text={`${counted(total)} verified completions in all, of ${popular.length + others.length} challenges.`}
                words={["verified"]}
              />
            </p>
          )}
          {wait && <Waits wait={wait} />}
        </section>
        {originals.length > 0 && (
          <section>
            <h2>Latest originals</h2>
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
