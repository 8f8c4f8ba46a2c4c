import type { ReactNode } from "react";
import type { Site } from "../../contract/page-context.ts";
import type { Navigation } from "../navigation.ts";
import { SignInNotice } from "../sign-in/SignInNotice.tsx";
import { SignInProvider } from "../sign-in/SignInProvider.tsx";
import { NavigationProgress } from "./NavigationProgress.tsx";
import { PageTitle } from "./PageTitle.tsx";
import { SampleNotice } from "./SampleNotice.tsx";
import { SiteFooter } from "./SiteFooter.tsx";
import { SiteHeader } from "./SiteHeader.tsx";
import { SkipLink } from "./SkipLink.tsx";

interface Props {
  readonly site: Site | undefined;
  readonly navigation: Navigation | undefined;
  readonly holdsSample: boolean;
  readonly children: ReactNode;
}

/** Surrounds every page. Site and navigation are missing only if their loader failed. */
export function PageFrame({ site, navigation, holdsSample, children }: Props) {
  return (
    <SignInProvider>
      <SkipLink />
      <PageTitle />
      <NavigationProgress />
      <SiteHeader shortName={site?.shortName ?? "Home"} navigation={navigation} />
      <main id="content" tabIndex={-1}>
        <SignInNotice />
        {children}
      </main>
      {site && <SiteFooter site={site} />}
      {holdsSample && <SampleNotice />}
    </SignInProvider>
  );
}
