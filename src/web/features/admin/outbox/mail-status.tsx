import type { OutboxMail } from '#contract/admin/outbox.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { STATUSES } from './outbox-address.ts'

const TONES: Record<OutboxMail['status'], Tone> = { queued: 'neutral', sent: 'good', failed: 'bad' }

export function MailStatus({ mail: { status, attempts } }: { mail: Pick<OutboxMail, 'status' | 'attempts'> }) {
  const label = STATUSES.find(({ value }) => value === status)?.label ?? status
  const trying = status === 'queued' && attempts > 0
  return <Badge tone={trying ? 'warn' : TONES[status]}>{trying ? 'Trying again' : label}</Badge>
}
