import { useState } from 'react'
import { useParams } from 'react-router'
import type { PriceChange } from '#contract/agents/agents.ts'
import type { OwnAgentDetail, Submission } from '#contract/agents/publishing.ts'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber, formatPaise, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { DifferenceDialog } from '#web/parts/agents/listing/difference-dialog.tsx'
import { listingFigures } from '#web/parts/agents/listing/figures.ts'
import { PhaseBadge } from '#web/parts/agents/listing/phase-badge.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { AcceptanceOption } from './acceptance-option.tsx'
import { AgentMenu } from './agent-menu.tsx'
import { Failures } from './failures.tsx'
import { nextStep } from './next-step.ts'
import { ownAgentQuery } from './own-agent-query.ts'

export const loader = ({ params }: ScreenArgs) => load(ownAgentQuery(params.id ?? ''))

/** One of the seller's agents: its state, what is sold of it, and the reviewers' comments. */
export function Component() {
  const { id = '' } = useParams()
  const agent = useData(ownAgentQuery(id))
  const next = nextStep(agent)
  const asked = agent.submissions[0]?.reason
  const onward = agent.phase === 'draft' || agent.phase === 'rejected' || agent.phase === 'published'
  return (
    <Page title={agent.name}>
      <PageHeader
        title={<bdi>{agent.name}</bdi>}
        crumbs={[{ label: t('Agents'), href: paths.sellerAgents() }]}
        actions={
          <div className="flex flex-wrap items-center gap-2">
            {onward && (
              <LinkButton href={next.href} variant="primary">
                {next.label}
              </LinkButton>
            )}
            <LinkButton href={paths.agent(agent.slug)}>{t('Open listing')}</LinkButton>
            <AgentMenu agent={agent} />
          </div>
        }
      >
        <PhaseBadge phase={agent.phase} /> {priceText(agent.price)}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {agent.status_note !== '' && (
          <Callout
            tone={agent.phase === 'suspended' ? 'bad' : 'neutral'}
            title={agent.phase === 'suspended' ? t('Suspended by the marketplace') : t('Your message to users')}
          >
            <p className="whitespace-pre-wrap wrap-anywhere">{agent.status_note}</p>
          </Callout>
        )}
        {agent.phase === 'rejected' && asked && (
          <Callout tone="warn" title={t('Requested changes')}>
            <p className="whitespace-pre-wrap wrap-anywhere">{asked}</p>
          </Callout>
        )}
        {agent.standing.since !== null && (
          <Callout
            tone={agent.standing.maintenance ? 'warn' : 'neutral'}
            title={agent.standing.maintenance ? t('Under maintenance') : t('Your notice to buyers')}
          >
            <p className="wrap-anywhere">
              <bdi>{agent.standing.notice}</bdi> {t('Since')} <RelativeTime time={agent.standing.since} />.
            </p>
          </Callout>
        )}
        <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:grid-cols-5">
          {listingFigures(agent.stats).map(({ label, value }) => (
            <Stat key={label} label={label} value={value} />
          ))}
          <Stat label={t('Services')} value={formatNumber(agent.services)} />
        </dl>
        {agent.price.type === 'per_run' && (
          <Card>
            <CardHeader title={t('Price')}>{priceText(agent.price)}</CardHeader>
            <AcceptanceOption id={agent.id} />
          </Card>
        )}
        <Failures id={agent.id} />
        <Versions agent={agent} />
        {agent.price_changes.length > 0 && <Prices changes={agent.price_changes} />}
        <Submissions items={agent.submissions} />
      </div>
    </Page>
  )
}

type Version = OwnAgentDetail['versions'][number]

function Versions({ agent }: { agent: OwnAgentDetail }) {
  const [compared, setCompared] = useState<{ from: number; to: number } | null>(null)
  const before = (number: number) => agent.versions.find((version) => version.number < number)?.number
  const columns: readonly Column<Version>[] = [
    {
      key: 'number',
      header: t('Version'),
      cell: ({ number }) => <span className="font-mono">v{number}</span>,
    },
    {
      key: 'changelog',
      header: t('Changes'),
      className: 'w-full max-w-0',
      cell: ({ changelog }) => (
        <p className="min-w-40 truncate">
          <bdi>{changelog || t('First version')}</bdi>
        </p>
      ),
    },
    {
      key: 'price',
      header: t('Price'),
      cell: ({ price }) => <span className="whitespace-nowrap">{priceText(price)}</span>,
    },
    {
      key: 'runs',
      header: t('Runs'),
      align: 'right',
      className: 'max-md:hidden',
      cell: ({ runs }) => formatNumber(runs),
    },
    {
      key: 'services',
      header: t('Services'),
      align: 'right',
      className: 'max-md:hidden',
      cell: ({ services }) => formatNumber(services),
    },
    {
      key: 'score',
      header: t('Test score'),
      align: 'right',
      className: 'max-md:hidden',
      cell: ({ score }) => (score === null ? '—' : formatPercent(score)),
    },
    {
      key: 'at',
      header: t('Published'),
      className: 'max-sm:hidden',
      cell: ({ published_at }) => <RelativeTime time={published_at} />,
    },
    {
      key: 'compare',
      header: <span className="sr-only">{t('Compare')}</span>,
      cell: ({ number }) => {
        const from = before(number)
        return from === undefined ? null : (
          <Button
            size="sm"
            onClick={() => setCompared({ from, to: number })}
            aria-label={t('Compare version {number} with version {from}', { number, from })}
          >
            {t('Compare')}
          </Button>
        )
      },
    },
  ]
  return (
    <section aria-labelledby="versions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="versions" className="text-xl">
        {t('Versions')}
      </h2>
      <Table
        caption={t('Published versions, newest first')}
        columns={columns}
        rows={agent.versions}
        rowKey={({ id }) => id}
        empty={<p className="p-6 text-center text-muted">{t('No published versions yet.')}</p>}
      />
      {compared && <DifferenceDialog agent={agent.id} {...compared} onClose={() => setCompared(null)} />}
    </section>
  )
}

function Prices({ changes }: { changes: readonly PriceChange[] }) {
  return (
    <Card>
      <CardHeader title={t('Price for earlier buyers')}>
        {t('Users of earlier versions pay the new price from the effective date.')}
      </CardHeader>
      <ul className="grid gap-2">
        {changes.map(({ announced_at, effective_at, from_paise, to_paise }) => (
          <li key={announced_at}>
            {formatPaise(from_paise)} → {formatPaise(to_paise)}{' '}
            <span className="text-muted text-xs">
              {Date.parse(effective_at) > Date.now() ? t('takes effect') : t('in effect')}{' '}
              <RelativeTime time={effective_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const said = (): Record<Submission['status'], { label: string; tone: 'warn' | 'good' | 'bad' | 'neutral' }> => ({
  in_review: { label: t('In review'), tone: 'warn' },
  approved: { label: t('Approved'), tone: 'good' },
  rejected: { label: t('Changes requested'), tone: 'bad' },
  withdrawn: { label: t('Withdrawn'), tone: 'neutral' },
})

function Submissions({ items }: { items: readonly Submission[] }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby="reviews" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="reviews" className="text-xl">
        {t('Marketplace reviews')}
      </h2>
      <ol className="grid gap-2">
        {items.map((one) => (
          <li key={one.id} className="grid gap-1 surface-card p-4">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={said()[one.status].tone}>{said()[one.status].label}</Badge>
              {t('Version {number}', { number: one.number })}
              <span className="text-muted text-xs">
                {t('submitted')} <RelativeTime time={one.submitted_at} />
              </span>
            </p>
            {one.reason && <p className="whitespace-pre-wrap break-words">{one.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
