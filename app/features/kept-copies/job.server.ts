import { COPY_HOSTS, type CopyFault, type CopyHost } from "../../../domain/media/copies.ts";
import { AppError, TooLarge, TooMany, Unavailable } from "../../../server/errors.ts";
import type { ReceivedFile, ReceiveForm } from "../../../server/forms.ts";
import type { Job } from "../../../server/jobs/job.ts";
import { type AskHost, NOT_SENT, type WhyNot } from "../../../server/other-hosts.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { DueCopy } from "./repository.server.ts";
import * as stored from "./repository.server.ts";

// In milliseconds.
const EVERY = 5_000;
/** Longer than one copy takes. */
const LEASE_MS = 5 * 60_000;
/** When a copy is tried again for which there is no room now. */
const RETRY_AFTER_MS = 10 * 60_000;
/** Copies of one run: each waits its second. */
const AT_ONCE = 5;

interface Parts {
  readonly data: Pick<Deps["data"], "database">;
  readonly signIn: Pick<Deps["signIn"], "files">;
  readonly askHost: AskHost;
  readonly receiveForm: ReceiveForm;
  readonly now: () => Date;
}

const NOT_THERE: Partial<Record<WhyNot, CopyFault>> = {
  "too-large": "copy-too-large",
  unreadable: "copy-no-picture",
  redirect: "copy-not-found",
};

/** Takes a picture as if its person had uploaded it: its type by its content, nothing private in it, counted to their day. */
async function take(
  file: Blob,
  { person, path }: DueCopy,
  { signIn, receiveForm }: Parts,
): Promise<ReceivedFile> {
  const user = { id: person, isVerifier: false, isHelper: false };
  await signIn.files?.hasRoom(user);
  const form = new FormData();
  form.append("image", file, path.split(/[/?]/).at(-1) || "picture");
  // Only its head and its body are read.
  const request = new Request("http://localhost/", { method: "POST", body: form });
  const { files } = await receiveForm(request, new Set(["image"]), user);
  const [received] = files;
  if (!received?.contentType.startsWith("image/")) throw new NoPicture();
  await signIn.files?.add(user, received.bytes);
  return received;
}

class NoPicture extends Error {
  override readonly name = "NoPicture";
}

/** Returns why a picture cannot be taken; null: another time it may be. */
function whyNotTaken(error: unknown): CopyFault | null {
  if (error instanceof TooMany) return "copy-no-room";
  if (error instanceof Unavailable) return null;
  if (error instanceof TooLarge) return "copy-too-large";
  if (error instanceof NoPicture || (error instanceof AppError && error.status === 400))
    return "copy-no-picture";
  throw error;
}

/** Makes one copy, or says why there is none. */
async function copy(due: DueCopy, parts: Parts): Promise<void> {
  const { data, askHost, now } = parts;
  const at = now().toISOString();
  const later = () =>
    stored.putOff(data.database, due, new Date(now().getTime() + RETRY_AFTER_MS).toISOString());
  const answer = await askHost(due.host as CopyHost, due.path);
  if (answer.outcome === "could-not-ask") {
    const isLater = answer.why === "refused" || NOT_SENT.some((why) => why === answer.why && why !== "off");
    if (isLater) return void (await later());
    return void (await stored.fail(data.database, due, NOT_THERE[answer.why] ?? "copy-no-answer", at));
  }
  if (!answer.file || answer.status >= 400)
    return void (await stored.fail(data.database, due, "copy-not-found", at));
  try {
    await stored.save(data.database, due, await take(answer.file, due, parts), at);
  } catch (error) {
    const why = whyNotTaken(error);
    await (why === null ? later() : stored.fail(data.database, due, why, at));
  }
}

/** Copies pictures behind links, each once, soon after somebody wants it. */
export const copyJob = (parts: Parts): Job => ({
  name: "copying pictures behind links",
  every: EVERY,
  isPatient: true,
  async run(signal) {
    for (let copied = 0; copied < AT_ONCE && !signal.aborted; copied += 1) {
      const now = parts.now().getTime();
      const [at, until] = [now, now + LEASE_MS].map((time) => new Date(time).toISOString());
      const due = await stored.leaseDue(parts.data.database, at ?? "", until ?? "");
      if (!due) return;
      if (due.host in COPY_HOSTS) await copy(due, parts);
    }
  },
});
