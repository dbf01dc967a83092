/** Which requests the log tells of as security events, besides being requests. */
import type { EndpointName } from '#contract/api.ts'

export type SecurityEvent =
  | 'signed_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'refused'
  | 'role_changed'
  | 'account_blocked'
  | 'account_activated'
  | 'account_deleted'
  | 'sign_in_changed'
  | 'sessions_ended'
  | 'impersonation_started'
  | 'impersonation_ended'
  | 'key_created'
  | 'key_revoked'
  | 'key_used'
  | 'assistant_connected'
  | 'assistant_disconnected'
  | 'data_exported'
  | 'keys_rotated'

/** Endpoints through which people sign in. */
export const SIGN_INS: ReadonlySet<string> = new Set<EndpointName>([
  'signIn',
  'finishSignIn',
  'signInWithPasskey',
  'finishExternal',
  'finishSignOn',
])

/** Endpoints that change who may do what, when they succeed. */
export const CHANGES: Partial<Record<string, SecurityEvent>> = {
  signOut: 'signed_out',
  setUserRole: 'role_changed',
  upgradeRole: 'role_changed',
  downgradeRole: 'role_changed',
  decideUser: 'role_changed',
  blockUser: 'account_blocked',
  activateUser: 'account_activated',
  changePassword: 'sign_in_changed',
  resetPassword: 'sign_in_changed',
  setPassword: 'sign_in_changed',
  changeEmail: 'sign_in_changed',
  enableTwoFactor: 'sign_in_changed',
  disableTwoFactor: 'sign_in_changed',
  renewBackupCodes: 'sign_in_changed',
  addPasskey: 'sign_in_changed',
  removePasskey: 'sign_in_changed',
  disconnect: 'sign_in_changed',
  revokeSession: 'sessions_ended',
  revokeSessions: 'sessions_ended',
  revokeOtherSessions: 'sessions_ended',
  endPersonSessions: 'sessions_ended',
  removePersonSecondFactor: 'sign_in_changed',
  startSupportView: 'impersonation_started',
  endSupportView: 'impersonation_ended',
  createApiKey: 'key_created',
  revokeApiKey: 'key_revoked',
  connectAssistant: 'assistant_connected',
  disconnectAssistant: 'assistant_disconnected',
  deleteAccount: 'account_deleted',
  downloadDataExport: 'data_exported',
  exportMetrics: 'data_exported',
  exportAudit: 'data_exported',
  rotateVault: 'keys_rotated',
} satisfies Partial<Record<EndpointName, SecurityEvent>>

/** Written as warnings: an operator who keeps nothing else keeps these. */
const GRAVE: ReadonlySet<SecurityEvent> = new Set<SecurityEvent>([
  'sign_in_failed',
  'role_changed',
  'account_blocked',
  'account_activated',
  'account_deleted',
  'impersonation_started',
  'impersonation_ended',
])

export const isGrave = (event: SecurityEvent): boolean => GRAVE.has(event)

/** A password that is right and waits for its second factor is no failed sign-in. */
const isFailedSignIn = (status: number, error: string | null): boolean =>
  status >= 400 && status < 500 && error !== 'second_factor_needed'

/**
 * What a request was, apart from the use of an API key; null when it was nothing of that kind.
 * @param endpoint its name; null where no endpoint answered
 * @param error the code of the refusal; null when it was none
 */
export function securityEventOf(endpoint: string | null, status: number, error: string | null): SecurityEvent | null {
  if (endpoint !== null && SIGN_INS.has(endpoint)) {
    if (status < 300) return 'signed_in'
    return isFailedSignIn(status, error) ? 'sign_in_failed' : null
  }
  if (status === 401 || status === 403 || status === 429) return 'refused'
  return status < 300 && endpoint !== null ? (CHANGES[endpoint] ?? null) : null
}
