import type { ValueInputProps } from "../input-props.ts";
import { LineInput } from "../text/Input.tsx";
import type { LineField } from "./kind.ts";

export function WideLineInput(props: ValueInputProps<LineField>) {
  return <LineInput {...props} isWide typing={{ maxLength: props.field.max }} />;
}
