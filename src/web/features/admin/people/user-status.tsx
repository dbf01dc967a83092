import type { ManagedUser } from '#contract/accounts/user-management.ts'
import type { UserStatus } from '#contract/accounts/user-values.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

/** Statuses as people read them. */
export const STATUS_NAMES: Record<UserStatus, string> = {
  active: 'Active',
  pending: 'Pending',
  rejected: 'Rejected',
  blocked: 'Blocked',
  deactivated: 'Deactivated',
}

const TONES: Record<UserStatus, Tone> = {
  active: 'good',
  pending: 'warn',
  rejected: 'neutral',
  blocked: 'bad',
  deactivated: 'neutral',
}

export const UserStatusBadge = ({ user }: { user: Pick<ManagedUser, 'status' | 'is_deleted'> }) =>
  user.is_deleted ? <Badge>Deleted</Badge> : <Badge tone={TONES[user.status]}>{STATUS_NAMES[user.status]}</Badge>
