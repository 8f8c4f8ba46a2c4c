import type { UploadLimits } from "../../../derive/upload-limits.ts";

/** Types of pictures of a map that browsers offer to choose from (SPEC section 5, "Map form"). */
export const PICTURES = "image/jpeg,image/png,image/gif,image/webp,image/apng";

/** The same for people. */
export const PICTURES_IN_WORDS = "JPEG, PNG, GIF, WebP or APNG";

/** What the button says while a map has no picture. */
export const ADD_PICTURE = "Add a picture";

const MEGABYTE = 1024 * 1024;

/** Returns the text beside the button. */
export const dropWords = ({ pictureBytes }: Pick<UploadLimits, "pictureBytes">): string =>
  `or drop it here. ${PICTURES_IN_WORDS}, up to ${Math.floor(pictureBytes / MEGABYTE)} MB.`;
