import { Ban, CircleCheck, CircleDashed, CirclePause, CircleX, Clock, type LucideIcon, Radio } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { Badge } from './badge.tsx'
import type { Tone } from './tone.ts'

export const STATUS_LOOKS: Record<string, { label: string; tone: Tone; icon: LucideIcon; dot: string }> = {
  pending: { label: 'Not started', tone: 'neutral', icon: CircleDashed, dot: 'bg-line' },
  queued: { label: 'Queued', tone: 'neutral', icon: CircleDashed, dot: 'bg-control' },
  running: { label: 'Running', tone: 'live', icon: Radio, dot: 'bg-marigold animate-live' },
  waiting: { label: 'Waiting', tone: 'warn', icon: Clock, dot: 'bg-warn' },
  paused: { label: 'Paused', tone: 'neutral', icon: CirclePause, dot: 'bg-control' },
  succeeded: { label: 'Succeeded', tone: 'good', icon: CircleCheck, dot: 'bg-good' },
  failed: { label: 'Failed', tone: 'bad', icon: CircleX, dot: 'bg-bad' },
  cancelled: { label: 'Cancelled', tone: 'neutral', icon: Ban, dot: 'bg-control' },
  stopped: { label: 'Stopped', tone: 'neutral', icon: Ban, dot: 'bg-control' },
  error: { label: 'Error', tone: 'bad', icon: CircleX, dot: 'bg-bad' },
  skipped: { label: 'Skipped', tone: 'neutral', icon: CircleDashed, dot: 'bg-control' },
}
const look = (status: string) =>
  STATUS_LOOKS[status] ?? { label: status, tone: 'neutral' as const, icon: CircleDashed, dot: 'bg-control' }

/** The state of an execution, a node or a service, in words and colour. */
export function StatusChip({ status }: { status: string }) {
  const { label, tone, icon: Icon } = look(status)
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className={`size-3 ${status === 'running' ? 'animate-live' : ''}`} />
      {t(label)}
    </Badge>
  )
}

const INKS: Record<Tone, string> = {
  neutral: 'text-muted',
  outline: 'text-muted',
  selected: 'text-indigo',
  live: 'text-marigold-ink',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
}

/** The same as a sign, for a line of its own words; its name is read out. */
export function StatusSign({ status }: { status: string }) {
  const { label, tone, icon: Icon } = look(status)
  return (
    <span title={t(label)} className={`inline-flex shrink-0 ${INKS[tone]}`}>
      <Icon aria-hidden="true" className={`size-4 ${status === 'running' ? 'animate-live' : ''}`} />
      <span className="sr-only">{t(label)}</span>
    </span>
  )
}

/** The same as a dot; its name is read out unless there is text next to it (`decorative`). */
export function StatusDot({ status, decorative }: { status: string; decorative?: boolean }) {
  const { label, dot } = look(status)
  return (
    <span title={decorative ? undefined : t(label)} className="inline-flex">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${dot}`} />
      {!decorative && <span className="sr-only">{t(label)}</span>}
    </span>
  )
}
