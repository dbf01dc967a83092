import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  ClipboardCheck,
  HandCoins,
  Hourglass,
  Inbox,
  Plug,
  Receipt,
  UserRoundPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { DashboardStats, NextStep } from '#contract/platform/dashboard.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatTimeSoon } from '#web/lib/time.ts'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useWaiting, type Waiting } from './queues.ts'

interface Row {
  key: string
  href: string
  icon: ReactNode
  text: ReactNode
  aside?: ReactNode
  count?: string
}

const CHANGED = 'text-warn'
const WRONG = 'text-bad'
const CALM = 'text-indigo'

const ASKS: Record<DashboardStats['attention'][number]['type'], { icon: typeof Hourglass; tone: string }> = {
  approval: { icon: Hourglass, tone: CHANGED },
  form: { icon: CircleHelp, tone: CHANGED },
  failed: { icon: CircleAlert, tone: WRONG },
}
const asks = (type: DashboardStats['attention'][number]['type']): string =>
  ({ approval: t('waits for your approval'), form: t('waits for your answer'), failed: t('failed') })[type]

const icon = (Icon: typeof Hourglass, tone: string) => <Icon aria-hidden="true" className={tone} />
const strong = (text: string) => <span className="font-medium">{text}</span>

/** Money first, because it has a time by which it is due. */
function rowsOfMoney({ acceptance, payment }: DashboardStats['needs']): Row[] {
  const rows: Row[] = []
  if (payment)
    rows.push({
      ...{ key: 'payment', href: paths.subscription(), icon: icon(Receipt, WRONG) },
      text: (
        <>
          {strong(t('Plan to pay'))}{' '}
          {t('{plan}, {amount}', { plan: t(payment.plan), amount: formatPaise(payment.amount_paise) })}
        </>
      ),
    })
  if (acceptance)
    rows.push({
      ...{ key: 'acceptance', href: paths.subscription('credits'), icon: icon(HandCoins, CHANGED) },
      text: (
        <>
          {strong(t('Results to accept or reject'))}{' '}
          {t('{amount} reserved', { amount: formatPaise(acceptance.price_paise) })}
        </>
      ),
      aside: t('first by {time}', { time: formatTimeSoon(acceptance.until) }),
      count: formatNumber(acceptance.results),
    })
  return rows
}

const rowsOfRuns = (items: DashboardStats['attention']): Row[] =>
  items.map(({ type, execution_id, title, at }) => ({
    ...{
      key: `${execution_id}${type}${at}`,
      href: paths.run(execution_id),
      icon: icon(ASKS[type].icon, ASKS[type].tone),
    },
    text: (
      <>
        <bdi className="font-medium">
          <MaskedText text={title} />
        </bdi>{' '}
        {asks(type)}
      </>
    ),
    aside: <RelativeTime time={at} />,
  }))

function rowsOfWork({ needs, role_requests, agent_failures }: DashboardStats, queues: readonly Waiting[]): Row[] {
  const rows: Row[] = needs.reconnect.map(({ id, name }) => ({
    ...{ key: id, href: paths.settings('credentials'), icon: icon(Plug, WRONG) },
    text: (
      <>
        <bdi className="font-medium">{name}</bdi> {t('has to be connected again')}
      </>
    ),
  }))
  if (needs.reviews > 0)
    rows.push({
      ...{ key: 'reviews', href: paths.review(), icon: icon(ClipboardCheck, CALM) },
      text: strong(t('Documents to review')),
      count: needs.reviews >= MOST_REVIEWS ? `${formatNumber(MOST_REVIEWS)}+` : formatNumber(needs.reviews),
    })
  for (const { agent, failed, runs, code, at } of agent_failures ?? [])
    rows.push({
      ...{ key: agent.id, href: `${paths.sellerAgent(agent.id)}#failures`, icon: icon(CircleAlert, WRONG) },
      text: (
        <>
          <bdi className="font-medium">{agent.name}</bdi>{' '}
          {t('{failed} of {runs} runs failed in 7 days', { failed: formatNumber(failed), runs: formatNumber(runs) })}{' '}
          {code && <code className="font-mono text-muted text-xs">{code}</code>}
        </>
      ),
      aside: <RelativeTime time={at} />,
    })
  if (role_requests && role_requests.total > 0)
    rows.push({
      ...{ key: 'roles', href: paths.adminUsers({ status: 'pending' }), icon: icon(UserRoundPlus, CALM) },
      text: strong(t('Answer role requests')),
      count: formatNumber(role_requests.total),
    })
  for (const { name, href, total } of queues)
    rows.push({ key: name, href, icon: icon(Inbox, CALM), text: strong(name), count: formatNumber(total) })
  return rows
}

/** As far as the server counts. */
const MOST_REVIEWS = 1000

/** What waits for this person, first on the page; when nothing does, the next useful step. */
export function Needs({ data, fresh }: { data: DashboardStats; fresh: boolean }) {
  const queues = useWaiting()
  const rows = [...rowsOfMoney(data.needs), ...rowsOfRuns(data.attention), ...rowsOfWork(data, queues ?? [])]
  // Newcomers are told below what to do first.
  if (rows.length === 0 && (fresh || data.next_step === null)) return null
  return (
    <section aria-labelledby="needs" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="needs" className="text-xl">
        {t('Needs you')}
      </h2>
      {rows.length > 0 && <Rows rows={rows} />}
      {rows.length === 0 && (queues === null ? <Skeleton className="h-19" /> : <Calm step={data.next_step} />)}
    </section>
  )
}

const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <ul className="overflow-hidden surface-card">
    {rows.map(({ key, href, icon: sign, text, aside, count }) => (
      <li key={key} className="border-line border-b last:border-0">
        <Link
          href={href}
          className="flex min-h-12 items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
        >
          {sign}
          <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
            <span className="min-w-0 grow [overflow-wrap:anywhere] sm:truncate">{text}</span>
            {aside && <span className="text-muted text-xs">{aside}</span>}
          </span>
          {count && (
            <span className="rounded bg-warn-soft px-2 py-0.5 font-medium text-warn text-xs tabular-nums">{count}</span>
          )}
        </Link>
      </li>
    ))}
  </ul>
)

const stepsWith = (name: string): Record<NextStep, { text: string; action: string; tab: string | null }> => ({
  batch: {
    text: t('Next, let {name} read a whole folder of documents at once.', { name }),
    ...{ action: t('Start a batch'), tab: 'batches' },
  },
  schedule: {
    text: t('Next, let {name} run on its own at the times you choose.', { name }),
    ...{ action: t('Set a schedule'), tab: 'schedule' },
  },
  program: {
    text: t('Next, call {name} from your own program.', { name }),
    ...{ action: t('See the code'), tab: 'api' },
  },
  run: { text: t('{name} is ready for the next document.', { name }), ...{ action: t('Run it'), tab: null } },
})

/** One line on a day without anything to decide. */
function Calm({ step }: { step: DashboardStats['next_step'] }) {
  if (step === null) return null
  const { text, action, tab } = stepsWith(step.service.name)[step.kind]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 surface-card p-4 sm:px-5">
      <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-good" />
      <p className="min-w-0 grow basis-60">
        <span className="font-medium">{t('Nothing waits for you.')}</span> <span className="text-muted">{text}</span>
      </p>
      <LinkButton href={paths.service(step.service.id, { tab })}>{action}</LinkButton>
    </div>
  )
}
