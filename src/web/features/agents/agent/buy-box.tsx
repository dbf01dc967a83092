import { Check, Plus } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { AgentDetail } from '#contract/agents/agents.ts'
import { REFUND_ANSWER_DAYS, REFUND_DAYS } from '#contract/billing/payment-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { useUser } from '#web/api/use-session.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { listingFigures } from '#web/parts/agents/listing/figures.ts'
import { insideText } from '#web/parts/agents/listing/permission-list.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { Quality } from '#web/parts/agents/listing/quality.tsx'
import { Refused } from '#web/parts/billing/pricing/refused.tsx'
import { offerText } from '#web/parts/runs/acceptance/acceptance-texts.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { AgentHealthChip } from './agent-health-chip.tsx'
import { mayCost } from './agent-queries.ts'
import { AgentTermsPart } from './agent-terms.tsx'
import { PriceHistory } from './price-history.tsx'

/** What it costs and the one way to keep it. */
export function BuyBox({ agent }: { agent: AgentDetail }) {
  const { price, trial_runs } = agent
  const [params] = useSearchParams()
  const inside = (agent.version?.permissions.agents ?? []).filter(({ most_paise }) => most_paise > 0)
  const promises = [
    price.type !== 'free' ? t('GST included') : inside.length === 0 && t('Free to run, no card needed'),
    ...inside.map((one) => t('Runs {agent}', { agent: insideText(one) })),
    price.type !== 'free' &&
      trial_runs > 0 &&
      (trial_runs === 1
        ? t('1 free run before you pay')
        : t('{count} free runs before you pay', { count: trial_runs })),
    agent.accept_days !== null && offerText(agent.accept_days),
    price.type === 'per_run' ? t('Failed and empty runs are free') : t('Failed runs are free'),
    (price.type === 'monthly' || price.type === 'one_time') && t('Includes a service slot in addition to your plan'),
    t('Stays on the version you add until you upgrade'),
  ].filter((promise) => promise !== false)
  return (
    <Card
      as="aside"
      id="price"
      aria-label={t('Price')}
      className="grid scroll-mt-32 content-start gap-4 max-sm:flat max-sm:border-line max-sm:border-t max-sm:px-0 max-sm:pt-6 max-sm:pb-0 lg:sticky lg:top-28"
    >
      <p className="font-semibold text-3xl">{priceText(price)}</p>
      <ul className="grid gap-1.5 text-muted">
        {promises.map((promise) => (
          <li key={promise} className="flex items-start gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            {promise}
          </li>
        ))}
      </ul>
      {mayCost(agent) && (
        <AgentTermsPart
          agentId={agent.id}
          signIn={paths.login(paths.agent(agent.slug, { code: params.get('code') }))}
        />
      )}
      <Deploy agent={agent} />
      <Measured agent={agent} />
      <PriceHistory slug={agent.slug} />
      {price.type !== 'free' && <Guarantee />}
    </Card>
  )
}

/** What the platform measured; only what there is. */
function Measured({ agent }: { agent: AgentDetail }) {
  const { stats } = agent
  const measured = listingFigures(stats).filter(({ empty }) => !empty)
  if (measured.length === 0) return agent.version && <AgentHealthChip agent={agent} />
  return (
    <div className="grid gap-2 border-line border-t pt-4">
      <dl className="grid gap-1.5">
        {measured.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-3">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-3">
          <dt className="text-muted">{t('Quality')}</dt>
          <dd>
            <Quality agent={agent} />
          </dd>
        </div>
      </dl>
      {agent.version && <AgentHealthChip agent={agent} />}
      {stats.measured_at && (
        <p className="text-muted text-xs">
          {fill(t('Measured by the platform {time}, never entered by the seller.', { time: '{time}' }), {
            time: <RelativeTime time={stats.measured_at} />,
          })}
        </p>
      )}
    </div>
  )
}

/** What happens when it is not what was expected. */
const Guarantee = () => (
  <p className="border-line border-t pt-3 text-muted text-base">
    {t(
      'Not what you expected? Request a refund within {days} days. The seller responds within {answer} days, or we decide.',
      { days: REFUND_DAYS.run, answer: REFUND_ANSWER_DAYS },
    )}{' '}
    <TextLink href={paths.refundPolicy()}>{t('Refund policy')}</TextLink>
  </p>
)

function Deploy({ agent }: { agent: AgentDetail }) {
  const user = useUser()
  const navigate = useNavigate()
  const deploy = useAction(async () => {
    const { id } = await call('createService', { body: { agent_id: agent.id } })
    void refresh('listServices', 'getDashboard')
    await navigate(paths.service(id))
  })
  const here = paths.agent(agent.slug)
  if (user === null) {
    return (
      <div className="grid gap-2">
        <LinkButton wide variant="primary" href={paths.login(here)} icon={<Plus aria-hidden="true" />}>
          {t('Sign in to add this agent')}
        </LinkButton>
        <p className="text-muted text-base">
          {t('In My AI Services it gets its own page, run history and API address.')}
        </p>
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <Button
        wide
        variant="primary"
        icon={<Plus aria-hidden="true" />}
        busy={deploy.busy && t('Adding...')}
        reason={agent.abilities.deploy.reason ?? undefined}
        onClick={() => void deploy.run()}
      >
        {t('Add to My AI Services')}
      </Button>
      {agent.abilities.deploy.reason && <p className="text-muted text-base">{agent.abilities.deploy.reason}</p>}
      {deploy.error !== null && <Refused error={deploy.error} />}
    </div>
  )
}
