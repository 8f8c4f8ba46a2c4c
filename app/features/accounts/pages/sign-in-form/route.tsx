import { data, Link } from "react-router";
import type { FormField } from "../../../../../domain/contract/page-context.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, PasswordInput, TextInput } from "../../../../../domain/fields/controls.tsx";
import { LONGEST_EMAIL } from "../../../../../domain/limits.ts";
import { Alert } from "../../../../ui/components/Alert.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import type { Route } from "./+types/route";
import classes from "./sign-in-form.module.css";

export const handle: SignInHandle = { signIn: "never" };

export function loader({ context }: Route.LoaderArgs) {
  const { form } = context.get(pageContext);
  // The provider renders this page with a form. Without one there is nothing to do here.
  if (form === null) throw data(null, { status: 404 });
  return form;
}

export const meta: Route.MetaFunction = (args) =>
  args.loaderData
    ? [...pageMeta(args, args.loaderData.heading, { url: "/login" }), { name: "robots", content: "noindex" }]
    : [];

/** A page of the embedded sign-in provider: plain forms that the browser itself sends, so no script is needed. */
export default function SignInFormPage({ loaderData: page }: Route.ComponentProps) {
  const { form } = page;
  // When a form comes back, the address is already filled in and the password is missing.
  const firstEmpty = form?.fields.find(({ value, isOptional }) => !value && !isOptional);
  return (
    <div className={classes.page}>
      <h1>{page.heading}</h1>
      {page.text && <p>{page.text}</p>}
      {page.notice && (
        <Alert color="reed" role="status">
          {page.notice}
        </Alert>
      )}
      {page.problem && (
        <Alert color="coral" role="alert">
          {page.problem}
        </Alert>
      )}
      {form && (
        <form method="post" action={form.action} className={classes.form}>
          {form.fields.map((field) => (
            <Field key={field.name} field={field} hasFocus={field === firstEmpty} />
          ))}
          <Button look="main" type="submit">
            {form.button}
          </Button>
        </form>
      )}
      {page.links.length > 0 && (
        <ul className={classes.links}>
          {page.links.map(({ label, path, prominent }) => (
            <li key={path}>
              {prominent ? (
                <Link to={path} reloadDocument className={controls.button}>
                  {label}
                </Link>
              ) : (
                <Link to={path} reloadDocument>
                  {label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {page.cancel && (
        <form method="post" action={page.cancel}>
          <Button look="plain" type="submit">
            {page.refusal ?? "Cancel"}
          </Button>
        </form>
      )}
    </div>
  );
}

function Field({ field, hasFocus }: { field: FormField; hasFocus: boolean }) {
  const { name, label, type, autoComplete, value, readOnly, isOptional, hint } = field;
  const common = {
    name,
    label,
    autoComplete,
    required: !isOptional,
    description: hint,
    readOnly: readOnly ?? false,
    autoFocus: hasFocus,
  };
  if (type === "password") return <PasswordInput {...common} maxLength={400} />;
  return (
    <TextInput
      {...common}
      type={type}
      {...(value === undefined ? {} : { defaultValue: value })}
      maxLength={type === "email" ? LONGEST_EMAIL : 40}
      spellCheck={false}
    />
  );
}
