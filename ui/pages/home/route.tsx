import { Link } from "react-router";
import { HEADINGS } from "../../../contract/site-pages.ts";
import { pages } from "../../../routes.ts";
import { Video } from "../../components/Video.tsx";
import { playerOfPlaylist } from "../../components/youtube.ts";
import { pageContext } from "../../context.ts";
import { pageMeta } from "../../meta.ts";
import { AskField } from "../../search/AskField.tsx";
import { Examples } from "../../search/Examples.tsx";
import { useSite } from "../../use-site.ts";
import type { Route } from "./+types/route";
import classes from "./home.module.css";
import { type ChallengeCard, loadHomePage, type NewestCompletion } from "./load.server.ts";

const HEADING = HEADINGS.home;

export const loader = ({ context }: Route.LoaderArgs) => loadHomePage(context.get(pageContext));

export const meta: Route.MetaFunction = (args) => pageMeta(args, HEADING, { url: pages.home() });

function Cards({ challenges }: { challenges: readonly ChallengeCard[] }) {
  return (
    <ul className={classes.cards}>
      {challenges.map(({ key, label, name, summary, verified }) => (
        <li key={key}>
          <Link to={pages.list(key)} prefetch="intent">
            <strong>{label}</strong>
            <span>{name}</span>
          </Link>
          <p>{summary}</p>
          {verified !== null && <p className={classes.count}>{verified.toLocaleString("en-US")} verified</p>}
        </li>
      ))}
    </ul>
  );
}

function Newest({ completions }: { completions: readonly NewestCompletion[] }) {
  if (completions.length === 0)
    return <p>Nothing has been verified yet. Sign in and submit the first completion.</p>;
  return (
    <ul className={classes.newest}>
      {completions.map(({ heading, players, day, page }) => (
        <li key={page}>
          <Link to={page}>{heading}</Link>
          <span>
            by {players}, verified <time dateTime={day}>{day}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}

export default function Home({ loaderData: { popular, others, newest, total } }: Route.ComponentProps) {
  const site = useSite();
  return (
    <>
      <div className={classes.opening}>
        <h1>{HEADING}</h1>
        <div className={classes.search}>
          <AskField look="large" placeholder="Has it been done?" />
          <Examples />
        </div>
        <p className={classes.tagline}>{site.tagline}</p>
        <p className={classes.code}>
          Support the community: enter creator code <strong>{site.creatorCode}</strong> in the game.
        </p>
      </div>
      <h2>Popular Challenges</h2>
      <Cards challenges={popular} />
      <h2>More Challenges</h2>
      <Cards challenges={others} />
      <section>
        <h2>Newest Completions</h2>
        <Newest completions={newest} />
        {total > 0 && (
          <p className={classes.count}>
            {total.toLocaleString("en-US")} verified completions in all, of {popular.length + others.length}{" "}
            challenges.
          </p>
        )}
      </section>
      <div className={classes.columns}>
        <section>
          <h2>Latest Video</h2>
          <Video
            player={playerOfPlaylist(site.playlist)}
            title="Latest videos"
            invitation="Play the latest videos"
          />
        </section>
        <section>
          <h2>Join Us</h2>
          <ul className={classes.links}>
            <li>
              <a href={site.links.video}>Video channel</a>
              <span>Runs, guides and news</span>
            </li>
            <li>
              <a href={site.links.chat}>Chat server</a>
              <span>Ask, plan and celebrate together</span>
            </li>
            <li>
              <a href={site.links.source}>Source code</a>
              <span>See how the index is made</span>
            </li>
          </ul>
        </section>
      </div>
    </>
  );
}
