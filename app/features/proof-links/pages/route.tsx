import { Link, useSearchParams } from "react-router";
import type { NamedCompletion } from "../../../../domain/contract/notices.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import {
  LINK_FILTERS,
  type LinkCountsAnswer,
  type ListedWatchedLink,
  type WatchedLinksAnswer,
} from "../../../../domain/contract/watched-links.ts";
import { counted } from "../../../../domain/game/counted.ts";
import { LINK_HOSTS } from "../../../../domain/media/link-hosts.ts";
import { LINK_STATES, type LinkState } from "../../../../domain/media/link-watch.ts";
import { Day } from "../../../ui/components/Ago.tsx";
import { FilterForm } from "../../../ui/components/FilterForm.tsx";
import layout from "../../../ui/components/layout.module.css";
import { Hidden, NothingFound } from "../../../ui/components/layout.tsx";
import { PreviousNext } from "../../../ui/components/PreviousNext.tsx";
import { SelectField } from "../../../ui/components/SelectField.tsx";
import { usePages } from "../../../ui/components/use-pages.ts";
import { pageMeta } from "../../../ui/meta.ts";
import { RequireSignIn } from "../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../ui/sign-in/SignInProvider.tsx";
import { useAnswer } from "../../../ui/sign-in/use-answer.ts";
import type { Route } from "./+types/route";
import classes from "./proofs.module.css";

const TITLE = "Links to proof";

export const handle: SignInHandle = { signIn: "needed" };

export const meta: Route.MetaFunction = (args) => pageMeta(args, TITLE, { url: pages.proofs() });

export default function ProofsPage() {
  return (
    <>
      <h1>{TITLE}</h1>
      <p className={layout.intro}>
        Links to the proof of verified completions, and whether they still lead to something. Each is asked
        about once in 30 days. It counts as gone after its site has said so three times over 48 hours; until
        then nobody else sees it. A completion stays verified whatever becomes of its link.
      </p>
      <RequireSignIn audience="helper">
        <h2>By site</h2>
        <Counts />
        <Links />
      </RequireSignIn>
    </>
  );
}

const STATES = Object.keys(LINK_STATES) as LinkState[];

/** What is said of a number of links: "3 gone", "12 never asked". */
const inWords = (state: LinkState): string => LINK_STATES[state].toLowerCase();

/** How many links of each site are in each state; each number leads to their list. */
function Counts() {
  const { body, problem } = useAnswer<LinkCountsAnswer>(api.linkCounts());
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const { isOn, hosts, most } = body;
  const used = hosts.filter(({ links }) => STATES.some((state) => links[state] > 0));
  return (
    <>
      {!isOn && <p>This site is set to watch no links: what is here was found before.</p>}
      {used.length === 0 ? (
        <NothingFound>
          No link has been found yet. Those of completions that are here come within minutes.
        </NothingFound>
      ) : (
        <ul className={`${layout.list} ${classes.hosts}`}>
          {used.map(({ host, isAsked, links }) => (
            <li key={host}>
              <b>
                {LINK_HOSTS[host]}
                {!isAsked && <small> (not asked)</small>}
              </b>
              <ul>
                {STATES.filter((state) => links[state] > 0).map((state) => (
                  <li key={state}>
                    <Link to={pages.proofs({ state, host })} data-state={state}>
                      {counted(links[state])}
                      {links[state] === most && "+"} {inWords(state)}
                      <Hidden> at {LINK_HOSTS[host]}</Hidden>
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const isState = (text: string | undefined): text is LinkState => STATES.some((state) => state === text);

function Links() {
  const [search] = useSearchParams();
  const filters: Readonly<Record<string, string>> = Object.fromEntries(
    LINK_FILTERS.flatMap((name) => {
      const value = search.get(name) ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
  const { state = "", host = "" } = filters;
  const optionsOf = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  const { gone, ...others } = LINK_STATES;
  return (
    <>
      <h2>{isState(state) ? LINK_STATES[state] : gone}</h2>
      <FilterForm
        label="Filter the links"
        parameters={filters}
        addressOf={pages.proofs}
        lead={
          <SelectField
            name="state"
            label="Links that are"
            none={gone}
            value={state === "gone" ? "" : state}
            options={optionsOf(others)}
          />
        }
      >
        <SelectField name="host" label="Site" none="All" value={host} options={optionsOf(LINK_HOSTS)} />
      </FilterForm>
      <Listed key={`${state} ${host}`} filters={filters} state={isState(state) ? state : "gone"} />
    </>
  );
}

const NOTHING: Readonly<Record<LinkState, string>> = {
  gone: "No link is gone.",
  failing: "No site says of a link that it is gone.",
  ending: "No link says when it ends.",
  unknown: "There is no link of which its site does not say whether it is there.",
  never: "Every link has been asked about.",
  alive: "No link is known to be there yet.",
};

function Listed({ filters, state }: { filters: Readonly<Record<string, string>>; state: LinkState }) {
  const { after, turns } = usePages();
  const { body, problem } = useAnswer<WatchedLinksAnswer>(api.watchedLinks({ ...filters, after }));
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const { results, next } = body;
  return (
    <div className={classes.listed}>
      {results.length === 0 ? (
        <NothingFound>{after === "" ? NOTHING[state] : "Nothing is left on this page."}</NothingFound>
      ) : (
        <ul className={`${layout.list} ${classes.links}`}>
          {results.map((link) => (
            <Row key={link.url} link={link} state={state} />
          ))}
        </ul>
      )}
      <PreviousNext {...turns(next)} />
    </div>
  );
}

function Row({ link, state }: { link: ListedWatchedLink; state: LinkState }) {
  const { url, host, title, channel, completions } = link;
  return (
    <li>
      <div>
        {completions.map((completion) => (
          <Which key={completion.filekey} completion={completion} />
        ))}
        <div className={layout.note}>
          <a href={url} rel="noopener nofollow ugc" target="_blank">
            {url.length > 80 ? `${url.slice(0, 79)}…` : url}
          </a>
          {title !== null && (
            <>
              {" "}
              <bdi>{title}</bdi>
            </>
          )}
          {channel !== null && (
            <>
              {" "}
              by <bdi>{channel}</bdi>
            </>
          )}
        </div>
      </div>
      <p>
        {LINK_HOSTS[host]}: <Standing link={link} state={state} />
      </p>
    </li>
  );
}

/** A completion that has the link, and where it gets another one. */
function Which({ completion: { challenge, filekey, heading, players } }: { completion: NamedCompletion }) {
  return (
    <div>
      <Link to={pages.notes(challenge, { filekey })}>{heading}</Link> by <bdi>{players}</bdi>{" "}
      <Link to={pages.editForm(challenge, { filekey })}>
        Edit<Hidden> {heading}</Hidden>
      </Link>
    </div>
  );
}

/** Why a site did not say whether a link is there, in words that go on "It …". */
const WHY: Readonly<Record<string, string>> = {
  "401": "is private, or may not be shown elsewhere",
  "403": "is not shown to everybody",
  off: "is at a site that is not asked here",
  "no-end": "does not say when it ends",
  refused: "was refused by its site for now",
  timeout: "was not answered in time",
  unreachable: "is at a site that could not be reached",
  "server-error": "is at a site that failed",
};

/** Says how a link stands, and since when. */
function Standing({
  link: { at, endsOn, askedAt, firstFailedAt, failedTimes, why },
  state,
}: {
  link: ListedWatchedLink;
  state: LinkState;
}) {
  if (state === "never") return <>not asked yet</>;
  if (state === "ending") return <>works until {endsOn !== null && <Day at={endsOn} />}</>;
  const asked = askedAt !== null && (
    <>
      , last asked <Day at={askedAt} />
    </>
  );
  if (state === "alive")
    return (
      <>
        there since it was first asked about, <Day at={at} />
        {asked}
      </>
    );
  if (state === "unknown")
    return (
      <>
        {WHY[why ?? ""] ?? "cannot be understood"}
        {asked}
      </>
    );
  return (
    <>
      {state === "failing" ? `not found ${failedTimes === 1 ? "once" : `${failedTimes} times`}` : "not found"}
      {firstFailedAt !== null && (
        <>
          {" "}
          since <Day at={firstFailedAt} />
        </>
      )}
      {asked}
    </>
  );
}
