import type { Context, Hono } from "hono";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import { requireHelper } from "../auth/sign-in.ts";
import { BadForm } from "../errors.ts";
import { undoChange } from "../history/undo.ts";
import type { WriteContext } from "../write-context.ts";
import { definitionIn, mySubmissions, writeContext } from "./submit-routes.ts";
import { rejectCompletion, verifyCompletions } from "./writes.ts";

/** As many rows as a page of a list shows at most. */
const MOST_AT_ONCE = 100;
const LONGEST_REASON = 1_000;

/** The value of a form's one field, trimmed. */
type Field = (name: string) => string;

/** What a helper does to completions, and what members see of their own. */
export function helperRoutes(app: Hono, deps: Deps): void {
  function act(path: string, work: (context: WriteContext, field: Field) => Promise<void>): void {
    app.post(path, async (c: Context) => {
      const context = writeContext(deps, await requireHelper(c, deps.signIn));
      const { texts } = await deps.receiveForm(c.req.raw, new Set());
      await work(context, (name) => texts.get(name)?.[0]?.trim() ?? "");
      return c.json({}, 200, { "Cache-Control": "no-store" });
    });
  }
  const definitionOf = definitionIn(deps);

  act(api.verifyCompletions(), (context, field) =>
    verifyCompletions(readFilekeys(field("entries")), definitionOf, context),
  );
  act(api.rejectCompletion(), async (context, field) => {
    const reason = field("reason");
    if (reason === "") throw new BadForm("Please say why, so that the player can mend it.");
    if (reason.length > LONGEST_REASON)
      throw new BadForm(`The reason is longer than ${LONGEST_REASON} characters.`);
    await rejectCompletion(field("filekey"), reason, definitionOf, context);
  });
  act(api.undoChange(), async (context, field) => {
    if (!/^\d{1,15}$/.test(field("seq"))) throw new BadForm("seq is not the number of a change.");
    await undoChange(Number(field("seq")), definitionOf, context);
  });
  app.get(api.mySubmissions(), (c) => mySubmissions(c, deps));
}

function readFilekeys(text: string): string[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (!Array.isArray(value) || value.length === 0 || !value.every((each) => typeof each === "string"))
    throw new BadForm("entries takes a JSON array of filekeys.");
  if (value.length > MOST_AT_ONCE) throw new BadForm(`entries takes ${MOST_AT_ONCE} completions at most.`);
  return [...new Set(value)];
}
