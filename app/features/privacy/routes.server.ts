import { ERASE_WORD, erase, keeping, ownData } from "../../../domain/contract/privacy.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { BadForm, Conflict } from "../../../server/errors.ts";
import { textsOf } from "../../../server/form-texts.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { goOn } from "./erase.server.ts";

/** Steps of an erasure that its request waits for; a job does the others. */
const MOST_STEPS = 40;

/** Registers what is stored of people, and how they get it and erase it. */
export function privacyRoutes(router: Router, { data, kept, now }: Deps): void {
  router.read(keeping, () => kept);

  router.personal(ownData, async (_, user) => ({
    madeAt: now().toISOString(),
    rows: await data.erasures.findOwn(user.id),
  }));

  router.write(erase, async (form, { user }) => {
    const { confirm = "", name: given = "", preview = "" } = textsOf(form);
    const request = await data.players.findOwnRequest(user.id);
    const owned = request?.state === "approved" ? request : null;
    const { open: withdrawn, ...counts } = await data.erasures.count(user.id, owned?.player ?? null);
    const answer = { withdrawn, ...counts, name: owned?.name ?? null };
    if (asWritten(preview) === "1") return { ...answer, isDone: false };
    if (asWritten(confirm).toUpperCase() !== ERASE_WORD)
      throw new BadForm("erase-unconfirmed", { word: ERASE_WORD });
    if (kept.issuer === null && user.isAdministrator) throw new Conflict("erase-administrator");
    const player = asWritten(given) === "erase" ? (owned?.player ?? null) : null;
    const id = await data.erasures.begin(user.id, player, now().toISOString());
    return { ...answer, isDone: await goOn(id, MOST_STEPS, { data, now }) };
  });
}
