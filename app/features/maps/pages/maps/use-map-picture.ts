import { useState } from "react";
import { useRevalidator } from "react-router";
import type { MapInfoAnswer } from "../../../../../domain/contract/reference.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import { type Problem, problem, say } from "../../../../../domain/messages/index.ts";
import { textsOf } from "../../../../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../../../../domain/nouns/fields.ts";
import { STILL_SENDING, useWarning } from "../../../../ui/components/use-warning.ts";
import { checkFile } from "../../../../ui/forms/file-checks.ts";
import { useUpload } from "../../../../ui/forms/upload.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useSite } from "../../../../ui/use-site.ts";

interface Outcome {
  readonly isDone: boolean;
  /** Why it was refused, as a sentence. */
  readonly problem: string | null;
  /** The picture to send once more, with the map as it is now, if somebody was faster or sending failed. */
  readonly unsent: File | null;
}

const NOTHING: Outcome = { isDone: false, problem: null, unsent: null };

/** Adds or replaces a map's picture, by an edit of the map that leaves everything else as it is. */
export function useMapPicture(info: MapInfoAnswer) {
  const { getToken } = useSignIn();
  const { uploads } = useSite();
  const { revalidate } = useRevalidator();
  const { progress, send, cancel } = useUpload();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(NOTHING);
  useWarning(isBusy ? STILL_SENDING : null);

  /** Returns why the server would refuse a file, before it is sent; null if it would not. */
  async function refusalOf(file: File): Promise<Problem | null> {
    const { refusal, kind } = await checkFile(file, uploads);
    return refusal ?? (kind === "picture" ? null : problem("not-one-picture"));
  }

  async function outcomeOf(file: File): Promise<Outcome> {
    const refusal = await refusalOf(file);
    if (refusal !== null) return { ...NOTHING, problem: say(refusal) };
    const form = new FormData();
    for (const [name, text] of Object.entries(textsOf(MAP_FIELDS, info))) form.append(name, text);
    form.append("oldMap", info.map);
    form.append("revision", String(info.revision));
    form.append("image", file);
    const answer = await send(api.addMap(), form, await getToken());
    if (answer === null) return NOTHING;
    const { status, body } = answer;
    if (status === 200 && body.error === undefined) {
      await revalidate();
      return { ...NOTHING, isDone: true };
    }
    if (body.stale === true) await revalidate();
    const why = String(body.error ?? `HTTP ${status}`);
    return {
      isDone: false,
      problem: `Error adding map: ${why}`,
      unsent: body.stale === true ? file : null,
    };
  }

  async function take(file: File): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setOutcome(NOTHING);
    const failed = (error: unknown): Outcome => ({
      ...NOTHING,
      problem: `Error adding map: ${error instanceof Error ? error.message : String(error)}`,
      unsent: file,
    });
    setOutcome(await outcomeOf(file).catch(failed));
    setBusy(false);
  }

  return { isBusy, progress, outcome, take, cancel };
}
