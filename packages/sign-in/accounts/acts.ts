import { signInForms } from "../../../domain/contract/routes.ts";
import type { Accounts } from "../../../server/auth/accounts.ts";
import type { User } from "../../../server/auth/user.ts";
import {
  block,
  describeAccounts,
  describeInvitations,
  describeLog,
  sendTestMail,
  setEmail,
  setRoles,
  unblock,
} from "./administration.ts";
import { type LinkIssuer, makeInvitation, makeResetLink, withdrawInvitation } from "./links.ts";
import {
  type AccountSession,
  type AccountSite,
  changeEmail,
  changeName,
  changePassword,
  describeDevices,
  describeOwn,
  signOutDevice,
  signOutOthers,
} from "./own-account.ts";
import { beginFactor, removeFactor, turnFactorOff, turnFactorOn } from "./second-factor.ts";
import { existing } from "./store.ts";

/** Our own tokens always have a grant. */
const sessionOf = ({ id, grant = "" }: User): AccountSession => ({ id, grant });

/** The site's port of what people and administrators do with accounts. */
export function accountActs(site: AccountSite): Accounts {
  const issuer = ({ id }: User): LinkIssuer => ({ id, role: site.administratorRole });
  return {
    findOwn: ({ id }) => describeOwn(site, id),
    changeName: ({ id }, name, isPublic) => changeName(site, id, name, isPublic),
    changePassword: (user, current, next, c) => changePassword(site, sessionOf(user), { current, next }, c),
    listDevices: (user) => describeDevices(site, sessionOf(user)),
    signOutDevice: ({ id }, device) => signOutDevice(site, id, device),
    signOutOthers: (user, c) => signOutOthers(site, sessionOf(user), c),
    beginFactor: (user, password) => beginFactor(site, sessionOf(user), password),
    confirmFactor: async ({ id }, code) => ({ codes: await turnFactorOn(site, id, code) }),
    removeFactor: (user, password, code) => turnFactorOff(site, sessionOf(user), password, code),
    changeEmail: async (user, password, email) => ({
      changed: await changeEmail(site, sessionOf(user), password, email),
    }),
    list: (page) => describeAccounts(site.database, page),
    listLog: (account) => describeLog(site.database, account),
    setRoles: (by, account, roles, before) => setRoles(site, account, roles, before, by.id),
    block: (by, account) => block(site, account, by.id),
    unblock: (by, account) => unblock(site, account, by.id),
    resetFactor: (by, account) => removeFactor(site, account, by.id),
    setEmail: (by, account, email) => setEmail(site, account, email, by.id),
    sendTestMail: (by) => sendTestMail(site, by.id),
    async makeResetLink(by, account) {
      const { id } = await existing(site, account);
      return site.origin + signInForms.reset(await makeResetLink(site, id, issuer(by)));
    },
    makeInvitation: async (by, email, roles) =>
      site.origin + signInForms.invitation(await makeInvitation(site, email, roles, issuer(by))),
    listInvitations: () => describeInvitations(site),
    withdrawInvitation: (by, invitation) => withdrawInvitation(site, invitation, by.id),
  };
}
