import { useQuery } from '@tanstack/react-query'
import type { Bench, BenchPlan } from '#contract/agents/benches.ts'
import { DAY_MS } from '#shared/time.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient, renew } from '#web/api/query-client.ts'
import { brand } from '#web/lib/brand.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { CREDITS_PAGE } from '#web/parts/billing/credits/credits-page.ts'
import { TopUpButton } from '#web/parts/billing/credits/top-up.tsx'
import { AskAgreement } from '#web/parts/runs/ask-agreement.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { benchQuery } from './bench-queries.ts'

const MOST_PROBLEMS = 6

function reasonOf(plan: BenchPlan | undefined): string | undefined {
  if (!plan) return t('Calculating the cost...')
  if (plan.problems.length > 0) return t('Fix the problems first.')
  if (plan.to_agree.length > 0) return t('Agree to where the cases are sent.')
  return plan.missing_paise > 0 ? t('You don’t have enough credits.') : undefined
}

/** What it costs at most and when it is deleted, asked once before anything starts. */
export function StartDialog({ bench, onClose }: { bench: Bench; onClose: () => void }) {
  const { id } = bench
  // A top-up that was made meanwhile counts at once.
  const { data: credits } = useQuery({
    queryKey: ['getCredits'],
    queryFn: ({ signal }) => call('getCredits', {}, { signal }),
  })
  const { data: plan, error } = useQuery({
    queryKey: ['planBench', id, credits?.balance_paise],
    queryFn: ({ signal }) => call('planBench', { params: { id } }, { signal }),
    gcTime: 0,
  })
  const start = useAction(async () => {
    const started = await call('startBench', { params: { id }, body: { most_paise: plan?.most_paise ?? 0 } })
    queryClient.setQueryData(benchQuery(id).queryKey, started)
    // The progress is shown at the top.
    window.scrollTo({ top: 0 })
    void refresh('listBenches', 'getCredits')
  })
  const failed = start.error ?? error
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Start bench')}
      description={t('Inputs and outputs are deleted on {day}.', {
        day: formatDay(Date.now() + bench.keep_days * DAY_MS),
      })}
      footer={
        <>
          <Button onClick={onClose}>{t('Not now')}</Button>
          <Button
            variant="primary"
            busy={start.busy && t('Starting...')}
            reason={reasonOf(plan)}
            onClick={() => void start.run()}
          >
            {plan && plan.most_paise > 0
              ? t('Start for up to {price}', { price: formatPaise(plan.most_paise) })
              : t('Start')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failed !== null && <Callout tone="bad">{friendly(failed)}</Callout>}
        {plan ? <Plan plan={plan} bench={bench} /> : error === null && <Spinner />}
      </div>
    </Dialog>
  )
}

function howText({ how, trials, price_paise, most_paise }: BenchPlan['agents'][number], cases: number): string {
  if (how === 'free') return t('Free')
  if (how === 'own') return t('Your own: free')
  if (how === 'purchase') return t('Purchased: no extra cost')
  if (how === 'buy') return t('Purchase required')
  const paid = cases - trials
  const times = t('{count} runs at {price}', { count: paid, price: formatPaise(price_paise) })
  if (most_paise === 0) return t('{trials} trial runs', { trials })
  return trials > 0 ? `${t('{trials} trial runs', { trials })}, ${times}` : times
}

/** On top of the price, and only beyond what is free in a day. */
function modelsText({ about_paise, free_daily_paise }: NonNullable<BenchPlan['models']>): string {
  if (about_paise === 0) return t('{brand}’s AI models should stay within your free daily allowance.', { brand })
  const free = formatPaise(free_daily_paise)
  return about_paise === null
    ? t(
        '{brand}’s AI models are charged in addition: your first {free} each day is free, then your credits pay, within your spending limits.',
        { brand, free },
      )
    : t('{brand}’s AI models may add about {price}: your first {free} each day is free. Your spending limits apply.', {
        brand,
        price: formatPaise(about_paise),
        free,
      })
}

function Plan({ plan, bench }: { plan: BenchPlan; bench: Bench }) {
  const cases = bench.cases.length
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 tabular-nums">
        {plan.agents.map((one) => (
          <div key={one.agent} className="contents">
            <dt className="min-w-0">
              <span className="block truncate">{bench.agents[one.agent]?.name}</span>
              <span className="text-muted text-xs">{howText(one, cases)}</span>
            </dt>
            <dd className="text-right">{formatPaise(one.most_paise)}</dd>
          </div>
        ))}
        <dt className="border-line border-t pt-2 font-medium">{t('Maximum for {runs} runs', { runs: plan.runs })}</dt>
        <dd className="border-line border-t pt-2 text-right font-medium">{formatPaise(plan.most_paise)}</dd>
        <dt className="text-muted">{t('Your credits')}</dt>
        <dd className="text-right text-muted">{formatPaise(plan.balance_paise)}</dd>
      </dl>
      <p className="text-muted text-base">
        {t('This amount is reserved now and charged per run. Failed and empty runs are free.')}
        {plan.models && ` ${modelsText(plan.models)}`}
        {plan.judged > 0 && ` ${t('{count} answers are scored by your default model.', { count: plan.judged })}`}
      </p>
      {plan.missing_paise > 0 && (
        <Callout tone="warn" title={t('You’re short by {price}', { price: formatPaise(plan.missing_paise) })}>
          <div className="grid justify-items-start gap-2">
            {t('The bench starts only if your credits cover all of it.')}
            <TopUpButton size="sm">{t('Top up credits')}</TopUpButton>
          </div>
        </Callout>
      )}
      {plan.problems.length > 0 && <Problems plan={plan} />}
      {plan.to_agree.length > 0 && (
        <AskAgreement
          asked={plan.to_agree.map(({ agent, agent_id, destinations }) => ({
            agent: agent_id,
            name: bench.agents[agent]?.name,
            places: destinations,
          }))}
          act={t('Agree')}
          onAgreed={() => void renew(['planBench', bench.id])}
        />
      )}
    </div>
  )
}

/** `cases.2.input` as a person counts. */
function whereText(field: string): string {
  const [what, at] = field.split('.')
  return what === 'cases' && at !== undefined ? `${t('Case {number}', { number: Number(at) + 1 })}: ` : ''
}

function Problems({ plan: { problems } }: { plan: BenchPlan }) {
  const caps = problems.some(({ field }) => field === 'caps')
  return (
    <Callout tone="bad" title={t('Fix this first')}>
      <ul className="grid gap-1">
        {problems.slice(0, MOST_PROBLEMS).map(({ message, field }) => (
          <li key={field}>
            {whereText(field)}
            {message}
          </li>
        ))}
        {problems.length > MOST_PROBLEMS && (
          <li>{t('and {count} more', { count: problems.length - MOST_PROBLEMS })}</li>
        )}
      </ul>
      {caps && (
        <LinkButton size="sm" href={CREDITS_PAGE}>
          {t('Change limits')}
        </LinkButton>
      )}
    </Callout>
  )
}
