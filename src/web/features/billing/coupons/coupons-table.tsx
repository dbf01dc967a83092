import { TicketPercent } from 'lucide-react'
import type { Coupon, CouponScope } from '#contract/billing/coupons.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { giftText, itemsText, STATES, termsText, usedText } from './coupon-texts.ts'
import { PAGE_SIZE } from './coupons-query.ts'

function Gives({ coupon, scope }: { coupon: Coupon; scope: CouponScope }) {
  return (
    <div>
      <p>
        {giftText(coupon)}: <bdi>{itemsText(coupon, scope)}</bdi>
      </p>
      <p className="text-muted text-base">{termsText(coupon)}</p>
    </div>
  )
}

const State = ({ coupon: { state } }: { coupon: Coupon }) => (
  <p>
    <Badge tone={STATES[state].tone}>{t(STATES[state].label)}</Badge>
  </p>
)

const columns = (scope: CouponScope): readonly Column<Coupon>[] => [
  {
    key: 'code',
    header: t('Code'),
    className: 'max-sm:w-full max-sm:max-w-0',
    cell: (coupon) => (
      <div className="py-1.5 sm:max-w-72">
        <p className="truncate font-medium" title={coupon.code}>
          {coupon.code}
        </p>
        {coupon.note && (
          <p className="truncate text-muted text-base">
            <bdi>{coupon.note}</bdi>
          </p>
        )}
        <div className="grid gap-1 wrap-anywhere sm:hidden">
          <Gives coupon={coupon} scope={scope} />
          <State coupon={coupon} />
        </div>
      </div>
    ),
  },
  {
    key: 'gives',
    header: t('Gives'),
    className: 'w-full min-w-48 max-sm:hidden',
    cell: (coupon) => (
      <div className="py-1.5">
        <Gives coupon={coupon} scope={scope} />
      </div>
    ),
  },
  {
    key: 'used',
    header: t('Used'),
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (coupon) => (
      <div className="py-1.5 tabular-nums">
        <p>{usedText(coupon)}</p>
        {coupon.reserved > 0 && (
          <p className="text-muted text-base">{t('{count} being paid', { count: formatNumber(coupon.reserved) })}</p>
        )}
        {coupon.beyond > 0 && (
          <p className="text-muted text-base" title={t('Ordered in time; the bank confirmed the payment late.')}>
            {t('{count} beyond', { count: formatNumber(coupon.beyond) })}
          </p>
        )}
      </div>
    ),
  },
  {
    key: 'given',
    header: t('Discounts given'),
    align: 'right',
    className: 'max-sm:hidden',
    cell: ({ given_paise }) => <Money paise={given_paise} />,
  },
  {
    key: 'paid',
    header: t('Sales with coupon'),
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ paid_paise }) => <Money paise={paid_paise} />,
  },
  {
    key: 'state',
    header: t('Status'),
    className: 'max-sm:hidden',
    cell: (coupon) => <State coupon={coupon} />,
  },
  {
    key: 'more',
    header: <span className="sr-only">{t('Actions')}</span>,
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
        caption={t('Coupons, active ones first')}
        columns={columns(scope)}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<TicketPercent aria-hidden="true" />} title={t('No coupons yet')}>
            {scope === 'own'
              ? t(
                  'A coupon takes something off the price of monthly and one-time agents, or gives free runs. You earn from what the buyer pays.',
                )
              : t('A coupon takes something off the first payment for a plan.')}
          </EmptyState>
        }
      />
      <Pagination page={page} pageSize={PAGE_SIZE} total={total} href={href} />
    </div>
  )
}
