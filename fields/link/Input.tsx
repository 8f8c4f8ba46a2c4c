import type { ValueInputProps } from "../input-props.ts";
import { LineInput } from "../text/Input.tsx";
import { type LinkField, MAX_LINK } from "./kind.ts";

export function LinkInput(props: ValueInputProps<LinkField>) {
  return (
    <LineInput {...props} isWide typing={{ type: "url", placeholder: "https://", maxLength: MAX_LINK }} />
  );
}
