import type { Context, MiddlewareHandler } from "hono";
import type { z } from "zod";
import { asWritten } from "../domain/game/typed-text.ts";
import { MOST_FORM_BYTES } from "../domain/limits.ts";
import {
  isPicture,
  type PictureType,
  typeOf,
  type VideoType,
  whyNotTaken,
} from "../domain/media/media-kinds.ts";
import {
  problemOfNumber,
  problemOfSize,
  problemOfTotal,
  type UploadLimits,
} from "../domain/media/upload-limits.ts";
import { argumentsOf, type Problem } from "../domain/messages/index.ts";
import { problemsOf } from "../domain/submissions/form-problems.ts";
import { BadFields, BadForm, TooLarge } from "./errors.ts";

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
type FormRequest = Pick<Request, "headers" | "body">;

/**
 * Reads a form and stores its files; only pictures are ever held in memory whole. Browsers send a file part without a
 * name and without bytes where nothing was chosen: it is ignored. Files are accepted only under `fileFields`.
 *
 * @param sender a platform may limit how much one account, or one network, has in flight
 * @param beforeFiles is given the texts that came before the first file; whatever it throws refuses the form
 * @param valueBytes the most bytes of a text; TEXT_LIMITS' by default
 * @throws BadForm for a form that cannot be read or a file other than pictures (jpeg, png, gif, webp, apng) and videos
 * (webm, ogg, mp4), naming the file; TooLarge beyond the limits; a 408 for a sender that is too slow; Unavailable while
 * too many uploads are in flight; StorageFull
 */
export type ReceiveForm = (
  request: FormRequest,
  fileFields: ReadonlySet<string>,
  sender: Sender,
  beforeFiles?: (texts: ReceivedForm["texts"]) => Promise<void> | undefined,
  valueBytes?: number,
) => Promise<ReceivedForm>;

/** Limits of text fields, in bytes; and of the parts of a form, files included. */
export const TEXT_LIMITS = { valueBytes: 64 * 1024, nameBytes: 200, parts: 200 } as const;

/** What a whole body may have besides its files, in bytes: the texts and the headers of all parts. */
const REST_BYTES = TEXT_LIMITS.parts * (TEXT_LIMITS.valueBytes + 4 * 1024);

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** A file of a form that is being read. */
export interface FilePart {
  readonly field: string;
  /** The file name that the sender gave; the field name if there is none. */
  readonly name: string;
  /** Detects the type by the file's first bytes. Throws BadForm for other types, and for an empty file. */
  typeOf(head: Uint8Array): PictureType | VideoType;
  /** Counts bytes that have arrived. Throws TooLarge. */
  count(type: PictureType | VideoType, bytes: number): void;
}

/** The body of a form before it is parsed. */
export interface FormBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** The Content-Length; 0 if absent. */
  readonly saidBytes: number;
  /** Throws TooLarge when the body has more bytes than its parts may have together. */
  count(bytes: number): void;
}

const FORM_TYPES = ["multipart/form-data", "application/x-www-form-urlencoded"];

/** Returns a form request's body. Throws BadForm for other types, TooLarge if its Content-Length is far too large. */
export function formBody(
  request: FormRequest,
  limits: UploadLimits,
  fileFields: ReadonlySet<string>,
  valueBytes: number = TEXT_LIMITS.valueBytes,
): FormBody {
  const [type = ""] = (request.headers.get("Content-Type") ?? "").split(";", 1);
  if (!FORM_TYPES.includes(type.trim().toLowerCase()) || !request.body) throw new BadForm("not-a-form");
  const most = MOST_FORM_BYTES - TEXT_LIMITS.valueBytes + valueBytes;
  const count = (bytes: number): void => {
    if (fileFields.size > 0) refuse(problemOfTotal(bytes - REST_BYTES, limits));
    else if (bytes > most) throw new TooLarge("form-too-large", { bytes: most });
  };
  const saidBytes = Number(request.headers.get("Content-Length") ?? 0);
  count(saidBytes);
  return { stream: request.body, saidBytes, count };
}

function refuse(found: Problem | null): void {
  if (found !== null) throw new TooLarge(...argumentsOf(found));
}

/** The parts of one form as they arrive, checked against the limits. */
export class FormParts {
  readonly texts = new Map<string, string[]>();
  readonly #limits: UploadLimits;
  readonly #fileFields: ReadonlySet<string>;
  readonly #valueBytes: number;
  #parts = 0;
  #files = 0;
  #totalBytes = 0;

  constructor(
    limits: UploadLimits,
    fileFields: ReadonlySet<string>,
    valueBytes: number = TEXT_LIMITS.valueBytes,
  ) {
    this.#limits = limits;
    this.#fileFields = fileFields;
    this.#valueBytes = valueBytes;
  }

  #addPart(name: string | undefined): asserts name is string {
    this.#parts += 1;
    if (this.#parts > TEXT_LIMITS.parts) throw new TooLarge("too-many-fields", { most: TEXT_LIMITS.parts });
    if (!name) throw new BadForm("field-without-name");
    if (bytesOf(name) > TEXT_LIMITS.nameBytes)
      throw new TooLarge("field-name-too-long", { bytes: TEXT_LIMITS.nameBytes });
  }

  /**
   * Adds a text. `isCut`: the value was longer than what was read of it. An empty text in a file field is what some
   * parsers make of a file that was not chosen: it is ignored. Browsers send each line break as two characters; for the
   * author of the text, and for the limits of fields, it is one. Half of a character, which some encodings can hold and
   * a database cannot, becomes U+FFFD.
   */
  addText(name: string | undefined, value: string, isCut = false): void {
    this.#addPart(name);
    if (value === "" && this.#fileFields.has(name)) return;
    if (isCut || bytesOf(value) > this.#valueBytes)
      throw new TooLarge("field-too-large", { field: name, bytes: this.#valueBytes });
    this.texts.set(name, [...(this.texts.get(name) ?? []), value.toWellFormed().replace(/\r\n?/g, "\n")]);
  }

  /** Adds a file that has a name or at least one byte. */
  addFile(field: string | undefined, filename: string): FilePart {
    this.#addPart(field);
    const name = filename === "" ? field : filename.toWellFormed();
    if (!this.#fileFields.has(field)) throw new BadForm("no-file-expected", { field, file: name });
    this.#files += 1;
    refuse(problemOfNumber(this.#files, this.#limits));
    let fileBytes = 0;
    return {
      field,
      name,
      typeOf(head) {
        const type = typeOf(head);
        if (type === null) throw new BadForm(...argumentsOf(whyNotTaken(head, name)));
        return type;
      },
      count: (type, bytes) => {
        fileBytes += bytes;
        this.#totalBytes += bytes;
        const kind = isPicture(type) ? "picture" : "video";
        refuse(problemOfSize(name, kind, fileBytes, this.#limits));
        refuse(problemOfTotal(this.#totalBytes, this.#limits));
      },
    };
  }
}

/** The one value of each field of a form. */
export type FieldValues = Readonly<Record<string, string>>;

/**
 * Returns the texts of a form. Throws BadForm for a field with two different values, or with a NUL.
 * @param repeated a field that may be given more than once, which is left out
 */
export function textsOf({ texts }: Pick<ReceivedForm, "texts">, repeated?: string): FieldValues {
  const found: Record<string, string> = {};
  for (const [name, values] of texts) {
    if (name === repeated) continue;
    if (new Set(values).size > 1) throw new BadForm("given-twice", { subject: { field: name } });
    if (values[0]?.includes("\0")) throw new BadForm("holds-nul", { subject: { field: name } });
    found[name] = values[0] ?? "";
  }
  return found;
}

/** Checks the texts by a schema and returns its output; throws BadFields. */
export function checked<Schema extends z.ZodType>(schema: Schema, texts: FieldValues): z.output<Schema> {
  const { data, error } = schema.safeParse(texts);
  if (error) throw new BadFields(problemsOf(error));
  return data as z.output<Schema>;
}

/** Returns the revision that an edit is based on; null if it has none, as from existing programs. Throws BadForm. */
export function revisionIn(text: string | undefined): number | null {
  const given = asWritten(text ?? "");
  if (!/^\d{0,15}$/.test(given)) throw new BadForm("not-a-whole-number", { subject: { field: "revision" } });
  return given === "" ? null : Number(given);
}

/** The largest form of an account or the sign-in, in bytes. */
const LARGEST = 16 * 1024;

/** The longest text of such a form, in characters: several times as long as any that is accepted. */
export const LONGEST_TEXT = 1_000;

/**
 * Accepts short text forms. A longer one is refused by its headers, or as soon as it has become too long. Throws
 * TooLarge. Hono's own limit passes the raw request to the engine's Request constructor, which rejects the request of
 * Node's adapter: a form without a declared length would cause an internal error.
 */
export const shortForm: MiddlewareHandler = async (c, next) => {
  const { raw } = c.req;
  const declared = raw.headers.get("content-length");
  if (declared !== null && raw.headers.get("transfer-encoding") === null) {
    if (Number(declared) > LARGEST) throw new TooLarge("form-too-long");
    return next();
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = raw.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > LARGEST) throw new TooLarge("form-too-long");
    parts.push(part.value);
  }
  const { url, method } = raw;
  c.req.raw = new Request(url, {
    method,
    headers: new Headers([...raw.headers]),
    body: new Blob(parts as BlobPart[]),
  });
  await next();
};

/** Returns the request's query parameters, including repeated ones. */
export function parametersOf(c: Context): URLSearchParams {
  return new URL(c.req.url).searchParams;
}
