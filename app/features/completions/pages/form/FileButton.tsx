import { type ComponentProps, useRef } from "react";
import { Button } from "../../../../../domain/fields/controls.tsx";

interface LabelledProps extends ComponentProps<typeof Button> {
  /** The id of what it belongs to, whose label, `${of}-label`, begins its name. */
  readonly of: string;
  /** What tells it from the others there. */
  readonly act: string;
}

/** A button that is called as what it belongs to, and then by its own words. */
export function LabelledButton({ of, act, ...button }: LabelledProps) {
  const id = `${of}-${act}`;
  return <Button id={id} aria-labelledby={`${of}-label ${id}`} {...button} />;
}

/** A button that has files chosen. */
export function FileButton({
  onFiles,
  multiple,
  accept,
  capture,
  ...button
}: LabelledProps &
  Pick<ComponentProps<"input">, "multiple" | "accept" | "capture"> & {
    readonly onFiles: (files: readonly File[]) => void;
  }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <LabelledButton {...button} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        capture={capture}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // Lets the same file be chosen once more.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
