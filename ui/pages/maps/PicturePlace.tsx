import controls from "../../components/Controls.module.css";
import { useSite } from "../../use-site.ts";
import classes from "./PictureUpload.module.css";
import { ADD_PICTURE, dropWords } from "./picture-types.ts";

/** Reserves the room of PictureUpload if the hint remembers a helper, so nothing moves when it appears. */
export function PicturePlace() {
  const { uploads } = useSite();
  return (
    <div className={`${classes.zone} ${classes.place}`} aria-hidden="true">
      <div className={classes.way}>
        <span className={controls.button}>{ADD_PICTURE}</span>
        <span>{dropWords(uploads)}</span>
      </div>
      <div />
    </div>
  );
}
