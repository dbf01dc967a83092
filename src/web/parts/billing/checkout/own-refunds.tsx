import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Refund } from '#contract/billing/refunds.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RefundChip } from './order-status.tsx'
import { orderTitle } from './order-title.ts'

const SIZE = 25

export const ownRefundsQuery = (page: number) =>
  q('listRefunds', { query: { as: 'buyer', limit: SIZE, offset: (page - 1) * SIZE } })

/** The refunds of the person who asks, all of them by pages; nothing while there are none. */
export function OwnRefunds({ page, href }: { page: number; href: (page: number) => string }) {
  const data = useData(ownRefundsQuery(page))
  if (data.total === 0) return null
  return (
    <RefundList items={data.items}>
      <Pagination label={t('Pages of refunds')} page={page} pageSize={SIZE} total={data.total} href={href} />
    </RefundList>
  )
}

/** Those of one order, however many others there are. */
export function RefundsOfOrder({ order_id }: { order_id: string }) {
  const { data } = useQuery(q('listRefunds', { query: { as: 'buyer', order_id, limit: 100 } }))
  return data && data.total > 0 ? <RefundList items={data.items} /> : null
}

function RefundList({ items, children }: { items: readonly Refund[]; children?: ReactNode }) {
  return (
    <section aria-labelledby="refunds" className="grid gap-3">
      <h2 id="refunds" className="text-lg">
        {t('Refunds')}
      </h2>
      <ul className="sums grid gap-2">
        {items.map((refund) => (
          <OwnRefund key={refund.id} refund={refund} />
        ))}
      </ul>
      {children}
    </section>
  )
}

function OwnRefund({ refund }: { refund: Refund }) {
  const withdraw = useAction(async () => {
    await call('withdrawRefund', { params: { id: refund.id } })
    await refresh('listRefunds', 'getOrder', 'listPayments')
  })
  const said = refund.decision_reason ?? refund.reason
  return (
    <li className="grid gap-2 rounded border border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="grow font-medium">
          <bdi>{orderTitle(refund.title)}</bdi>
        </span>
        <RefundChip status={refund.status} />
        <Money paise={refund.paise} className="min-w-24 text-right" />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-40 grow basis-0 text-muted text-base wrap-anywhere">
          <bdi>{said}</bdi>
          {refund.to_credits && refund.status === 'processed' ? ` ${t('It’s back in your credits.')}` : ''}
        </p>
        {refund.abilities.withdraw.allowed && (
          <Button size="sm" busy={withdraw.busy && t('Withdrawing...')} onClick={() => void withdraw.run()}>
            {t('Withdraw')}
          </Button>
        )}
      </div>
      {withdraw.error !== null && <Callout tone="bad">{friendly(withdraw.error)}</Callout>}
    </li>
  )
}
