import { type AppState, Auth0Provider, useAuth0 } from "@auth0/auth0-react";
import { useEffect } from "react";
import type { SignInConfig } from "../../../domain/contract/site.ts";
import { type SdkSession, sessionOf } from "./sdk-session.ts";

interface Props {
  readonly config: SignInConfig;
  /** Called after a login, with the path to show. */
  readonly onReturn: (path: string) => void;
  /** Called at each change of the SDK's state. */
  readonly onChange: (session: SdkSession) => void;
}

/** Runs the SDK and reports what only it knows. It is loaded when somebody needs it. */
export default function Auth0Bridge({ config, onReturn, onChange }: Props) {
  return (
    <Auth0Provider
      domain={config.domain}
      clientId={config.clientId}
      authorizationParams={{
        redirect_uri: `${window.location.origin}/login-redirect`,
        audience: config.audience,
        scope: "openid profile email offline_access",
      }}
      cacheLocation="localstorage"
      useRefreshTokens
      useRefreshTokensFallback
      onRedirectCallback={(state?: AppState) => onReturn(localPath(state?.returnTo))}
    >
      <Reporter config={config} onChange={onChange} />
    </Auth0Provider>
  );
}

/** Returns the path if it is one of this site, else "/". */
function localPath(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : "/";
}

function Reporter({ config, onChange }: Pick<Props, "config" | "onChange">) {
  const sdk = useAuth0();
  useEffect(() => onChange(sessionOf(sdk, config)), [sdk, config, onChange]);
  return null;
}
