/** Entries of the audit trail in words. */
import type { UserStatus } from '#contract/accounts/user-values.ts'
import type { PersonAuditEntry } from '#contract/admin/people.ts'
import { ROLES } from '#contract/core/access.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { formatPaise } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/time.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'

const textOf = (details: JsonObject, key: string): string | null => {
  const value = details[key]
  return typeof value === 'string' ? value : null
}

const role = (name: string | null): string => {
  const known = ROLES.find((one) => one === name)
  return known ? roleName(known) : (name ?? 'another role')
}

function statusText(details: JsonObject): string {
  const to = textOf(details, 'to') as UserStatus | null
  const until = textOf(details, 'blocked_until')
  if (to === 'blocked') return until ? `Blocked until ${formatDay(until)}` : 'Blocked for good'
  if (to === 'deactivated') return 'Deactivated'
  return 'Activated'
}

const TEXTS: Readonly<Record<string, (details: JsonObject) => string>> = {
  'user.change_role': (details) =>
    `Role changed from ${role(textOf(details, 'from'))} to ${role(textOf(details, 'to'))}`,
  'user.change_status': statusText,
  'user.decide_request': (details) => `Request for the role ${role(textOf(details, 'role'))} rejected`,
  'user.end_sessions': ({ all }) => (all === true ? 'All sessions ended' : 'Session ended'),
  'user.mail_reset': () => 'Password reset link sent',
  'user.remove_second_factor': () => 'Two-factor turned off',
  'user.give_credits': ({ paise }) =>
    typeof paise === 'number' ? `Credits of ${formatPaise(paise)} given` : 'Credits given',
  'refund.approve': ({ paise }) => (typeof paise === 'number' ? `Refund of ${formatPaise(paise)}` : 'Refund'),
}

/** Acts of other areas are called by their names: `agent.suspend` reads "Agent: suspend". */
function plainText(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  const words = (text: string) => text.replaceAll('_', ' ')
  return `${words(noun).charAt(0).toUpperCase()}${words(noun).slice(1)}: ${words(verb)}`
}

export const auditText = ({ action, details }: Pick<PersonAuditEntry, 'action' | 'details'>): string =>
  TEXTS[action]?.(details) ?? plainText(action)
