import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  useId,
  useRef,
  useState,
} from "react";
import classes from "./controls.module.css";
import { leaveOnWheel } from "./leave-on-wheel.ts";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** "main" goes on with what is filled in, "call" is what a page is there for, "plain" has no frame. */
  readonly look?: "main" | "call" | "plain" | undefined;
  readonly isSmall?: boolean;
  /** Whether what it started is still going on. */
  readonly isBusy?: boolean;
}

export function Button({ look, isSmall, isBusy = false, className, disabled, ...props }: ButtonProps) {
  const names = [classes.button, look && classes[look], isSmall && classes.small, className];
  return (
    <button
      type="button"
      className={names.filter(Boolean).join(" ")}
      disabled={disabled || isBusy}
      data-busy={isBusy || undefined}
      {...props}
    />
  );
}

/** What every field has around its input. */
export interface FieldFrame {
  readonly label: string;
  /** Shown below the input: inputs side by side are then at one height. */
  readonly description?: ReactNode;
  /** A sentence; true marks a field whose problem is said elsewhere. */
  readonly error?: string | boolean | null | undefined;
  /** Whether it has to be filled in. With `required` the browser holds that, too. */
  readonly withAsterisk?: boolean | undefined;
  readonly className?: string | undefined;
}

interface FieldProps extends FieldFrame {
  /** Renders the input with what ties it to its label and messages. */
  readonly children: (ties: {
    readonly id: string;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  }) => ReactNode;
}

const Asterisk = () => (
  <span className={classes.asterisk} aria-hidden="true">
    {" "}
    *
  </span>
);

/** A label, a description, an input and what is wrong with it. */
export function Field({ label, description, error, withAsterisk, className, children }: FieldProps) {
  const id = useId();
  const isWrong = error !== undefined && error !== null && error !== false;
  const described = [isWrong && error !== true && `${id}-error`, description && `${id}-description`];
  return (
    <div className={`${classes.field} ${className ?? ""}`} data-error={isWrong || undefined}>
      <label htmlFor={id}>
        {label}
        {withAsterisk && <Asterisk />}
      </label>
      {children({
        id,
        "aria-invalid": isWrong || undefined,
        "aria-describedby": described.filter(Boolean).join(" ") || undefined,
      })}
      {description && (
        <p id={`${id}-description`} className={classes.description}>
          {description}
        </p>
      )}
      {isWrong && error !== true && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Returns what is around a control, and the props of the control itself. What is required has an asterisk. */
export function partFrame<Props extends FieldFrame & { readonly required?: boolean | undefined }>(
  props: Props,
): [FieldFrame, Omit<Props, keyof FieldFrame>] {
  const { label, description, error, withAsterisk = props.required, className, ...control } = props;
  return [{ label, description, error, withAsterisk, className }, control];
}

export interface TextInputProps extends FieldFrame, Omit<InputHTMLAttributes<HTMLInputElement>, "className"> {
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextInput(props: TextInputProps) {
  const [frame, input] = partFrame(props);
  const onWheel = props.type === "number" ? leaveOnWheel : undefined;
  return <Field {...frame}>{(ties) => <input type="text" onWheel={onWheel} {...input} {...ties} />}</Field>;
}

/** A password, and a button that shows it. */
export function PasswordInput(props: TextInputProps) {
  const [isShown, setShown] = useState(false);
  const [frame, input] = partFrame(props);
  const act = isShown ? "Hide" : "Show";
  return (
    <Field {...frame}>
      {(ties) => (
        <div className={classes.within}>
          <input {...input} type={isShown ? "text" : "password"} {...ties} />
          <button type="button" aria-label={`${act}: ${frame.label}`} onClick={() => setShown(!isShown)}>
            {act}
          </button>
        </div>
      )}
    </Field>
  );
}

interface SelectProps extends FieldFrame, Omit<SelectHTMLAttributes<HTMLSelectElement>, "className"> {
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

/** The browser's own select. */
export function Select({ data, ...props }: SelectProps) {
  const [frame, select] = partFrame(props);
  return (
    <Field {...frame}>
      {(ties) => (
        <select {...select} {...ties}>
          {data.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface FileInputProps extends FieldFrame {
  readonly name: string;
  readonly accept: string;
  /** What its button says while no file is chosen. */
  readonly placeholder: string;
}

/** A button that chooses a file and then says its name. */
export function FileInput({ name, accept, placeholder, ...around }: FileInputProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Field {...around}>
      {(ties) => (
        <div className={classes.within}>
          <button type="button" className={classes.file} {...ties} onClick={() => chooser.current?.click()}>
            {chosen ?? placeholder}
          </button>
          {chosen !== null && (
            <CloseButton
              aria-label={`Remove ${chosen}`}
              onClick={() => {
                if (chooser.current) chooser.current.value = "";
                setChosen(null);
              }}
            />
          )}
          <input
            ref={chooser}
            type="file"
            hidden
            name={name}
            accept={accept}
            onChange={({ currentTarget: { files } }) => setChosen(files?.[0]?.name ?? null)}
          />
        </div>
      )}
    </Field>
  );
}

export const CloseButton = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" className={classes.close} {...props}>
    ×
  </button>
);

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
}

/** A box with its label. */
export function Checkbox({ label, error, className, ...input }: CheckboxProps) {
  const id = useId();
  const ties = error === undefined ? {} : { "aria-invalid": true, "aria-describedby": id };
  return (
    <div className={className} data-error={error !== undefined || undefined}>
      <label className={classes.check}>
        <input type="checkbox" {...input} {...ties} />
        {label}
      </label>
      {error !== undefined && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface GroupProps extends Omit<FieldFrame, "description" | "label"> {
  readonly label: string;
  readonly children: ReactNode;
}

/** Boxes that are one field together. */
export function CheckboxGroup({ label, error, withAsterisk, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset
      className={classes.group}
      data-error={Boolean(error) || undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend>
        {label}
        {withAsterisk && <Asterisk />}
      </legend>
      {children}
      {error && (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
