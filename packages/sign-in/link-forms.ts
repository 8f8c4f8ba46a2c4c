import type { SignInForm } from "../../domain/contract/page-context.ts";
import { pages, signInForms } from "../../domain/contract/routes.ts";
import { BadForm, NotFound } from "../../server/errors.ts";
import { confirmEmail, refuseMove } from "./accounts/address-moves.ts";
import { acceptInvitation } from "./accounts/authentication.ts";
import { findLink, makeResetLink, resetPassword } from "./accounts/links.ts";
import { resetMail, tell, tellOfMove } from "./accounts/mails.ts";
import { emailKey, findByEmail } from "./accounts/repository/accounts.ts";
import type { AccountLink } from "./accounts/repository/links.ts";
import { displayName, email, type FormPages, password, TO_LOGIN, type Typed } from "./form-pages.ts";
import { startSession } from "./provider.ts";
import type { NodeContext } from "./provider-pages.ts";

const BACK_TO_LOGIN = [{ label: "Back to the login", path: pages.login() }];

/** Where somebody asks for a link to choose a new password. */
export function askResetForm(forms: FormPages): void {
  const { mail, limits, networksOf, afterResponse, show } = forms;
  forms.formRoute(
    signInForms.askReset(),
    (_c, typed) => resetRequestForm(mail !== null, typed),
    async (c, typed) => {
      if (!mail) throw new BadForm("no-mail");
      const to = typed("email");
      await limits.newcomers.take(networksOf(c));
      await limits.resetMails.take(emailKey(to));
      afterResponse("after a sign-in form:", sendReset(forms, to));
      return show(
        c,
        {
          heading: "Look into your mail",
          notice: "If this address has an account, a link is on its way. It works once, for an hour.",
          links: BACK_TO_LOGIN,
        },
        200,
      );
    },
  );
}

const resetRequestForm = (sendsMail: boolean, typed: Typed): SignInForm => ({
  heading: "Forgot your password?",
  ...(sendsMail
    ? {
        text: "Enter the e-mail address of your account. We will send you a link to choose a new password.",
        form: {
          action: signInForms.askReset(),
          fields: [email(typed("email"))],
          button: "Send the link",
        },
      }
    : {
        text: "This site does not send e-mail. Ask an administrator in the chat for a link to choose a new password.",
      }),
  links: BACK_TO_LOGIN,
});

async function sendReset(forms: FormPages, to: string): Promise<void> {
  const account = await findByEmail(forms.database, to);
  if (!account || account.blocked) return;
  const secret = await makeResetLink(forms, account.id, null);
  await forms.mail?.(resetMail(forms, account.email ?? to, secret));
}

/** What the links of mails lead to: a new password, an invitation, an address. */
export function linkForms(forms: FormPages): void {
  resetForm(forms);
  invitationForm(forms);
  addressForms(forms);
}

const secretOf = (c: NodeContext): string => c.req.param("secret") ?? "";

/** Returns the link that a request names. Throws NotFound. */
async function linkOf(forms: FormPages, c: NodeContext, purpose: string): Promise<AccountLink> {
  const link = await findLink(forms, secretOf(c));
  if (link?.purpose !== purpose) throw new NotFound("reset-link-ended");
  if (link.withdrawn)
    throw new NotFound(purpose === "invitation" ? "invitation-withdrawn" : "reset-link-ended");
  return link;
}

function resetForm(forms: FormPages): void {
  forms.formRoute(
    signInForms.reset(":secret"),
    async (c) => {
      await linkOf(forms, c, "reset");
      return {
        heading: "Choose a new password",
        text: "You will be signed out everywhere.",
        form: { action: c.req.path, fields: [password("new")], button: "Set password" },
        links: [],
      };
    },
    async (c, typed) => {
      const to = await resetPassword(forms, secretOf(c), typed("password"));
      tell(forms, to, { kind: "password-changed" });
      return forms.show(c, { heading: "Your new password is set", links: [TO_LOGIN] }, 200);
    },
  );
}

function invitationForm(forms: FormPages): void {
  const { siteName, provider, networksOf } = forms;
  forms.formRoute(
    signInForms.invitation(":secret"),
    async (c, typed) => {
      const link = await linkOf(forms, c, "invitation");
      const address = link.email ?? typed("email");
      return {
        heading: `You are invited to ${siteName}`,
        ...(link.roles.length === 0
          ? {}
          : {
              text: `You join as ${link.roles.join(" and ")}. If you have an account here, enter its e-mail address and password: it becomes that.`,
            }),
        form: {
          action: c.req.path,
          fields: [
            { ...email(address), ...(link.email === null ? {} : { readOnly: true }) },
            { ...password("new"), label: "Password" },
            displayName(typed("name")),
          ],
          button: "Accept the invitation",
        },
        links: [],
      };
    },
    async (c, typed) => {
      const who = { email: typed("email"), password: typed("password"), name: typed("name") };
      const { id, isSignedIn } = await acceptInvitation(forms, secretOf(c), who, networksOf(c));
      if (isSignedIn) await startSession(provider, c, { id });
      // The site signs in by itself there, since the provider knows who it is.
      return c.redirect(pages.login(), 303);
    },
  );
}

function addressForms(forms: FormPages): void {
  const { show, formRoute, buttonRoute } = forms;
  formRoute(
    signInForms.confirmEmail(":secret"),
    async (c) => {
      const link = await linkOf(forms, c, "email");
      const isMove = link.partner !== null;
      return {
        heading: isMove ? "Change your e-mail address" : "Confirm your e-mail address",
        text: isMove
          ? `Is your account to have the address ${link.email}? It changes once both addresses have agreed, or a week after it was asked for, if the new one has agreed and the old one has not answered.`
          : `Is ${link.email} your address?`,
        form: {
          action: c.req.path,
          fields: [],
          button: isMove ? "Yes, change it" : "Yes, confirm",
        },
        links: [],
        ...(isMove ? { cancel: signInForms.refuseEmail(secretOf(c)), refusal: "No, leave it as it is" } : {}),
      };
    },
    async (c) => {
      const move = await confirmEmail(forms, secretOf(c));
      if (move && move.before?.toLowerCase() !== move.after.toLowerCase())
        tellOfMove(forms, { ...move, byAdministrator: false });
      if (move) return show(c, { heading: "Your e-mail address is confirmed", links: [TO_LOGIN] }, 200);
      return show(
        c,
        {
          heading: "Now the other address",
          text: "Your e-mail address changes when you open the link that we sent to the other address, too. If the old address does not answer, it changes a week after you asked for it.",
          links: [],
        },
        200,
      );
    },
  );
  buttonRoute(signInForms.refuseEmail(":secret"), async (c) => {
    const heading = "Your e-mail address stays as it is";
    if (await refuseMove(forms, secretOf(c)))
      return show(
        c,
        {
          heading,
          text: "If it was not you who asked for another address, somebody knows your password. Please choose a new one, which also signs out all devices.",
          links: [{ label: "Choose a new password", path: signInForms.askReset(), prominent: true }],
        },
        200,
      );
    const links = [{ label: "Your account", path: pages.account(), prominent: true }];
    return show(c, { heading, links }, 200);
  });
}
