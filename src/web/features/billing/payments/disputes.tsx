import type { Dispute } from '#contract/billing/refunds.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { toParam } from '#web/lib/page-param.ts'
import { FullDay } from '#web/parts/billing/full-day.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'

const SIZE = 25
const pageQuery = (page: number) => ({ query: { limit: SIZE, offset: (page - 1) * SIZE } })
export const disputesQuery = (page: number) => q('listDisputes', pageQuery(page))
export const ownDisputesQuery = (page: number) => q('listOwnDisputes', pageQuery(page))

export const DISPUTE_STATES: Record<Dispute['status'], [string, Tone]> = {
  open: ['Needs response', 'warn'],
  under_review: ['Under review', 'warn'],
  won: ['Won', 'good'],
  lost: ['Lost', 'bad'],
  closed: ['Closed', 'neutral'],
}

export const disputeState = ({
  status,
  times_sent_back,
}: Pick<Dispute, 'status' | 'times_sent_back'>): [string, Tone] => {
  if (status === 'open' && times_sent_back > 0) return [t('Better evidence needed'), 'warn']
  const [words, tone] = DISPUTE_STATES[status]
  return [t(words), tone]
}

const columns = (href: (id: string) => string): readonly Column<Dispute>[] => [
  {
    key: 'title',
    header: t('Payment'),
    className: 'w-full max-w-0',
    cell: (dispute) => (
      <div className="min-w-24 py-2">
        <Link
          href={href(dispute.id)}
          className="block truncate font-medium leading-6 underline decoration-line hover:decoration-current"
        >
          <bdi>{dispute.title ?? dispute.gateway_payment_id}</bdi>
        </Link>
        <p className="truncate text-muted text-base">
          <bdi>{[dispute.buyer_name, dispute.reason.replaceAll('_', ' ')].filter(Boolean).join(', ')}</bdi>
        </p>
      </div>
    ),
  },
  {
    key: 'status',
    header: t('Status'),
    cell: (dispute) => {
      const [words, tone] = disputeState(dispute)
      return <Badge tone={tone}>{words}</Badge>
    },
  },
  {
    key: 'respond',
    header: t('Respond by'),
    className: 'max-sm:hidden',
    cell: ({ respond_by, status }) => (respond_by && status === 'open' ? <FullDay time={respond_by} /> : '—'),
  },
  {
    key: 'loss',
    header: t('Loss'),
    align: 'right',
    className: 'max-sm:hidden',
    cell: ({ loss_paise }) => <Money paise={loss_paise} />,
  },
  { key: 'paise', header: t('Amount'), align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
]

/** Payments disputed by banks; decisions arrive here automatically. */
export function Disputes({ page }: { page: number }) {
  const { items, total } = useData(disputesQuery(page))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-prose text-muted">
        {t(
          'The payment gateway withholds a disputed payment until the bank decides. Open a dispute to submit evidence or to accept it before its deadline. We’ll notify you of the decision, or if the bank asks for better evidence.',
        )}
      </p>
      <Table
        caption={t('Disputes, undecided ones first')}
        columns={columns((id) => paths.adminPayments({ tab: 'disputes', dispute: id }))}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={t('No disputes')}>{t('Payments that a buyer’s bank disputes appear here.')}</EmptyState>
        }
      />
      <Pagination
        page={page}
        pageSize={SIZE}
        total={total}
        href={(to) => paths.adminPayments({ tab: 'disputes', page: toParam(to) })}
      />
    </div>
  )
}

/** Of what a seller sold; nothing is drawn where there are none. */
export function OwnDisputes({ page, href }: { page: number; href: (page: number) => string }) {
  const { items, total } = useData(ownDisputesQuery(page))
  if (total === 0) return null
  return (
    <section aria-labelledby="own-disputes" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="own-disputes" className="text-lg">
        {t('Disputes')}
      </h2>
      <p className="max-w-prose text-muted">
        {t(
          'A buyer’s bank disputes these payments. Add your response and files before the deadline; an admin submits them to the bank.',
        )}
      </p>
      <Table
        caption={t('Disputes of what you sold')}
        columns={columns((dispute) => paths.sellerRefunds({ dispute }))}
        rows={items}
        rowKey={({ id }) => id}
        empty={null}
      />
      <Pagination label={t('Pages of disputes')} page={page} pageSize={SIZE} total={total} href={href} />
    </section>
  )
}
