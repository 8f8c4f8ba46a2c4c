import "./ui/theme.css";
import type { ReactNode } from "react";
import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { CHALLENGES } from "../domain/challenges/index.ts";
import type { Route } from "./+types/root";
import { COLOR_SCHEME_SCRIPT, ROOT_ATTRIBUTES } from "./ui/color-scheme.ts";
import { AtOnce } from "./ui/components/AtOnce.tsx";
import { PageFrame } from "./ui/components/PageFrame.tsx";
import { pageContext } from "./ui/context.ts";
import { errorText, NOT_FOUND } from "./ui/error-text.ts";
import headingFont from "./ui/fonts/bricolage-grotesque-ascii.woff2?url";
import { placeOf } from "./ui/list-origin.ts";
import { pageMeta } from "./ui/meta.ts";
import { listHeading, navigationOf } from "./ui/navigation.ts";
import { ASK_ONCE_PAINTED } from "./ui/once-painted.ts";
import { RequestIdLine } from "./ui/request-id.tsx";
import { AskField } from "./ui/search/AskField.tsx";
import { HINT_SCRIPT } from "./ui/sign-in/hint.ts";

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "48x48" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "preload", href: headingFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

/** The tags of pages that failed; every other page has a meta function of its own. */
export const meta: Route.MetaFunction = (args) =>
  args.error === undefined ? [] : pageMeta(args, errorText(args.error).heading, { isFailure: true });

export async function loader({ context }: Route.LoaderArgs) {
  const challenges = Array.from(CHALLENGES.values(), ({ key, label, name, navLabel }) => ({
    key,
    label: navLabel ?? label,
    name,
    heading: listHeading({ label, name }),
  }));
  const { site, holdsSample, isImporting } = context.get(pageContext);
  const notice = (await isImporting()) ? "import" : (await holdsSample()) ? "sample" : null;
  return { site, navigation: navigationOf(challenges), notice } as const;
}

/** The site's settings do not change while a page is open, and removing the sample data reloads the page. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" {...ROOT_ATTRIBUTES}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* Before the style sheets: a script after one waits for it, and the page is not parsed meanwhile. */}
        <AtOnce script={import.meta.env.SSR ? COLOR_SCHEME_SCRIPT : ""} />
        <AtOnce script={import.meta.env.SSR ? HINT_SCRIPT : ""} />
        {/* The --paper colours of theme.css. */}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f1" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1f26" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration getKey={placeOf} />
        <Scripts />
        <AtOnce script={import.meta.env.SSR ? ASK_ONCE_PAINTED : ""} />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <PageFrame {...loaderData}>
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>("root");
  const { heading, detail } = errorText(error);
  return (
    <PageFrame site={root?.site} navigation={root?.navigation} notice={root?.notice ?? null}>
      <h1>{heading}</h1>
      <p>{detail}</p>
      <RequestIdLine />
      {heading === NOT_FOUND.heading && <AskField look="large" placeholder="Tower, map, player" />}
      <p>
        <Link to="/">Back to the home page</Link>
      </p>
    </PageFrame>
  );
}
