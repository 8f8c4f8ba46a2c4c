import type { InputProps } from "../input-props.ts";
import { LineInput } from "../text/Input.tsx";

export function DateInput(props: InputProps<"date">) {
  return <LineInput {...props} typing={{ type: "date" }} />;
}
