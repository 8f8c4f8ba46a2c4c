import type { ValueInputProps } from "../input-props.ts";
import { LineInput } from "../text/Input.tsx";
import type { CostField } from "./kind.ts";

export function CostInput(props: ValueInputProps<CostField>) {
  return <LineInput {...props} isWide typing={{ maxLength: props.field.max }} />;
}
