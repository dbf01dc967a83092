import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AgentRecord } from '#contract/agents/agent-health.ts'
import type { AgentDetail } from '#contract/agents/agents.ts'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { useClock } from '#web/lib/use-clock.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { describeUptime, uptimeText } from './agent-health-chip.tsx'
import { Section } from './listing-sections.tsx'
import { recordQuery } from './record-query.ts'

/** What the platform saw of the agent itself, last of all today. */
export default function Record({ agent: { slug } }: { agent: AgentDetail }) {
  const { data } = useQuery(recordQuery(slug))
  return (
    <Section id="record" title={t('Checked by the platform')}>
      {data ? (
        <dl className="grid gap-px overflow-hidden rounded border border-line bg-line max-sm:flat max-sm:gap-0 max-sm:divide-y max-sm:divide-line sm:grid-cols-2">
          <Uptime record={data} />
          <Check record={data} />
          <Scan record={data} />
          <Package record={data} />
        </dl>
      ) : (
        <Skeleton className="h-44 w-full" />
      )}
    </Section>
  )
}

function Cell({ name, says, children }: { name: string; says: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5 bg-surface p-4 max-sm:bg-transparent max-sm:px-0 max-sm:py-3">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="wrap-anywhere">{says}</dd>
      <dd className="wrap-anywhere text-muted text-xs">{children}</dd>
    </div>
  )
}

type Part = { record: AgentRecord }

function Uptime({ record: { uptime } }: Part) {
  const clock = useClock()
  return (
    <Cell
      name={t('Uptime of 30 days')}
      says={uptime?.up == null ? t('Not measured yet') : <span className="tabular-nums">{uptimeText(uptime.up)}</span>}
    >
      {uptime ? describeUptime(uptime, clock) : t('Measured after it’s published.')}{' '}
      {t(
        'Counted as down: every minute the server is unavailable, and every hour in which a check or all runs by several buyers failed.',
      )}
    </Cell>
  )
}

function Check({ record: { check } }: Part) {
  if (!check)
    return (
      <Cell name={t('Last automated check')} says={t('None yet')}>
        {t('The platform runs the samples of the version on sale.')}
      </Cell>
    )
  return (
    <Cell
      name={t('Last automated check')}
      says={
        <span className={check.passed ? 'text-good' : 'text-bad'}>
          {check.passed ? t('Passed') : t('Failed')} <RelativeTime time={check.at} />
          {check.ms !== null && `, ${t('in {time}', { time: formatDuration(check.ms) })}`}
        </span>
      }
    >
      {check.reason && <bdi className="block text-ink">{check.reason}</bdi>}
      {check.daily
        ? t('The platform runs its first sample every day, and every hour after a failure.')
        : t('The platform ran its samples before this version went on sale.')}
    </Cell>
  )
}

function Scan({ record: { scan } }: Part) {
  if (!scan)
    return (
      <Cell name={t('Scan of its steps and tools')} says={t('None yet')}>
        {t('It’ll be ready within a day.')}
      </Cell>
    )
  const found = [
    scan.high > 0 && t('{count} serious', { count: String(scan.high) }),
    scan.medium > 0 && t('{count} to check', { count: String(scan.medium) }),
    scan.low > 0 && t('{count} minor', { count: String(scan.low) }),
  ].filter((part) => part !== false)
  return (
    <Cell
      name={t('Scan of its steps and tools')}
      says={
        <>
          {found.length === 0 ? t('Nothing found') : found.join(', ')} <RelativeTime time={scan.at} />
        </>
      }
    >
      {t('Checks for secrets, code, hosts, and prompts that could be controlled by data.')}{' '}
      {scan.reviewed && t('A reviewer saw these findings before it went on sale.')}
    </Cell>
  )
}

function Package({ record: { version, content_hash, intact } }: Part) {
  return (
    <Cell
      name={t('Package of version {number}', { number: version })}
      says={<code className="font-mono text-xs">{content_hash}</code>}
    >
      {intact === null && t('Versions never change: you run what you bought.')}
      {intact === true && t('Verified against its hash: you run what you bought.')}
      {intact === false && <span className="text-bad">{t('The running version doesn’t match its hash.')}</span>}
    </Cell>
  )
}
