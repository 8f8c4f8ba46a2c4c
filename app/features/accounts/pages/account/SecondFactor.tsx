import { type FormEvent, type ReactNode, useState } from "react";
import type {
  FactorAnswer,
  OwnAccount,
  RecoveryCodesAnswer,
} from "../../../../../domain/contract/accounts.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import { Button, PasswordInput, TextInput } from "../../../../../domain/fields/controls.tsx";
import { CopyButton } from "../../../../ui/components/CopyButton.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { type Action, useAction } from "../../../../ui/sign-in/use-action.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import classes from "./account.module.css";

interface Props {
  readonly account: Pick<OwnAccount, "hasFactor" | "recoveryCodesLeft">;
  readonly reload: () => Promise<void>;
}

const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** Returns what sends a form of this section. */
const sendingBy =
  (action: Action) =>
  (work: (fields: Record<string, string>) => Promise<ReactNode>) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    void action.run(async () => {
      const said = await work(fields);
      form.reset();
      return said;
    });
  };

const CurrentPassword = () => (
  <PasswordInput name="current" label="Current password" required autoComplete="current-password" />
);

const Code = ({ hint }: { hint: string }) => (
  <TextInput
    name="code"
    label="Code"
    description={hint}
    required
    autoComplete="one-time-code"
    maxLength={40}
  />
);

/** The end of a form: what became of it, and its button. */
const End = ({ action, children }: { action: Action; children: string }) => (
  <>
    <ActionResult action={action} />
    <Button look="main" type="submit" isBusy={action.isRunning}>
      {children}
    </Button>
  </>
);

/** Where one goes on once the button that led here is gone. */
const Next = () => (
  <h2 ref={focus} tabIndex={-1}>
    Second factor
  </h2>
);

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <div className={`${layout.stack} ${classes.wide}`}>
    <p>
      Keep these recovery codes where your phone is not. Each signs you in once in place of the app, and they
      are not shown again.
    </p>
    <code className={`${classes.link} ${classes.codes}`}>{codes.join("\n")}</code>
    <CopyButton text={codes.join("\n")} name="Recovery codes">
      Copy codes
    </CopyButton>
  </div>
);

/** Codes of an app, asked for besides the password: set up in two steps, and turned off. */
export function SecondFactor({ account: { hasFactor, recoveryCodesLeft }, reload }: Props) {
  const { post } = useApi();
  const action = useAction();
  const [begun, setBegun] = useState<FactorAnswer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const sending = sendingBy(action);
  const begin = sending(async (fields) => {
    setBegun(await post<FactorAnswer>(api.beginFactor(), fields));
    return null;
  });
  const confirm = sending(async (fields) => {
    const { codes: made } = await post<RecoveryCodesAnswer>(api.confirmFactor(), fields);
    setCodes(made);
    setBegun(null);
    await reload();
    return "From now on, signing in needs a code of your app, too.";
  });
  const remove = sending(async (fields) => {
    await post(api.removeFactor(), fields);
    setCodes(null);
    await reload();
    return "Your second factor is off.";
  });

  if (hasFactor)
    return (
      <form onSubmit={remove} className={`${layout.form} ${classes.form}`}>
        {codes ? <Next /> : <h2>Second factor</h2>}
        {codes && <RecoveryCodes codes={codes} />}
        <p>
          It is on: signing in needs a code of your app. Recovery codes left: {recoveryCodesLeft}. To have new
          ones, turn it off and on again.
        </p>
        <CurrentPassword />
        <Code hint="The six digits that your app shows, or a recovery code." />
        <End action={action}>Turn it off</End>
      </form>
    );
  if (begun)
    return (
      <form key="confirm" onSubmit={confirm} className={`${layout.form} ${classes.form}`}>
        <Next />
        <p>
          Let your app read this code, or type the letters below it. Then enter the six digits that it shows.
        </p>
        <svg
          role="img"
          aria-label="QR code for your app"
          className={classes.qr}
          viewBox={`0 0 ${begun.qr.size} ${begun.qr.size}`}
          shapeRendering="crispEdges"
        >
          <path d={begun.qr.path} />
        </svg>
        <code className={classes.link}>{begun.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        <Code hint="The six digits that your app shows." />
        <End action={action}>Turn it on</End>
      </form>
    );
  return (
    <form key="begin" onSubmit={begin} className={`${layout.form} ${classes.form}`}>
      <h2>Second factor</h2>
      <p>Add a code from an authenticator app, so that a stolen password is not enough.</p>
      <CurrentPassword />
      <End action={action}>Set it up</End>
    </form>
  );
}
