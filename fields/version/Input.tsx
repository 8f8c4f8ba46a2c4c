import type { InputProps } from "../input-props.ts";
import { LineInput } from "../text/Input.tsx";

export function VersionInput(props: InputProps<"version">) {
  return <LineInput {...props} typing={{ placeholder: "44.1", inputMode: "decimal" }} />;
}
