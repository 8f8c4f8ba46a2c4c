import type { FormEvent, ReactNode } from "react";
import { Link } from "react-router";
import type { DevicesAnswer, OwnAccount } from "../../../../../domain/contract/accounts.ts";
import { MAIL_KINDS, MAILS, type OwnMailAnswer } from "../../../../../domain/contract/notices.ts";
import { api, pages, signInForms } from "../../../../../domain/contract/routes.ts";
import { Button, Checkbox, PasswordInput, TextInput } from "../../../../../domain/fields/controls.tsx";
import { LONGEST_DISPLAY_NAME, LONGEST_EMAIL } from "../../../../../domain/limits.ts";
import { Ago, Day } from "../../../../ui/components/Ago.tsx";
import { Alert } from "../../../../ui/components/Alert.tsx";
import { Email } from "../../../../ui/components/Email.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { pageContext } from "../../../../ui/context.ts";
import { OwnCopies } from "../../../../ui/copies/OwnCopies.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useAction } from "../../../../ui/sign-in/use-action.ts";
import { useAnswer } from "../../../../ui/sign-in/use-answer.ts";
import { useApi } from "../../../../ui/sign-in/use-api.ts";
import type { Route } from "./+types/route";
import classes from "./account.module.css";
import { SecondFactor } from "./SecondFactor.tsx";

export const handle: SignInHandle = { signIn: "needed" };

export function loader({ context }: Route.LoaderArgs) {
  return { signInOrigin: context.get(pageContext).signInOrigin };
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Your account", { url: pages.account() });

export default function AccountPage({ loaderData: { signInOrigin } }: Route.ComponentProps) {
  return (
    <>
      <h1>Your account</h1>
      <RequireSignIn audience="member">
        <Forms signInOrigin={signInOrigin} />
      </RequireSignIn>
    </>
  );
}

/** Where the accounts are elsewhere, so are their addresses and passwords. */
function Forms({ signInOrigin }: { signInOrigin: string | null }) {
  const { hasAccounts } = useSignIn();
  if (hasAccounts === null) return null;
  return (
    <div className={`${layout.stack} ${classes.forms}`}>
      {hasAccounts ? <OwnAccountForms /> : <NameAndMail />}
      {signInOrigin !== null && (
        <section className={`${layout.form} ${classes.form}`}>
          <h2>Signing in</h2>
          <p>
            Your password, your devices and the account itself are with{" "}
            <a href={signInOrigin}>{new URL(signInOrigin).host}</a>, where you change or delete them.
          </p>
        </section>
      )}
      <section className={`${layout.form} ${classes.form}`}>
        <h2>Your data</h2>
        <p>
          <Link to={`${pages.privacy()}#yours`}>
            {hasAccounts ? "Download my data, or delete my account" : "Download my data, or delete it"}
          </Link>
        </p>
      </section>
    </div>
  );
}

function OwnAccountForms() {
  const { body: account, problem, reload } = useAnswer<OwnAccount>(api.account());
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!account) return null;
  return (
    <>
      {account.passwordGenerated && (
        <Alert color="coral" title="Please change your password">
          You still use the password that was printed when the site was first started.
        </Alert>
      )}
      <NameForm name={account} onDone={reload} />
      {account.hasPassword ? (
        <>
          <AccountForm
            title="E-mail address"
            path={api.changeEmail()}
            button="Change address"
            done={(answer, typed) =>
              answer.changed
                ? `Your address is now ${typed("email")}.`
                : account.emailVerified
                  ? `We sent e-mails to ${typed("email")} and to ${account.email}. Your address changes when you have opened the links in both. If you cannot read mail to the old one, open the one in the new: it then changes in seven days.`
                  : `We sent an e-mail to ${typed("email")}. Your address changes when you open the link in it.`
            }
            onDone={reload}
          >
            <Address account={account} />
            <TextInput
              name="email"
              label="New address"
              type="email"
              required
              autoComplete="email"
              maxLength={LONGEST_EMAIL}
            />
            <PasswordInput name="current" label="Current password" required autoComplete="current-password" />
          </AccountForm>
          <AccountForm
            title="Password"
            path={api.changePassword()}
            button="Change password"
            done={() => "Your password was changed. All other devices were signed out."}
            onDone={reload}
          >
            <PasswordInput name="current" label="Current password" required autoComplete="current-password" />
            <PasswordInput
              name="password"
              label="New password"
              description="At least 10 characters."
              required
              autoComplete="new-password"
            />
            <Link to={signInForms.askReset()} reloadDocument>
              Forgot your password?
            </Link>
          </AccountForm>
        </>
      ) : (
        <section className={`${layout.form} ${classes.form}`}>
          <h2>E-mail address</h2>
          <Address account={account} />
        </section>
      )}
      {account.hasPassword && <SecondFactor account={account} reload={reload} />}
      <Devices />
      {/* Only now: a page asks for one token at a time. */}
      <NameAndMail />
    </>
  );
}

function Address({ account: { email, emailVerified, sendsMail, move } }: { account: OwnAccount }) {
  const { post } = useApi();
  const action = useAction();
  if (email === null) return <p>Your account has no e-mail address.</p>;
  const ask = (): void =>
    void action.run(async () => {
      await post(api.changeEmail(), { email });
      return `We sent an e-mail to ${email}. Open the link in it.`;
    });
  return (
    <>
      <p>
        Your address is <Email address={email} />. Only administrators see it.
        {sendsMail && !emailVerified && " It is not confirmed, so you get no notices by mail."}
      </p>
      {move !== null && (
        <p>
          You asked for <Email address={move.email} />. Open the link in the mail there, if you have not yet.
          Unless your old address refuses, it changes on <Day at={move.takesEffectAt} /> (UTC), or once both
          have agreed. If you did not ask for it, change your password: that ends it.
        </p>
      )}
      {sendsMail && !emailVerified && (
        <>
          <ActionResult action={action} />
          <Button isBusy={action.isRunning} onClick={ask}>
            Send me the link that confirms it
          </Button>
        </>
      )}
    </>
  );
}

/** Where one is signed in. */
function Devices() {
  const { body, problem, reload } = useAnswer<DevicesAnswer>(api.devices());
  const { post } = useApi();
  const action = useAction();
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!body) return null;
  const end = (path: string, fields: Record<string, string>, done: string): void =>
    void action.run(async () => {
      try {
        await post(path, fields);
      } finally {
        await reload();
      }
      return done;
    });
  return (
    <section className={`${layout.form} ${classes.form}`} aria-labelledby="devices">
      <h2 id="devices">Devices</h2>
      <p>Signing out a device takes effect at once.</p>
      <ul className={layout.list}>
        {body.results.map(({ id, device, since, usedAt, isThis }) => (
          <li key={id} className={classes.account}>
            <div className={classes.who}>
              <strong>
                {device} {isThis && "(this one)"}
              </strong>
              <small>
                signed in <Ago at={since} /> · last used <Ago at={usedAt} />
              </small>
            </div>
            {!isThis && (
              <Button
                isSmall
                disabled={action.isRunning}
                aria-label={`Sign out ${device}`}
                onClick={() => end(api.signOutDevice(), { device: id }, `${device} was signed out.`)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ActionResult action={action} />
      {body.results.length > 1 && (
        <Button
          isBusy={action.isRunning}
          onClick={() => end(api.signOutOthers(), {}, "All other devices were signed out.")}
        >
          Sign out all others
        </Button>
      )}
    </section>
  );
}

interface NameFormProps {
  readonly name: Pick<OwnAccount, "displayName" | "namePublic"> & Partial<Pick<OwnAccount, "offeredName">>;
  readonly onDone: () => Promise<void>;
}

function NameForm({ name: { displayName, offeredName = null, namePublic }, onDone }: NameFormProps) {
  return (
    <AccountForm
      title="Your name"
      path={api.changeName()}
      button="Save name"
      done={() => "Your name was saved."}
      onDone={onDone}
    >
      {offeredName !== null && (
        <p>You are called {offeredName} where you signed in. Nobody sees that here unless you save it.</p>
      )}
      <TextInput
        name="name"
        label="Name"
        description={'Helpers see it next to your changes. Without one they see "a member" or "a helper".'}
        defaultValue={displayName ?? offeredName ?? ""}
        maxLength={LONGEST_DISPLAY_NAME}
        autoComplete="nickname"
      />
      <Checkbox name="public" value="1" label="Show my name to everybody" defaultChecked={namePublic} />
    </AccountForm>
  );
}

/** What one is told by mail, and the name of a person whose account is elsewhere: asked for at once, by one token. */
function NameAndMail() {
  const { body: mail, problem, reload } = useAnswer<OwnMailAnswer>(api.ownMail());
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!mail) return null;
  return (
    <>
      {mail.name && <NameForm name={mail.name} onDone={reload} />}
      <MailForm mail={mail} reload={reload} />
      {/* Once that is there, so that one request alone asks for a sign-in. */}
      <OwnCopies className={`${layout.form} ${classes.form}`} />
    </>
  );
}

function MailForm({ mail, reload }: { mail: OwnMailAnswer; reload: () => Promise<void> }) {
  const { sends, address, isConfirmed, isAskedHere, switches } = mail;
  if (!sends)
    return (
      <section className={`${layout.form} ${classes.form}`}>
        <h2>Notices by mail</h2>
        <p>
          This site sends no mail. Everything is in your <Link to={pages.notices()}>notices</Link>.
        </p>
      </section>
    );
  return (
    <AccountForm<{ isAsked: boolean }>
      title="Notices by mail"
      path={api.ownMail()}
      button="Save"
      done={({ isAsked }, typed) =>
        isAsked
          ? `We sent an e-mail to ${typed("address")}. Mail begins when you open the link in it.`
          : "Your choice of mails was saved."
      }
      onDone={reload}
    >
      <p>
        {isConfirmed && address !== null ? (
          <>
            Mail goes to <Email address={address} />, two minutes after what it tells, unless you have seen
            that on the site by then.
          </>
        ) : address === null ? (
          "No mail is sent: we know no address of yours."
        ) : (
          <>
            No mail is sent: <Email address={address} /> is not confirmed yet.{" "}
            {isAskedHere
              ? "The link in the mail that we sent there confirms it."
              : "Above you can ask for the link that confirms it."}
          </>
        )}
      </p>
      {isAskedHere && (
        <TextInput
          name="address"
          label="Address for mail"
          type="email"
          autoComplete="email"
          maxLength={LONGEST_EMAIL}
          defaultValue={address ?? ""}
        />
      )}
      {MAIL_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          name={kind}
          value="1"
          label={MAILS[kind].label}
          defaultChecked={switches[kind]}
        />
      ))}
    </AccountForm>
  );
}

interface AccountFormProps<Answer> {
  readonly title: string;
  readonly path: string;
  readonly button: string;
  readonly done: (answer: Answer, typed: (name: string) => string) => string;
  readonly onDone: () => Promise<void>;
  readonly children: ReactNode;
}

/** One form of the account page. When it is refused, what was typed stays. */
function AccountForm<Answer = { changed?: boolean }>({
  title,
  path,
  button,
  done,
  onDone,
  children,
}: AccountFormProps<Answer>) {
  const { post } = useApi();
  const action = useAction();
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
    );
    void action.run(async () => {
      const answer = await post<Answer>(path, fields);
      form.reset();
      await onDone();
      return done(answer, (name) => fields[name] ?? "");
    });
  }
  return (
    <form onSubmit={submit} className={`${layout.form} ${classes.form}`}>
      <h2>{title}</h2>
      {children}
      <ActionResult action={action} />
      <Button look="main" type="submit" isBusy={action.isRunning}>
        {button}
      </Button>
    </form>
  );
}
