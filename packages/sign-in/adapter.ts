import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Database } from "../../server/db/database.ts";
import { TooMany } from "../../server/errors.ts";
import {
  consumeRecord,
  deleteByGrant,
  deleteRecord,
  findRecord,
  findRecordByUid,
  type RecordBound,
  type RecordRoom,
  type SignInRecord,
  saveRecord,
  saveRecordIfRoom,
} from "./accounts/repository/sign-in-records.ts";

/**
 * How long a rotated refresh token still counts as unused, in seconds. If its response is lost on the way, the browser
 * retries with the old one; without this the whole family would be revoked and the person signed out. Later reuse
 * still revokes.
 */
const REUSE_GRACE = 10;

/**
 * The most records of each kind, so that beginning logins cannot fill the disk or asking for tokens. A browser
 * begins a login or two and keeps a refresh token for each tab; a person has a handful of devices.
 */
const MOST = {
  /** Of an address, and of the networks around an IPv6 one. */
  loginsOfNetworks: [20, 40, 100],
  logins: 2_000,
  codesOfGrant: 20,
  refreshTokensOfGrant: 100,
  ofAccount: 50,
};

/** How long a login is not given up for others', in seconds: as long as somebody may be typing. */
const TYPING = 5 * 60;

/** What the store needs besides its records. */
export interface Surroundings {
  readonly now: () => Date;
  /** Returns the networks of the current client, smallest first, by which logins in progress are counted. */
  networks(): readonly string[];
  /** Returns what the current client is called in the list of one's devices. */
  device(): string;
}

const roomForLogin = (networks: readonly string[], expiresAt: number): RecordRoom => ({
  holders: networks.map((name, at) => ({ name, most: MOST.loginsOfNetworks[at] ?? MOST.logins })),
  mostInAll: MOST.logins,
  // All logins last equally long.
  keepAfter: expiresAt - TYPING,
});

function boundOf(model: string, { grantId, accountId }: AdapterPayload): RecordBound | null {
  if (model === "AuthorizationCode" && grantId) return { holder: grantId, most: MOST.codesOfGrant };
  if (model === "RefreshToken" && grantId) return { holder: grantId, most: MOST.refreshTokensOfGrant };
  if ((model === "Session" || model === "Grant") && accountId)
    return { holder: accountId, most: MOST.ofAccount };
  return null;
}

/** The provider's store, in the index's own database. */
export function recordAdapter(
  database: Database,
  model: string,
  { now, networks, device }: Surroundings,
): Adapter {
  const inSeconds = (): number => Math.floor(now().getTime() / 1000);
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
      const record = { model, id, payload: { ...payload }, expiresAt };
      if (model !== "Interaction" || expiresAt === null)
        return saveRecord(database, record, boundOf(model, payload), model === "Grant" ? device() : null);
      if (!(await saveRecordIfRoom(database, record, roomForLogin(networks(), expiresAt))))
        throw new TooMany(TYPING, "too-many-logins");
    },
    find: async (id) => toPayload(await findRecord(database, model, id)),
    findByUid: async (uid) => toPayload(await findRecordByUid(database, model, uid)),
    // For the device flow, which is off.
    findByUserCode: async () => undefined,
    consume: (id) => consumeRecord(database, model, id, inSeconds()),
    destroy: (id) => deleteRecord(database, model, id),
    revokeByGrantId: (grantId) => deleteByGrant(database, grantId),
  };
}
