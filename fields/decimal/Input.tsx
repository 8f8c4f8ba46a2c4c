import type { ValueInputProps } from "../input-props.ts";
import { LineInput } from "../text/Input.tsx";
import type { DecimalField } from "./kind.ts";

export function DecimalInput(props: ValueInputProps<DecimalField>) {
  return <LineInput {...props} typing={{ type: "number", inputMode: "decimal", min: 0, step: 0.1 }} />;
}
