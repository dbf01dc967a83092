import { TicketPercent } from 'lucide-react'
import type { Coupon, CouponScope } from '#contract/coupons.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { forText, giftText, STATES, termsText, usedText } from './coupon-texts.ts'
import { PAGE_SIZE } from './coupons-query.ts'

const columns = (scope: CouponScope): readonly Column<Coupon>[] => [
  {
    key: 'code',
    header: 'Code',
    cell: ({ code, note }) => (
      <div className="max-w-40 py-1.5 sm:max-w-56">
        <p className="break-all font-medium">{code}</p>
        {note && (
          <p className="truncate text-muted text-sm">
            <bdi>{note}</bdi>
          </p>
        )}
      </div>
    ),
  },
  {
    key: 'gives',
    header: 'Gives',
    className: 'w-full min-w-48',
    cell: (coupon) => (
      <div className="py-1.5">
        <p>
          {giftText(coupon)}: <bdi>{forText(coupon, scope)}</bdi>
        </p>
        <p className="text-muted text-sm">{termsText(coupon)}</p>
      </div>
    ),
  },
  {
    key: 'used',
    header: 'Used',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (coupon) => (
      <div className="py-1.5 tabular-nums">
        <p>{usedText(coupon)}</p>
        {coupon.reserved > 0 && <p className="text-muted text-sm">{formatNumber(coupon.reserved)} being paid</p>}
        {coupon.beyond > 0 && (
          <p className="text-muted text-sm" title="Ordered in time; the bank confirmed the payment late.">
            {formatNumber(coupon.beyond)} beyond
          </p>
        )}
      </div>
    ),
  },
  { key: 'given', header: 'Given away', align: 'right', cell: ({ given_paise }) => <Money paise={given_paise} /> },
  {
    key: 'paid',
    header: 'Sold with it',
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ paid_paise }) => <Money paise={paid_paise} />,
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  {
    key: 'more',
    header: <span className="sr-only">Actions</span>,
    cell: (coupon) => <CouponActions coupon={coupon} scope={scope} />,
  },
]

/** Coupons with what came of them. */
export function CouponsTable({
  scope,
  page,
  data: { items, total },
  href,
}: {
  scope: CouponScope
  page: number
  data: { items: Coupon[]; total: number }
  href: (page: number) => string
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Table
        caption="Coupons, those that have not ended first"
        columns={columns(scope)}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<TicketPercent aria-hidden="true" />} title="No coupon yet">
            {scope === 'own'
              ? 'A code takes something off the price of agents that are bought by the month or for good, or gives free runs of one. You earn from what is paid.'
              : 'A code takes something off the first payment of a plan.'}
          </EmptyState>
        }
      />
      <Pagination page={page} pageSize={PAGE_SIZE} total={total} href={href} />
    </div>
  )
}
