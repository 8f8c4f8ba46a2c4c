import type { Adapter, AdapterPayload } from "oidc-provider";
import type { RecordBound, SignInRecord, SignInRecords } from "../../server/data/sign-in-records.ts";

/**
 * How long a rotated refresh token still counts as unused, in seconds. If its response is lost on the way, the browser
 * asks again with the old one; without this the whole family would be revoked and the person signed out. Later reuse
 * still revokes.
 */
const REUSE_GRACE = 10;

/**
 * The most records of each kind, so that nobody can fill the disk by beginning logins or asking for tokens. A browser
 * begins a login or two and keeps a refresh token for each tab; a person has a handful of devices.
 */
const MOST = {
  loginsOfAddress: 20,
  logins: 2_000,
  codesOfGrant: 20,
  refreshTokensOfGrant: 100,
  ofAccount: 50,
};

/** What the store needs besides its records. */
export interface Surroundings {
  readonly now: () => Date;
  /** Returns the key of the current client, by which logins in progress are counted. */
  asker(): string;
}

function boundOf(model: string, payload: AdapterPayload, { asker }: Surroundings): RecordBound | null {
  const { grantId, accountId } = payload;
  if (model === "Interaction") return { holder: asker(), most: MOST.loginsOfAddress, mostInAll: MOST.logins };
  if (model === "AuthorizationCode" && grantId) return { holder: grantId, most: MOST.codesOfGrant };
  if (model === "RefreshToken" && grantId) return { holder: grantId, most: MOST.refreshTokensOfGrant };
  if ((model === "Session" || model === "Grant") && accountId)
    return { holder: accountId, most: MOST.ofAccount };
  return null;
}

/** The provider's store, in the index's own database. */
export function recordAdapter(records: SignInRecords, model: string, surroundings: Surroundings): Adapter {
  const inSeconds = (): number => Math.floor(surroundings.now().getTime() / 1000);
  function toPayload(record: SignInRecord | null): AdapterPayload | undefined {
    if (record === null || (record.expiresAt !== null && record.expiresAt <= inSeconds())) return undefined;
    const { consumedAt } = record;
    const isForgiven =
      model === "RefreshToken" && consumedAt !== null && inSeconds() - consumedAt <= REUSE_GRACE;
    return { ...record.payload, ...(consumedAt === null || isForgiven ? {} : { consumed: consumedAt }) };
  }
  return {
    async upsert(id, payload, expiresIn) {
      // Without an account there is nothing to remember: the cookie of an ended session must not begin another.
      if (model === "Session" && !payload.accountId) return;
      const expiresAt = expiresIn ? inSeconds() + expiresIn : null;
      await records.save(
        { model, id, payload: { ...payload }, expiresAt },
        boundOf(model, payload, surroundings),
      );
    },
    find: async (id) => toPayload(await records.findById(model, id)),
    findByUid: async (uid) => toPayload(await records.findByUid(model, uid)),
    // For the device flow, which is off.
    findByUserCode: async () => undefined,
    consume: (id) => records.consume(model, id, inSeconds()),
    destroy: (id) => records.delete(model, id),
    revokeByGrantId: (grantId) => records.deleteByGrant(grantId),
  };
}
