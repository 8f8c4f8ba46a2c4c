import {
  problemOfNumber,
  problemOfSize,
  problemOfTotal,
  quoteName,
  type UploadLimits,
} from "../../derive/upload-limits.ts";
import { BadForm, TooLarge } from "../errors.ts";
import { isPicture, type PictureType, typeOf, type VideoType } from "./kinds.ts";

/** What text fields may have, in bytes and numbers. A platform that reads by parts takes no more parts, files and all. */
export const TEXT_LIMITS = { valueBytes: 64 * 1024, nameBytes: 200, parts: 200 } as const;

/** What a whole body may come to beside its files, in bytes: the texts, and what stands around each part. */
const REST_BYTES = TEXT_LIMITS.parts * (TEXT_LIMITS.valueBytes + 4 * 1024);

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** A file of a form that is being read. */
export interface FilePart {
  readonly field: string;
  /** With quotes, for messages. */
  readonly name: string;
  /** Tells by the file's beginning what it is. Throws BadForm for what is not taken, an empty file included. */
  typeOf(head: Uint8Array): PictureType | VideoType;
  /** Counts bytes that have come. Throws TooLarge. */
  count(type: PictureType | VideoType, bytes: number): void;
}

/** The body of a request, and what kind of form it says it is. Throws BadForm for another kind, TooLarge for far too much. */
export function formBody(request: Request, limits: UploadLimits): ReadableStream<Uint8Array> {
  const type = request.headers.get("Content-Type") ?? "";
  const isForm = /^\s*(multipart\/form-data\s*;|application\/x-www-form-urlencoded\s*(;|$))/i.test(type);
  if (!isForm || !request.body)
    throw new BadForm("A form is expected: multipart/form-data or application/x-www-form-urlencoded.");
  countBody(Number(request.headers.get("Content-Length") ?? 0), limits);
  return request.body;
}

/** Throws TooLarge when a body has more bytes than its parts may have together. */
export function countBody(bytes: number, limits: UploadLimits): void {
  refuse(problemOfTotal(bytes - REST_BYTES, limits));
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new TooLarge(problem);
}

/** The parts of one form as they come, held against the limits. */
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
    if (this.#parts > TEXT_LIMITS.parts)
      throw new TooLarge(`The form has too many fields: ${TEXT_LIMITS.parts} at most.`);
    if (!name) throw new BadForm("A field of the form has no name.");
    if (bytesOf(name) > TEXT_LIMITS.nameBytes)
      throw new TooLarge(`The name of a field is too long: ${TEXT_LIMITS.nameBytes} bytes at most.`);
  }

  /**
   * `isCut`: the value was longer than what was read of it. An empty text where a file could be is what some parsers make
   * of a file that was not chosen: it is left out.
   */
  addText(name: string | undefined, value: string, isCut = false): void {
    this.#addPart(name);
    if (value === "" && this.#fileFields.has(name)) return;
    if (isCut || bytesOf(value) > TEXT_LIMITS.valueBytes)
      throw new TooLarge(`The field "${name}" is too long: ${TEXT_LIMITS.valueBytes / 1024} KB at most.`);
    this.texts.set(name, [...(this.texts.get(name) ?? []), value]);
  }

  /** A file of which at least one byte or the name is there. */
  addFile(field: string | undefined, filename: string): FilePart {
    this.#addPart(field);
    const name = quoteName(filename === "" ? field : filename);
    if (!this.#fileFields.has(field)) throw new BadForm(`The field "${field}" takes no file: ${name}.`);
    this.#files += 1;
    refuse(problemOfNumber(this.#files, this.#limits));
    let fileBytes = 0;
    return {
      field,
      name,
      typeOf(head) {
        const type = typeOf(head);
        if (head.length === 0) throw new BadForm(`${name} is empty.`);
        if (type === null)
          throw new BadForm(
            `${name} cannot be taken: pictures (JPEG, PNG, GIF, WebP, APNG) and videos (WebM, Ogg, MP4) can.`,
          );
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
