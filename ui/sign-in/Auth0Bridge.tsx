import { type AppState, type Auth0ContextInterface, Auth0Provider, useAuth0 } from "@auth0/auth0-react";
import { useEffect } from "react";
import type { SignInConfig } from "../../contract/site.ts";

export type Sdk = Auth0ContextInterface;

interface Props {
  readonly config: SignInConfig;
  /** After a login: the path to show. */
  readonly onReturn: (path: string) => void;
  /** At each change of the SDK's state. */
  readonly onChange: (sdk: Sdk) => void;
}

/** Only this module imports the SDK: it is loaded when somebody needs it, and it reports what it knows. */
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
      <Reporter onChange={onChange} />
    </Auth0Provider>
  );
}

/** A path of this site and nothing else. */
function localPath(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : "/";
}

function Reporter({ onChange }: Pick<Props, "onChange">) {
  const sdk = useAuth0();
  useEffect(() => onChange(sdk), [sdk, onChange]);
  return null;
}
