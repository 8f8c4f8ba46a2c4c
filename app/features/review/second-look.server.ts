import { type ConfirmedAnswer, confirm, doubt, secondLooks } from "../../../domain/contract/review.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { SECOND_LOOK_DAYS, SECOND_LOOKS } from "../../../domain/submissions/limits.ts";
import { BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { definitionOf, entryFor, type WriteContext } from "../../api/write-context.server.ts";
import { changesSince, Stale } from "../../audit/stale.server.ts";
import { completionLog, valuesOfCompletion } from "../completions/audit.server.ts";
import {
  completionOf,
  type StoredCompletion,
  updateCompletion,
} from "../completions/repository/stored-completion.server.ts";
import { write } from "../completions/save.server.ts";
import { readReason } from "../completions/submission-form.server.ts";

/** Where fewer people may verify, nobody is asked: there might be nobody to ask, or to decide on a doubt. */
const FEWEST_VERIFIERS = 3;

const PERIOD = SECOND_LOOK_DAYS * 24 * 60 * 60_000;

/** Registers what another helper is asked to look at, and what they say of it. */
export function secondLookRoutes(router: Router, { data, challenges, signIn, secondLook, now }: Deps): void {
  const definitions = [...challenges.values()];

  async function list(
    helper: string,
    {
      isLate = false,
      filekey = null as string | null,
      limit,
    }: {
      readonly isLate?: boolean;
      readonly filekey?: string | null;
      readonly limit: number;
    },
  ) {
    if (secondLook.length === 0) return [];
    const verifiers = await (signIn.countVerifiers ?? data.secondLooks.countVerifiers)();
    if (verifiers < FEWEST_VERIFIERS) return [];
    const ago = (periods: number) => new Date(now().getTime() - periods * PERIOD).toISOString();
    const period = isLate ? { since: ago(2), until: ago(1) } : { since: ago(1), until: ago(0) };
    return data.secondLooks.list({ helper, kinds: secondLook, ...period, filekey, limit }, definitions);
  }

  /** Finds the completion that a helper says something of, as they saw it. Throws BadForm, NotFound, Stale, Conflict. */
  async function findSeen(form: ReceivedForm, context: WriteContext): Promise<StoredCompletion> {
    const { filekey = "", revision = "" } = textsOf(form);
    const id = asWritten(filekey);
    if (id === "") throw new BadForm("missing", { subject: { field: "filekey" } });
    if (!/^\d{1,9}$/.test(revision)) throw new BadForm("missing", { subject: { field: "revision" } });
    const stored = await data.completions.findById(id);
    if (!stored || stored.state.deleted_at !== null) throw new NotFound("completion-gone");
    if (stored.revision !== Number(revision)) {
      const values = valuesOfCompletion(stored.state, id, context);
      throw new Stale(await changesSince(completionLog, id, Number(revision), values, context), "completion");
    }
    const [found] = await list(context.user.id, { filekey: id, limit: 1 });
    if (!found) throw new Conflict("no-second-look");
    return stored;
  }

  router.personal(secondLooks, async ({ late, count }, user) => {
    // One more says whether there are more.
    const found = count === 0 ? [] : await list(user.id, { isLate: late, limit: count + 1 });
    const shown = found.slice(0, count);
    const stored = await data.completions.findAllByIds(shown.map(({ id }) => id));
    const ofId = new Map(stored.map((each) => [each.id, each]));
    const results = shown.flatMap((look) => {
      const each = ofId.get(look.id);
      const definition = each && challenges.get(each.challenge);
      if (!definition) return [];
      const { notes: _, ...completion } = presentRow(definition, completionOf(each));
      const why = SECOND_LOOKS.filter((kind) => look[kind] === 1);
      return [{ challenge: definition.key, completion, verified: look.verified, why }];
    });
    return { results, more: found.length > count };
  });

  router.write(confirm, async (form, context): Promise<ConfirmedAnswer> => {
    const stored = await findSeen(form, context);
    const { user } = context;
    const after = {
      ...stored.state,
      ...{ confirmed_by: user.id, confirmed_at: context.now.toISOString() },
      confirmed_revision: stored.revision,
    };
    const statements = updateCompletion(stored, after, user, entryFor(context, "confirm"));
    await write(statements, definitionOf(stored.challenge, context), null, context);
    const [last] = await data.history.findAllLast("completion", [stored.id]);
    return { change: last?.actor === user.id ? last.seq : null };
  });

  router.act(doubt, async (form, context) => {
    const reason = readReason(textsOf(form).reason ?? "");
    const { id, revision } = await findSeen(form, context);
    const report = {
      ...{ id: crypto.randomUUID(), completion: id, reporter: context.user.id },
      ...{ reason, link: null, at: context.now.toISOString() },
    };
    if (await data.reports.addDoubt(report, revision)) return;
    if (await data.reports.hasOpen(id, context.user.id)) throw new Conflict("already-reported");
    throw new Stale([], "completion");
  });
}
