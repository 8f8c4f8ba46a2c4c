import type { ValueInputProps } from "../input-props.ts";
import { LineInput } from "../text/Input.tsx";
import type { WholeField } from "./kind.ts";

export function WholeInput(props: ValueInputProps<WholeField>) {
  return <LineInput {...props} typing={{ type: "number", inputMode: "numeric", min: 0, step: 1 }} />;
}
