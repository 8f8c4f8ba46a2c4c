import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { interactionPolicy } from "oidc-provider";
import { freePort } from "../../../test/node/site.ts";

/** Who signs in at the other issuer, which does not ask for a password. */
export interface UpstreamPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

/** Starts another OpenID Connect issuer on this machine, with `siteOrigin` as a client. */
export async function startUpstream(siteOrigin: string) {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const state = { person: { sub: "ada" } as UpstreamPerson, refuses: false };
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const policy = interactionPolicy.base();
  policy.remove("consent");
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "index",
        client_secret: "a secret between the two",
        redirect_uris: [`${siteOrigin}/sign-in-elsewhere`],
      },
    ],
    jwks: {
      keys: [{ ...(await exportJWK(privateKey)), kid: "upstream", alg: "RS256", use: "sig" }] as never,
    },
    cookies: {
      keys: ["upstream"],
      names: { session: "up_session", interaction: "up_login", resume: "up_resume" },
    },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...state.person, sub }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, { uid }) => `/automatic/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith("/automatic/")) return answer(request, response);
    const result = state.refuses
      ? { error: "access_denied" }
      : { login: { accountId: state.person.sub, remember: false } };
    await provider.interactionFinished(request, response, result);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    issuer,
    state,
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
