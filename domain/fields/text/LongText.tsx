import { type Ref, type TextareaHTMLAttributes, useState } from "react";
import { counted } from "../../game/counted.ts";
import { Field, type FieldFrame, partFrame } from "../controls.tsx";
import classes from "./Input.module.css";

interface Props
  extends FieldFrame,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className" | "onChange"> {
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
  /** The most characters that it takes. The browser cuts off what is pasted beyond it. */
  readonly maxLength: number;
  readonly onChange?: (text: string) => void;
}

/** How much is left is said from here on, as a part of what fits. */
const NEARLY_FULL = 0.9;

function roomIn(max: number, length: number): string | null {
  if (length < max * NEARLY_FULL) return null;
  if (length < max) return `${counted(max - length)} of ${counted(max)} characters are left.`;
  return `The limit of ${counted(max)} characters is reached. The rest of what you pasted was left out.`;
}

/** A text of several lines, which says when it is nearly full. Ctrl and Enter send its form. */
export function LongText(props: Props) {
  const [frame, { onChange, ...textarea }] = partFrame(props);
  const { maxLength, value } = textarea;
  const [length, setLength] = useState(0);
  const room = roomIn(maxLength, value === undefined ? length : String(value).length);
  return (
    <Field {...frame}>
      {(ties) => (
        <>
          <textarea
            onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
              if (key === "Enter" && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
            }}
            {...textarea}
            {...ties}
            onChange={({ currentTarget }) => {
              setLength(currentTarget.value.length);
              onChange?.(currentTarget.value);
            }}
          />
          <p role="status" className={classes.room}>
            {room}
          </p>
        </>
      )}
    </Field>
  );
}
