import { useQuery } from '@tanstack/react-query'
import type { AgentRecord } from '#contract/agents/agent-health.ts'
import type { AgentDetail } from '#contract/agents/agents.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { type Clock, useClock } from '#web/lib/use-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { recordQuery } from './record-query.ts'

interface AgentHealth {
  label: string
  tone: Tone
  says: string
}

/** Never rounded up: what was down once is not 100 %. */
export const uptimeText = (up: number): string => formatPercent(Math.floor(up * 1000) / 1000)

export function describeUptime(
  { up, since, hours, down_hours }: NonNullable<AgentRecord['uptime']>,
  { day }: Clock,
): string {
  if (up === null) return t('Uptime appears after 24 hours. Measured since {day}.', { day: day(since) })
  const measured = t('Measured over {hours} hours since {day}.', { hours: formatNumber(hours), day: day(since) })
  if (down_hours === 0) return measured
  return `${measured} ${t('Hours without a result: {count}.', { count: formatNumber(down_hours) })}`
}

/** What counts most comes first: what its seller ended, what the platform saw, what its seller says. */
function agentHealth(
  { status, status_note, standing }: AgentDetail,
  record: AgentRecord | undefined,
  clock: Clock,
): AgentHealth {
  if (status === 'deprecated')
    return {
      label: t('Deprecated'),
      tone: 'warn',
      says: status_note || t('It’s no longer sold. It keeps running for existing users.'),
    }
  if (standing.maintenance)
    return {
      label: t('Under maintenance'),
      tone: 'warn',
      says: standing.notice || t('The seller is working on it. Failed runs are free.'),
    }
  if (record?.check && !record.check.passed)
    return {
      label: t('Check failed'),
      tone: 'bad',
      says: t('The platform’s sample run failed on {time}. It’s repeated every hour.', {
        time: clock.exact(record.check.at),
      }),
    }
  if (standing.notice !== '') return { label: t('Notice'), tone: 'neutral', says: standing.notice }
  return {
    label: t('Live'),
    tone: 'good',
    says: record?.uptime ? describeUptime(record.uptime, clock) : t('Available now.'),
  }
}

/** The health of the agent, explained on hover and focus, with the measured uptime. */
export function AgentHealthChip({ agent }: { agent: AgentDetail }) {
  const { data: record } = useQuery(recordQuery(agent.slug))
  const { label, tone, says } = agentHealth(agent, record, useClock())
  const up = record?.uptime?.up ?? null
  return (
    <span className="inline-flex items-center gap-2">
      <Tooltip text={says} side="bottom">
        <button type="button" className="inline-flex min-h-6 items-center rounded-sm">
          <Badge tone={tone}>{label}</Badge>
        </button>
      </Tooltip>
      {up !== null && <span className="tabular-nums">{t('{share} up in 30 days', { share: uptimeText(up) })}</span>}
    </span>
  )
}
