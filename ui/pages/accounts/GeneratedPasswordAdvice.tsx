import { Link } from "react-router";
import { pages } from "../../../routes.ts";
import { Alert } from "../../components/Alert.tsx";

/** Advises the administrator created by the first start to change the generated password. */
export function GeneratedPasswordAdvice() {
  return (
    <Alert color="coral" title="Please change your password">
      You still use the password that was printed when the site was first started.{" "}
      <Link to={pages.account()}>Change it under your account</Link>, and the e-mail address with it.
    </Alert>
  );
}
