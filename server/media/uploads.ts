/** A file of a form, its bytes already in the media store. Until a row names it, it is nobody's and may be swept. */
export interface ReceivedFile {
  /** The form field: "image" or "attachments". */
  readonly field: string;
  /** The SHA-256 of the stored bytes, in hex: a picture is stored without its metadata. */
  readonly hash: string;
  /** Detected by magic bytes, not by the name or the browser's type. */
  readonly contentType: string;
  readonly bytes: number;
  /** The hash of a picture's small WebP; null for videos and where none could be made. */
  readonly thumbnail: string | null;
}

/** A multipart or urlencoded form, read to its end. */
export interface ReceivedForm {
  /** The values of each text field, in order. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly ReceivedFile[];
}

/** Who sends a form. */
export interface Sender {
  /** The account's id. */
  readonly id: string;
  readonly isHelper: boolean;
  /** Where it comes from: an address, or the network of one; absent where the platform does not tell. */
  readonly network?: string;
}

/** The parts of a request that a form is read from. */
export type FormRequest = Pick<Request, "headers" | "body">;

/**
 * Reads a form and stores its files; only pictures are ever held in memory whole. Browsers send a file part without a
 * name and without bytes where nothing was chosen: it is ignored. Files are accepted only under `fileFields`.
 *
 * @param sender a platform may limit how much one account, or one network, has in flight
 * @param beforeFiles is given the texts that came before the first file; whatever it throws refuses the form
 * @throws BadForm for a form that cannot be read or a file other than pictures (jpeg, png, gif, webp, apng) and videos
 * (webm, ogg, mp4), naming the file; TooLarge beyond the limits; a 408 for a sender that is too slow; Unavailable while
 * too many uploads are in flight; StorageFull
 */
export type ReceiveForm = (
  request: FormRequest,
  fileFields: ReadonlySet<string>,
  sender: Sender,
  beforeFiles?: (texts: ReceivedForm["texts"]) => Promise<void> | undefined,
) => Promise<ReceivedForm>;
