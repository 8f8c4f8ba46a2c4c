/** A file of a form, its bytes already in the media store. Until a row names it, it belongs to nobody and is swept. */
export interface ReceivedFile {
  /** The form's field: "image" or "attachments". */
  readonly field: string;
  /** SHA-256 of what is stored, hex: a picture without its metadata. */
  readonly hash: string;
  /** By magic bytes, not by name or by what the browser said. */
  readonly contentType: string;
  readonly bytes: number;
  /** The hash of a picture's small webp; null for videos and where none could be made. */
  readonly thumbnail: string | null;
}

/** A multipart or urlencoded form, read to its end. */
export interface ReceivedForm {
  /** The values of each text field, in order. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly ReceivedFile[];
}

/** What of a request is a form. */
export type FormRequest = Pick<Request, "headers" | "body">;

/**
 * Reads a form and stores its files; nothing is held in memory whole but pictures. A file part without a name and
 * without bytes is what browsers send where nothing was chosen: it is left out. Files are taken under `fileFields` alone.
 *
 * @param sender the id of whoever sends it: a platform may bound what one account has under way
 * @param beforeFiles is given the texts that came before the first file; what it throws refuses the form
 * @throws BadForm for a form that cannot be read or a file of another kind than pictures (jpeg, png, gif, webp, apng)
 * and videos (webm, ogg, mp4), naming the file; TooLarge beyond the limits; a 408 for a sender that is too slow;
 * Unavailable while too many uploads are under way; StorageFull
 */
export type ReceiveForm = (
  request: FormRequest,
  fileFields: ReadonlySet<string>,
  sender: string,
  beforeFiles?: (texts: ReceivedForm["texts"]) => Promise<void> | undefined,
) => Promise<ReceivedForm>;
