/**
 * Identity: a provider mints signed tokens and the server verifies them. Permissions are never in a token; they are in
 * our own database.
 */
import type { Account, KeySet, Session } from '#contract/accounts/auth.ts'
import type { Connections, SignInMethods } from '#contract/accounts/connections.ts'
import type { ExternalProvider } from '#contract/accounts/external-providers.ts'
import type { Assertion, NewCredential, Passkey } from '#contract/accounts/passkeys.ts'
import type { TwoFactorSetup, TwoFactorState } from '#contract/accounts/two-factor.ts'
import { AppError, type ErrorCode } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Work } from './identity-transaction.ts'

/** What a verified token says. */
export interface Identity {
  /** The subject of the token, `firebase_uid` of our user. */
  subject: string
  email: string
  name: string | null
  /** The provider's session behind the token; null when the provider keeps none that we can look up. */
  session_id: string | null
  /** For providers whose sessions cannot be looked up: when a user signed in, and whether with a second factor. */
  signed_in_at?: Date
  second_factor?: boolean
  /** Of a provider that keeps the accounts elsewhere: whether the address is known to be theirs. */
  email_verified?: boolean
}

export interface IdentityProvider {
  readonly type: 'embedded' | 'firebase'
  /** What the sign-in page may offer. */
  readonly ways: SignInMethods
  /** @returns null when the token is not to be believed, for whatever reason. */
  verify(token: string): Promise<Identity | null>
  /** The accounts themselves, when they are kept here. */
  readonly accounts: Accounts | null
  stop(): Promise<void>
}

/** What support does for the holder of an account, in the transaction that audits it. */
export interface AccountSupport {
  /**
   * Ends one session, or all: then no browser is trusted any more, and sign-ins that wait for a code are over.
   * @returns how many ended
   */
  endSessions(tx: Work, subject: string, session: string | null): Promise<number>
  /** Mails the holder a link that sets a new password. @returns false when there is no such account */
  mailReset(tx: Work, subject: string): Promise<boolean>
  /** Turns two-factor authentication off and tells the holder by mail. @returns false when it was not on */
  removeSecondFactor(tx: Work, subject: string): Promise<boolean>
}

/** The browser that asks, as the socket and the headers show it. */
export interface AuthClient {
  /** Address of the socket, or of the trusted proxy's peer. Never a header that the client can write. */
  ip: string
  host: string | null
  origin: string | null
  cookie: string | null
  user_agent: string | null
}

export interface AuthAnswer<T> {
  data: T
  /** `Set-Cookie` lines to pass on as they are. */
  cookies: string[]
}

/** A refusal that comes with cookies: a sign-in that waits for its second step. */
export class RefusalWithCookies extends AppError {
  readonly cookies: readonly string[]
  constructor(code: ErrorCode, cookies: readonly string[]) {
    super(code)
    this.cookies = cookies
  }
}

interface Credentials {
  email: string
  password: string
}

/** Absent where the account has none: then a recent sign-in is asked for. */
interface MaybePassword {
  password?: string | undefined
}

/** Email and password accounts with sessions on an HttpOnly cookie. Refusals are thrown as `AppError`. */
export interface Accounts {
  /**
   * Signs nobody in, and doesn't tell whether the address has an account: its owner is mailed.
   * @throws too_many_requests, sign_up_closed, invitation_needed, invitation_invalid
   */
  signUp(
    input: Credentials & { display_name: string; invitation?: string | undefined },
    client: AuthClient,
  ): Promise<AuthAnswer<null>>
  /**
   * @throws invalid_credentials (unknown account and wrong password alike), too_many_requests, second_factor_needed (as
   * `RefusalWithCookies`; there is no session before `finishSignIn`)
   */
  signIn(input: Credentials, client: AuthClient): Promise<AuthAnswer<Account>>
  signOut(client: AuthClient): Promise<AuthAnswer<null>>
  session(client: AuthClient): Promise<AuthAnswer<Account | null>>
  /** @throws unauthenticated */
  token(client: AuthClient): Promise<AuthAnswer<string>>
  /** @throws unauthenticated */
  sessions(client: AuthClient): Promise<AuthAnswer<Session[]>>
  /** @throws unauthenticated, not_found */
  revokeSession(id: string, client: AuthClient): Promise<AuthAnswer<null>>
  /** @throws unauthenticated */
  revokeSessions(client: AuthClient): Promise<AuthAnswer<null>>
  /** All but the one that asks; no browser is trusted any more. @throws unauthenticated */
  revokeOtherSessions(client: AuthClient): Promise<AuthAnswer<null>>
  /** @throws unauthenticated, password_wrong, too_many_requests */
  changePassword(
    input: { current_password: string; new_password: string; end_other_access: boolean },
    client: AuthClient,
  ): Promise<AuthAnswer<null>>
  /** Where the popup goes. @throws way_not_offered, unauthenticated, confirmation_needed, too_many_requests, unavailable */
  startExternal(
    input: { provider: ExternalProvider; purpose: 'sign_in' | 'connect' },
    client: AuthClient,
  ): Promise<AuthAnswer<{ url: string }>>
  /**
   * Signs in, or connects what was begun so.
   * @throws external_state, external_denied, external_refused, external_email, external_taken, link_first, unavailable
   */
  finishExternal(
    input: { provider: ExternalProvider; state: string; code?: string | undefined; error?: string | undefined },
    client: AuthClient,
  ): Promise<AuthAnswer<null>>
  /** Looks at the domain of the address alone. @throws too_many_requests */
  findSignOn(
    input: { email: string },
    client: AuthClient,
  ): Promise<AuthAnswer<{ provider: string | null; is_enforced: boolean }>>
  /** Where the browser goes. @throws sign_on_off, sign_on_down, sign_on_issuer, too_many_requests */
  startSignOn(input: { email: string }, client: AuthClient): Promise<AuthAnswer<{ url: string }>>
  /**
   * Signs in as a member of the workspace, which the person becomes where they are none.
   * @throws external_state, external_denied, sign_on_off, sign_on_issuer, sign_on_token, sign_on_client, sign_on_down, sign_on_email,
   * sign_on_role, sign_on_link_first, sign_on_other_person, plan_limit, sign_up_closed, invitation_needed
   */
  finishSignOn(
    input: { state: string; code?: string | undefined; error?: string | undefined; iss?: string | undefined },
    client: AuthClient,
  ): Promise<AuthAnswer<Account & { workspace: string }>>
  /** @throws unauthenticated */
  connections(client: AuthClient): Promise<AuthAnswer<Connections>>
  /** @throws unauthenticated, confirmation_needed, not_found, illegal_transition (the last way in) */
  disconnect(way: ExternalProvider | 'password', client: AuthClient): Promise<AuthAnswer<null>>
  /** @throws unauthenticated, confirmation_needed, already_exists */
  setPassword(new_password: string, client: AuthClient): Promise<AuthAnswer<null>>
  /** Mails a link if the address has an account; the answer never tells. @throws too_many_requests */
  requestReset(email: string, client: AuthClient): Promise<AuthAnswer<null>>
  /** Ends every session of the account. @throws link_invalid, too_many_requests */
  resetPassword(input: { token: string; new_password: string }, client: AuthClient): Promise<AuthAnswer<null>>
  /** @throws unauthenticated, already_resolved, too_many_requests */
  requestVerification(client: AuthClient): Promise<AuthAnswer<null>>
  /** Confirms the address of the account, or makes the mailed one its address. @throws link_invalid, too_many_requests */
  verifyEmail(token: string, client: AuthClient): Promise<AuthAnswer<{ email: string; changed: boolean }>>
  /** Mails a link to the new address. @throws unauthenticated, password_wrong, already_exists, too_many_requests */
  changeEmail(input: { new_email: string; password: string }, client: AuthClient): Promise<AuthAnswer<null>>
  /** The second step of a sign-in, by the cookie of the first. @throws code_wrong, second_step_over, too_many_requests */
  finishSignIn(
    input: { code: string; trust_device?: boolean | undefined },
    client: AuthClient,
  ): Promise<AuthAnswer<Account>>
  /**
   * For acts that cannot be taken back: the holder of the session signed in, or confirmed it, within the last ten minutes.
   * @throws unauthenticated, confirmation_needed
   */
  requireFresh(client: AuthClient): Promise<{ subject: string; session_id: string }>
  /** @throws unauthenticated, password_wrong, code_wrong, illegal_transition (no second factor), too_many_requests */
  confirmIdentity(given: { password: string } | { code: string }, client: AuthClient): Promise<AuthAnswer<null>>
  /** @throws unauthenticated */
  twoFactor(client: AuthClient): Promise<AuthAnswer<TwoFactorState>>
  /** Nothing is asked for before the first code is confirmed. @throws unauthenticated, password_wrong, confirmation_needed, illegal_transition */
  startTwoFactor(input: MaybePassword, client: AuthClient): Promise<AuthAnswer<TwoFactorSetup>>
  /** All other sessions end. @throws unauthenticated, code_wrong, illegal_transition, too_many_requests */
  enableTwoFactor(input: { code: string }, client: AuthClient): Promise<AuthAnswer<null>>
  /** @throws unauthenticated, password_wrong, code_wrong, confirmation_needed, illegal_transition, too_many_requests */
  disableTwoFactor(input: MaybePassword & { code: string }, client: AuthClient): Promise<AuthAnswer<null>>
  /** @throws unauthenticated, password_wrong, confirmation_needed, illegal_transition, too_many_requests */
  renewBackupCodes(input: MaybePassword, client: AuthClient): Promise<AuthAnswer<{ backup_codes: string[] }>>
  /** @throws unauthenticated */
  passkeys(client: AuthClient): Promise<AuthAnswer<Passkey[]>>
  /** @returns options for `navigator.credentials.create`. @throws unauthenticated, confirmation_needed, limit_reached */
  startPasskey(client: AuthClient): Promise<AuthAnswer<JsonObject>>
  /** @throws unauthenticated, confirmation_needed, passkey_refused, limit_reached */
  addPasskey(input: { name: string; credential: NewCredential }, client: AuthClient): Promise<AuthAnswer<Passkey>>
  /** @throws unauthenticated, not_found */
  renamePasskey(input: { id: string; name: string }, client: AuthClient): Promise<AuthAnswer<null>>
  /** @throws unauthenticated, confirmation_needed, not_found, illegal_transition (the last way in) */
  removePasskey(id: string, client: AuthClient): Promise<AuthAnswer<null>>
  /** @returns options for `navigator.credentials.get` that name no account */
  startPasskeySignIn(client: AuthClient): Promise<AuthAnswer<JsonObject>>
  /** @throws passkey_refused, too_many_requests */
  signInWithPasskey(input: { credential: Assertion }, client: AuthClient): Promise<AuthAnswer<Account>>
  readonly support: AccountSupport
  /** The public keys, RFC 7517. */
  jwks(): Promise<KeySet>
  /**
   * For the operator: the account of this email with this password, made if it does not exist; an existing one gets the
   * password and loses its sessions.
   * @returns its subject
   */
  provision(input: Credentials & { display_name: string }): Promise<string>
}
