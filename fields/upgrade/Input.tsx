import type { InputProps } from "../input-props.ts";
import { LineInput } from "../text/Input.tsx";

export function UpgradeInput(props: InputProps<"upgrade">) {
  return <LineInput {...props} typing={{ placeholder: "0-5-2" }} />;
}
