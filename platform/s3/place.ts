/** How an S3-compatible service is reached: its address, which the bucket's name is put behind, and a key. */
export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A bucket, and what the names of its objects begin with: nothing, or "folder/". */
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

/** Whether a key can stand in an address: those take "." and ".." between slashes for steps, and lose what is empty. */
export const isAddressable = (key: string): boolean =>
  key.split("/").every((part) => !/^\.{0,2}$/.test(part));
