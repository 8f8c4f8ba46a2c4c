import {
  isPicture,
  type PictureType,
  typeOf,
  type VideoType,
  whyNotTaken,
} from "../../domain/media/media-kinds.ts";
import {
  problemOfNumber,
  problemOfSize,
  problemOfTotal,
  type UploadLimits,
} from "../../domain/media/upload-limits.ts";
import { argumentsOf, type Problem } from "../../domain/messages/index.ts";
import { BadForm, TooLarge } from "../errors.ts";
import type { FormRequest } from "./uploads.ts";

/** Limits of text fields, in bytes; and of the parts of a form, files included. */
export const TEXT_LIMITS = { valueBytes: 64 * 1024, nameBytes: 200, parts: 200 } as const;

/** What a whole body may have besides its files, in bytes: the texts and the headers of all parts. */
const REST_BYTES = TEXT_LIMITS.parts * (TEXT_LIMITS.valueBytes + 4 * 1024);

/** The most bytes of a form without files: a hundred filekeys are 4 KB, the longest texts some 60 KB. */
export const SMALL_BODY = 256 * 1024;

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
): FormBody {
  const [type = ""] = (request.headers.get("Content-Type") ?? "").split(";", 1);
  if (!FORM_TYPES.includes(type.trim().toLowerCase()) || !request.body) throw new BadForm("not-a-form");
  const count = (bytes: number): void => {
    if (fileFields.size > 0) refuse(problemOfTotal(bytes - REST_BYTES, limits));
    else if (bytes > SMALL_BODY) throw new TooLarge("form-too-large", { bytes: SMALL_BODY });
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
  #parts = 0;
  #files = 0;
  #totalBytes = 0;

  constructor(limits: UploadLimits, fileFields: ReadonlySet<string>) {
    this.#limits = limits;
    this.#fileFields = fileFields;
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
    if (isCut || bytesOf(value) > TEXT_LIMITS.valueBytes)
      throw new TooLarge("field-too-large", { field: name, bytes: TEXT_LIMITS.valueBytes });
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
