import { del, delMany, entries, get, keys, set } from "idb-keyval";

/** The files that somebody chose. */
export interface ChosenFiles {
  /** The uploaded proof. */
  readonly image: File | null;
  /** What else the rules ask for, by role. */
  readonly slots: Readonly<Record<string, File>>;
  readonly attachments: readonly File[];
}

export const NO_FILES: ChosenFiles = { image: null, slots: {}, attachments: [] };

export const hasFiles = ({ image, slots, attachments }: ChosenFiles): boolean =>
  image !== null || Object.keys(slots).length > 0 || attachments.length > 0;

interface Kept {
  readonly files: ChosenFiles;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** How long abandoned files are stored, in milliseconds. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

const PREFIX = "form files ";

const isOfForms = (key: IDBValidKey): boolean => String(key).startsWith(PREFIX);

/** Loads the files that were chosen in a draft before a reload or a sign-in; null if there are none. */
export async function loadFiles(draft: string): Promise<ChosenFiles | null> {
  try {
    const stored = await get<Kept>(PREFIX + draft);
    void forgetOld(draft);
    return stored ? { ...NO_FILES, ...stored.files } : null;
  } catch {
    return null;
  }
}

/** Keeps a draft's files; null deletes them. */
export async function saveFiles(draft: string, files: ChosenFiles | null): Promise<void> {
  try {
    if (files === null) return await del(PREFIX + draft);
    await set(PREFIX + draft, { files, at: Date.now() } satisfies Kept);
    void forgetOld(draft);
  } catch {
    // The browser keeps no files or has no room for them: they have to be chosen anew.
  }
}

/** Deletes old files that closed tabs left behind, but not those of the draft that is open here. */
async function forgetOld(open: string): Promise<void> {
  try {
    const all = await entries<IDBValidKey, Kept>();
    const old = all.filter(
      ([key, stored]) => isOfForms(key) && key !== PREFIX + open && stored.at < Date.now() - MAX_AGE_MS,
    );
    await delMany(old.map(([key]) => key));
  } catch {
    // They stay until the next time.
  }
}

/** Deletes the files of all drafts, of other tabs as well. */
export async function forgetFiles(): Promise<void> {
  try {
    await delMany((await keys()).filter(isOfForms));
  } catch {
    // The browser keeps none.
  }
}
