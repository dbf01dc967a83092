/** What other areas use of accounts. They import nothing else of it. */
export { mayAnswerConsents } from './consents/consents.policy.ts'
export { giveConsent, listConsents } from './consents/consents.ts'
export {
  countAccountsByConnector,
  findAccountIdsAt,
  findOwnedCredentials,
  findShownOfCredential,
} from './credentials/credentials.store.ts'
export {
  type CredentialParts,
  createCredential,
  keepCredential,
  listAccountsAt,
  replaceCredential,
} from './credentials/credentials.ts'
export { expireAccessToken } from './credentials/expire-token.ts'
export { type CheckedFields, checkEntered } from './credentials/fields.ts'
export { createRefusedAccounts, type RefusedAccounts } from './credentials/refused-accounts.ts'
export { findScopesOfAccount } from './credentials/scopes-of-account.ts'
export { widenScope } from './credentials/widen-scope.ts'
export { refusedCountry } from './data-policies/allowed-countries.ts'
export { findAllowedUse, isAllowed } from './data-policies/allowed-use.store.ts'
export { findMasking, masksLists } from './data-policies/masked-lists.store.ts'
export { hasUnreadOfGroup, type NewNotice } from './notifications/notifications.store.ts'
export {
  noticeFor,
  noticeForMany,
  notify,
  settleNotices,
  type Telling,
  writeNotices,
} from './notifications/notifications.ts'
export { hasLegalIdentity } from './seller-profiles/legal-identity.store.ts'
export { checkLegalIdentity, describeMissing, findMissingIdentity } from './seller-profiles/legal-identity.ts'
export { mayReadProfiles } from './seller-profiles/profile.policy.ts'
export { findProfile } from './seller-profiles/profile.store.ts'
export { listSellerProfiles, openProfile } from './seller-profiles/profile.ts'
export { endSupportView, endViewsOfAccount, startSupportView } from './support-views/support-views.ts'
export { assignableRoles, loadManaged } from './user-management/manage.ts'
export { mayRequestRoles } from './user-management/role-requests.policy.ts'
export { findCurrentRequest, findOpenRequestOf, listWaiting } from './user-management/role-requests.ts'
export { roleRequestGroup } from './user-management/settle-request.ts'
export {
  describeManagement,
  endSessionsOf,
  listSessionsOf,
  mailResetTo,
  readCreditGrant,
  removeSecondFactorOf,
} from './user-management/support.ts'
export { hasSignedInFreshly } from './users/fresh-sign-in.store.ts'
export { HOUSE_SELLER } from './users/house-seller.ts'
export { nameIn } from './users/name-in.store.ts'
export { addressOfPerson, isPersonProven } from './users/person-address.store.ts'
export { isUnproven, mailboxHash, type PersonRules, personKey, personOf } from './users/person-key.ts'
export { findRunner } from './users/runner.ts'
export { mayActOnUsers, mayListUsers, mayManageOwnAccount } from './users/users.policy.ts'
export { findActiveRole, findLanguageOf, lockForDeletion, type ManagedUser } from './users/users.store.ts'
export { createWorkspaces } from './workspaces/enter.ts'
export { findMemberCap, saveMemberCap } from './workspaces/member-caps.store.ts'
export { mayDeleteWorkspace, maySeeWorkspaceDeletion, mayUseWorkspaces } from './workspaces/workspaces.policy.ts'
export { countSeats, findMembership, findOwnedAlone, lockWorkspace } from './workspaces/workspaces.store.ts'
export { loadWorkspace } from './workspaces/workspaces.ts'
