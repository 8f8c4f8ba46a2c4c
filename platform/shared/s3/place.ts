/** How to reach an S3-compatible service: its address, to which the bucket's name is appended, and an access key. */
export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A bucket, and the prefix of its objects' keys: empty, or "folder/". */
export interface S3Place {
  readonly bucket: string;
  readonly prefix: string;
}

const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** Reads "s3://bucket" or "s3://bucket/folder"; null for another text. */
export function readPlace(text: string): S3Place | null {
  const [, bucket, folder = ""] = PLACE.exec(text) ?? [];
  const within = folder.replace(/\/$/, "");
  if (bucket === undefined || (within !== "" && !isAddressable(within))) return null;
  return { bucket, prefix: within === "" ? "" : `${within}/` };
}

/** Whether a key can be in an address, where "." and ".." between slashes are steps and empty parts are lost. */
export const isAddressable = (key: string): boolean =>
  key.split("/").every((part) => !/^\.{0,2}$/.test(part));
