import {
  CircleAlert,
  CircleHelp,
  ClipboardCheck,
  Gauge,
  HandCoins,
  Hourglass,
  Inbox,
  Plug,
  Receipt,
  UserRoundPlus,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { DashboardStats, LimitKind, NeedKind, QueueKind } from '#contract/platform/dashboard.ts'
import { formatBytes, formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatTimeSoon } from '#web/lib/time.ts'
import { orderTitle } from '#web/parts/billing/checkout/order-title.ts'
import { MaskedText } from '#web/parts/runs/masked/masked-text.tsx'
import { paths } from '#web/paths.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** One thing that waits, and the one press that leads to where it is settled. */
export interface NeedRow {
  key: string
  href: string
  icon: ReactNode
  text: ReactNode
  aside?: ReactNode
  count?: string
  verb: string
}

type Attention = DashboardStats['attention'][number]
type Limit = DashboardStats['needs']['limits'][number]

const CHANGED = 'text-warn'
const WRONG = 'text-bad'
const CALM = 'text-indigo'
/** As far as the server counts. */
const MOST_REVIEWS = 1000

const icon = (Icon: typeof Hourglass, tone: string) => <Icon aria-hidden="true" className={tone} />
const strong = (text: string) => <span className="font-medium">{text}</span>

const ASKS: Record<
  Attention['type'],
  { icon: typeof Hourglass; tone: string; text: () => string; verb: () => string }
> = {
  approval: {
    ...{ icon: Hourglass, tone: CHANGED },
    ...{ text: () => t('waits for your approval'), verb: () => t('Decide') },
  },
  form: {
    ...{ icon: CircleHelp, tone: CHANGED },
    ...{ text: () => t('waits for your answer'), verb: () => t('Answer') },
  },
  failed: { icon: CircleAlert, tone: WRONG, text: () => t('failed'), verb: () => t('See why') },
}

const runRow = ({ type, execution_id, title, at }: Attention): NeedRow => ({
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
      {ASKS[type].text()}
    </>
  ),
  aside: <RelativeTime time={at} />,
  verb: ASKS[type].verb(),
})

const used = ({ used, limit }: Limit, write: (value: number) => string) =>
  t('{used} of {limit}', { used: write(used), limit: write(limit) })

/** What a limit is called, how far it is used, and who raises it where. */
const LIMITS: Record<LimitKind, (limit: Limit) => { title: string; text: string; href: string; verb: string }> = {
  credits: ({ used: left, reached }) => ({
    title: reached ? t('Your credits are used up') : t('Your credits are low'),
    text: reached ? t('Paid runs don’t start') : t('{amount} left', { amount: formatPaise(left) }),
    ...{ href: paths.subscription('credits'), verb: t('Top up') },
  }),
  day: (limit) => ({
    title: limit.reached ? t('The limit for today is reached') : t('The limit for today is nearly reached'),
    ...{ text: used(limit, formatPaise), href: paths.subscription('credits'), verb: t('Raise') },
  }),
  member: (limit) => ({
    title: limit.reached ? t('Your limit for this month is reached') : t('Your limit for this month is nearly reached'),
    ...{ text: used(limit, formatPaise), href: paths.workspace('people'), verb: t('Find an admin') },
  }),
  api_calls: (limit) => ({
    title: limit.reached ? t('API calls of this month are used up') : t('API calls of this month are nearly used up'),
    ...{ text: used(limit, formatNumber), href: paths.subscription('plan'), verb: t('See plans') },
  }),
  storage: (limit) => ({
    title: limit.reached ? t('Your storage is full') : t('Your storage is nearly full'),
    ...{ text: used(limit, formatBytes), href: paths.subscription('plan'), verb: t('See plans') },
  }),
}

const limitRows = (limits: readonly Limit[], reached: boolean): NeedRow[] =>
  limits
    .filter((limit) => limit.reached === reached)
    .map((limit) => {
      const { title, text, href, verb } = LIMITS[limit.kind](limit)
      return {
        ...{ key: limit.kind, href, verb },
        icon: icon(limit.kind === 'credits' ? Wallet : Gauge, reached ? WRONG : CHANGED),
        text: (
          <>
            {strong(title)} <span className="text-muted tabular-nums">{text}</span>
          </>
        ),
      }
    })

const NEEDS: Record<NeedKind, (data: DashboardStats) => NeedRow[]> = {
  payment: ({ needs: { payment } }) =>
    payment === null
      ? []
      : [
          {
            ...{ key: 'payment', href: paths.subscription(), icon: icon(Receipt, WRONG) },
            text: (
              <>
                {strong(t('Plan to pay'))} {t(payment.plan)}
              </>
            ),
            verb: t('Pay {price}', { price: formatPaise(payment.amount_paise) }),
          },
        ],
  limits_reached: ({ needs }) => limitRows(needs.limits, true),
  orders: ({ needs }) =>
    needs.orders.map(({ id, title, amount_paise, failed }) => ({
      ...{ key: id, href: paths.payment(id), icon: icon(Receipt, failed ? WRONG : CHANGED) },
      text: (
        <>
          {strong(failed ? t('Payment failed') : t('Not paid yet'))} <bdi>{orderTitle(title)}</bdi>
        </>
      ),
      verb: t('Pay {price}', { price: formatPaise(amount_paise) }),
    })),
  questions: ({ attention }) => attention.filter(({ type }) => type !== 'failed').map(runRow),
  acceptance: ({ needs: { acceptance } }) =>
    acceptance === null
      ? []
      : [
          {
            ...{ key: 'acceptance', href: paths.subscription('credits'), icon: icon(HandCoins, CHANGED) },
            text: (
              <>
                {strong(t('Results to accept or reject'))}{' '}
                {t('{amount} reserved', { amount: formatPaise(acceptance.price_paise) })}
              </>
            ),
            aside: t('first by {time}', { time: formatTimeSoon(acceptance.until) }),
            ...{ count: formatNumber(acceptance.results), verb: t('Decide') },
          },
        ],
  reconnect: ({ needs }) =>
    needs.reconnect.map(({ id, name }) => ({
      ...{ key: id, href: paths.settings('credentials'), icon: icon(Plug, WRONG) },
      text: (
        <>
          <bdi className="font-medium">{name}</bdi> {t('has to be connected again')}
        </>
      ),
      verb: t('Connect again'),
    })),
  failed: ({ attention }) => attention.filter(({ type }) => type === 'failed').map(runRow),
  agent_failures: ({ agent_failures }) =>
    (agent_failures ?? []).map(({ agent, failed, runs, code, at }) => ({
      ...{ key: agent.id, href: `${paths.sellerAgent(agent.id)}#failures`, icon: icon(CircleAlert, WRONG) },
      text: (
        <>
          <bdi className="font-medium">{agent.name}</bdi>{' '}
          {t('{failed} of {runs} runs failed in 7 days', { failed: formatNumber(failed), runs: formatNumber(runs) })}{' '}
          {code && <code className="font-mono text-muted text-xs">{code}</code>}
        </>
      ),
      ...{ aside: <RelativeTime time={at} />, verb: t('See why') },
    })),
  reviews: ({ needs: { reviews } }) => [
    {
      ...{ key: 'reviews', href: paths.review(), icon: icon(ClipboardCheck, CALM), verb: t('Review') },
      text: strong(t('Documents to review')),
      count: reviews >= MOST_REVIEWS ? `${formatNumber(MOST_REVIEWS)}+` : formatNumber(reviews),
    },
  ],
  limits_near: ({ needs }) => limitRows(needs.limits, false),
  role_requests: ({ role_requests }) => [
    {
      ...{ key: 'roles', href: paths.adminUsers({ status: 'pending' }), icon: icon(UserRoundPlus, CALM) },
      ...{ text: strong(t('Answer role requests')), count: formatNumber(role_requests?.total ?? 0), verb: t('Open') },
    },
  ],
}

/** What a queue is called, and where it is decided. */
const QUEUES: Record<QueueKind, () => { name: string; href: string }> = {
  refunds: () => ({ name: t('Refund requests from your buyers'), href: paths.sellerRefunds() }),
  reviews: () => ({
    name: t('Unanswered reviews of your agents'),
    href: paths.sellerReviews({ show: 'unanswered' }),
  }),
  submissions: () => ({ name: t('Agent versions to review'), href: paths.adminAgents() }),
  reported_reviews: () => ({ name: t('Reviews to moderate'), href: paths.adminReviews() }),
  all_refunds: () => ({ name: t('Refunds to decide'), href: paths.adminPayments() }),
  seller_profiles: () => ({ name: t('Seller details to check'), href: paths.adminSellers() }),
}

/** All of it in one list, in the order that the server gives; what a seller or an admin is asked in addition is last. */
export const needRows = (data: DashboardStats): NeedRow[] => [
  ...data.needs.order.flatMap((kind) => NEEDS[kind](data)),
  ...data.queues.map(({ kind, total }) => {
    const { name, href } = QUEUES[kind]()
    return { key: kind, href, icon: icon(Inbox, CALM), text: strong(name), count: formatNumber(total), verb: t('Open') }
  }),
]
