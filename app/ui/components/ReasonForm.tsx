import type { ComponentProps, FormEvent, ReactNode, Ref } from "react";
import controls from "../../../domain/fields/controls.module.css";
import { Button } from "../../../domain/fields/controls.tsx";
import { LongText } from "../../../domain/fields/text/LongText.tsx";
import { LONGEST_REASON } from "../../../domain/limits.ts";

export interface ReasonFormProps {
  /** Asks for the reason, and says who reads it. */
  readonly label: string;
  /** What the button that sends it says. */
  readonly act: string;
  readonly look?: ComponentProps<typeof Button>["look"];
  readonly rows?: number;
  readonly defaultValue?: string;
  readonly textRef?: Ref<HTMLTextAreaElement>;
  readonly className?: string | undefined;
  readonly isBusy: boolean;
  readonly onReason: (reason: string) => void;
  /** Buttons beside the one that sends it. */
  readonly beside?: ReactNode;
  /** What helps to write the reason, which is called "reason": before it. */
  readonly children?: ReactNode;
}

/** Asks why, before something is done that somebody has to be told the reason of. */
export function ReasonForm({
  label,
  act,
  look,
  rows = 2,
  defaultValue,
  textRef,
  className,
  isBusy,
  onReason,
  beside,
  children,
}: ReasonFormProps) {
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onReason(String(new FormData(event.currentTarget).get("reason")));
  };
  return (
    <form onSubmit={send} className={className}>
      {children}
      <LongText
        label={label}
        rows={rows}
        defaultValue={defaultValue}
        name="reason"
        required
        maxLength={LONGEST_REASON}
        ref={textRef}
      />
      <div className={controls.row}>
        <Button look={look} isBusy={isBusy} type="submit">
          {act}
        </Button>
        {beside}
      </div>
    </form>
  );
}
