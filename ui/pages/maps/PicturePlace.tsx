import controls from "../../components/Controls.module.css";
import { useSite } from "../../use-site.ts";
import classes from "./PictureUpload.module.css";
import { ADD_PICTURE, dropWords } from "./picture-types.ts";

/** The room of PictureUpload for whom the hint remembers as a helper: nothing moves when that comes. */
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
