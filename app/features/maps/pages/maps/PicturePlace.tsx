import controls from "../../../../../domain/fields/controls.module.css";
import type { UploadLimits } from "../../../../../domain/media/upload-limits.ts";
import layout from "../../../../ui/components/layout.module.css";
import { useSite } from "../../../../ui/use-site.ts";
import classes from "./HelperActions.module.css";

/** Reserves the room of PictureUpload if the hint remembers a helper, so nothing moves when it appears. */
export function PicturePlace() {
  const { uploads } = useSite();
  return (
    <div className={`${layout.near} ${classes.zone} ${classes.place}`} aria-hidden="true">
      <div className={`${controls.row} ${layout.quiet} ${classes.way}`}>
        <span className={controls.button}>{ADD_PICTURE}</span>
        <span>{dropWords(uploads)}</span>
      </div>
      <div />
    </div>
  );
}

/** Types of pictures of a map that browsers offer to choose from (SPEC section 5, "Map form"). */
export const PICTURES = "image/jpeg,image/png,image/gif,image/webp,image/apng";

/** The same for people. */
export const PICTURES_IN_WORDS = "JPEG, PNG, GIF, WebP or APNG";

/** What the button says while a map has no picture. */
export const ADD_PICTURE = "Add a picture";

const MEGABYTE = 1024 * 1024;

export const dropWords = ({ pictureBytes }: Pick<UploadLimits, "pictureBytes">): string =>
  `or drop it here. ${PICTURES_IN_WORDS}, up to ${Math.floor(pictureBytes / MEGABYTE)} MB.`;
