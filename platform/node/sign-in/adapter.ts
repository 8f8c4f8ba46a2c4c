import type { Adapter, AdapterPayload } from "oidc-provider";
import type { SignInRecord, SignInRecords } from "../../../server/data/sign-in-records.ts";

/**
 * How long a rotated refresh token still passes for unused, in seconds. When its answer is lost on the way the browser
 * asks again with the old one; without this the whole family would be revoked and the person signed out. Later reuse
 * still revokes.
 */
const REUSE_GRACE = 10;

const inSeconds = (): number => Math.floor(Date.now() / 1000);

/** The provider's store in the index's own database. */
export function recordAdapter(records: SignInRecords, model: string): Adapter {
  function toPayload(record: SignInRecord | null): AdapterPayload | undefined {
    if (record === null || (record.expiresAt !== null && record.expiresAt <= inSeconds())) return undefined;
    const { consumedAt } = record;
    const isForgiven =
      model === "RefreshToken" && consumedAt !== null && inSeconds() - consumedAt <= REUSE_GRACE;
    return { ...record.payload, ...(consumedAt === null || isForgiven ? {} : { consumed: consumedAt }) };
  }
  return {
    async upsert(id, payload, expiresIn) {
      await records.save(
        model,
        id,
        payload as Readonly<Record<string, unknown>>,
        expiresIn ? inSeconds() + expiresIn : null,
      );
    },
    find: async (id) => toPayload(await records.findById(model, id)),
    findByUid: async (uid) => toPayload(await records.findByUid(model, uid)),
    // Of the device flow, which is off.
    findByUserCode: async () => undefined,
    consume: (id) => records.consume(model, id, inSeconds()),
    destroy: (id) => records.delete(model, id),
    revokeByGrantId: (grantId) => records.deleteByGrant(grantId),
  };
}
