import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AgentDetail } from '#contract/agents/agents.ts'
import type { Credits } from '#contract/billing/credits.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Service } from '#contract/services/services.ts'
import { q } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { UpgradeService } from '#web/parts/agents/listing/upgrade-service.tsx'
import { BoughtItem } from '#web/parts/billing/checkout/bought-item.tsx'
import { CapsForm } from '#web/parts/billing/credits/caps-form.tsx'
import { CREDITS_PAGE } from '#web/parts/billing/credits/credits-page.ts'
import { RunsTable } from '#web/parts/runs/runs-table.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { Section } from './listing-sections.tsx'

const FEW = 5

/** The signed-in user's relation to this agent. Null until it is loaded. */
function useOwn({ id }: AgentDetail) {
  const query = { agent_id: id, limit: FEW }
  const runs = useQuery(q('listExecutions', { query })).data
  const services = useQuery(q('listServices', { query })).data
  const bought = useQuery(q('listPurchases', { query })).data
  const spending = useQuery(q('listAgentSpending', { query: { agent_id: id, limit: 1 } })).data
  if (!runs || !services || !bought || !spending) return null
  return { runs, services, bought, spent: spending.items[0] ?? null }
}

/** After the first run or purchase this page is also where one looks after the agent: runs, services, keys, spending, invoices. */
export default function YourUse({ agent }: { agent: AgentDetail }) {
  const own = useOwn(agent)
  useFresh('listExecutions', own?.runs.items.some(({ status }) => !isFinal(status)) ?? false)
  if (own === null || own.runs.total + own.services.total + own.bought.total === 0) return null
  const { runs, services, bought, spent } = own
  const costs = agent.price.type !== 'free' || spent !== null
  return (
    <Section id="your-use" title={t('Your usage')}>
      {costs && <Spending spent={spent} />}
      {services.total > 0 && (
        <Part title={t('Services')} aside={<TextLink href={paths.services()}>{t('All services')}</TextLink>}>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {services.items.map((service) => (
              <ServiceRow key={service.id} service={service} costs={costs} />
            ))}
          </ul>
        </Part>
      )}
      {bought.total > 0 && (
        <Part
          title={t('Bought')}
          aside={<TextLink href={paths.payments({ tab: 'purchases' })}>{t('All purchases')}</TextLink>}
        >
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {bought.items.map((item) => (
              <BoughtItem key={item.id} item={item} here />
            ))}
          </ul>
        </Part>
      )}
      {runs.total > 0 && (
        <Part
          title={t('Your last runs')}
          aside={
            <TextLink href={paths.myWorkflows({ search: agent.name })}>
              {t('All {count}', { count: formatNumber(runs.total) })}
            </TextLink>
          }
        >
          <RunsTable caption={t('Your last runs of this agent')} runs={runs.items} empty={null} />
        </Part>
      )}
      <Keys />
    </Section>
  )
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h3 className="font-medium text-base">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

interface Spent {
  paise: number
  month_paise: number
  models_paise: number
  refunded_paise: number
}

/** The agent's spending, next to the limits for all agents. */
function Spending({ spent }: { spent: Spent | null }) {
  const { data: credits } = useQuery(q('getCredits'))
  return (
    <Part title={t('Spending')} aside={<TextLink href={CREDITS_PAGE}>{t('Statement and invoices')}</TextLink>}>
      <div className="grid gap-4 surface-card p-4">
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Stat label={t('This month')} value={formatPaise(spent?.month_paise ?? 0)} />
          <Stat label={t('Total')} value={formatPaise(spent?.paise ?? 0)} />
          <Stat label={t('AI models')} value={formatPaise(spent?.models_paise ?? 0)} />
          <Stat label={t('Refunded')} value={formatPaise(spent?.refunded_paise ?? 0)} />
        </dl>
        {credits && <Caps credits={credits} />}
      </div>
    </Part>
  )
}

function Caps({ credits }: { credits: Credits }) {
  const [open, setOpen] = useState(false)
  const { today_paise, day_cap_paise, run_cap_paise } = credits
  const ofRun =
    run_cap_paise === null ? t('No limit per run') : t('Up to {price} per run', { price: formatPaise(run_cap_paise) })
  return (
    <div className="grid gap-2 border-line border-t pt-3">
      {day_cap_paise === null ? (
        <p className="text-base">
          {t('Today, all agents: {price}. No daily limit.', { price: formatPaise(today_paise) })}
        </p>
      ) : (
        <ProgressBar
          label={t('Today, all agents')}
          value={today_paise / day_cap_paise}
          detail={t('{spent} of {most}', { spent: formatPaise(today_paise), most: formatPaise(day_cap_paise) })}
        />
      )}
      <p className="flex flex-wrap items-center gap-3 text-muted text-base">
        {ofRun}
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('Change limits')}
        </Button>
      </p>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('Spending limits')}>
        <CapsForm credits={credits} />
      </Dialog>
    </div>
  )
}

/** A service with its version, the step to a newer one, and what it took of what it may. Pausing and removing is done on its page. */
function ServiceRow({ service, costs }: { service: Service; costs: boolean }) {
  const { id, name, status, version, runs, last_run_at } = service
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 surface-card px-4 py-2.5">
      <span className="min-w-40 grow basis-0">
        <TextLink href={paths.service(id)} className="font-medium">
          <bdi>{name}</bdi>
        </TextLink>
        <span className="block text-muted text-xs">
          {t('Version {number}', { number: version.number })}
          {' · '}
          {runs === 1 ? t('1 run') : t('{count} runs', { count: formatNumber(runs) })}
          {last_run_at && (
            <>
              {' · '}
              <RelativeTime time={last_run_at} />
            </>
          )}
        </span>
        {costs && <ServiceMonth id={id} />}
      </span>
      {version.newest > version.number && <UpgradeService service={service} />}
      <StatusChip status={status} />
    </li>
  )
}

function ServiceMonth({ id }: { id: Service['id'] }) {
  const { data } = useQuery(q('getServiceSpending', { params: { id } }))
  if (!data) return null
  const spent = formatPaise(data.month_paise)
  return (
    <span className="block text-muted text-xs tabular-nums">
      {data.month_cap_paise === null
        ? t('{price} this month, no limit', { price: spent })
        : t('{spent} of {most} this month', { spent, most: formatPaise(data.month_cap_paise) })}
    </span>
  )
}

/** Keys that may run it: a key runs every agent of its account. */
function Keys() {
  const { data } = useQuery(q('listApiKeys'))
  if (!data) return null
  const now = Date.now()
  const able = data.items.filter(
    ({ scopes, expires_at }) => scopes.includes('run') && (expires_at === null || Date.parse(expires_at) > now),
  )
  return (
    <Part
      title={t('API keys that can run it')}
      aside={<TextLink href={paths.settings('api-keys')}>{t('Manage keys')}</TextLink>}
    >
      {able.length === 0 ? (
        <p className="text-muted">{t('None yet. A key lets your programs run it under your account.')}</p>
      ) : (
        <ul className="grid gap-1">
          {able.slice(0, FEW).map((key) => (
            <li key={key.id} className="flex flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 wrap-anywhere font-medium" dir="auto">
                {key.name}
              </span>
              <code className="font-mono text-muted text-xs">{key.prefix}…</code>
              <span className="text-muted text-xs">
                {key.last_used_at ? (
                  <>
                    {t('last used')} <RelativeTime time={key.last_used_at} />
                  </>
                ) : (
                  t('never used')
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
