import { useQuery } from '@tanstack/react-query'
import type { Refund } from '#contract/refunds.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Money } from '#web/ui/money.tsx'
import { RefundChip } from './order-status.tsx'

/** The refunds of the person who asks; nothing while there are none. */
export function OwnRefunds({ order }: { order?: string }) {
  const { data } = useQuery(q('listRefunds', { query: { as: 'buyer' } }))
  const shown = data?.items.filter(({ order_id }) => order === undefined || order_id === order) ?? []
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="refunds" className="grid gap-3">
      <h2 id="refunds" className="text-lg">
        Refunds
      </h2>
      <ul className="grid gap-2">
        {shown.map((refund) => (
          <OwnRefund key={refund.id} refund={refund} />
        ))}
      </ul>
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
          <bdi>{refund.title}</bdi>
        </span>
        <RefundChip status={refund.status} />
        <Money paise={refund.paise} />
        {refund.abilities.withdraw.allowed && (
          <Button size="sm" busy={withdraw.busy && 'Taking back...'} onClick={() => void withdraw.run()}>
            Take back
          </Button>
        )}
      </div>
      <p className="text-muted text-sm">
        <bdi>{said}</bdi>
        {refund.to_credits && refund.status === 'processed' ? ' It is back in your credits.' : ''}
      </p>
      {withdraw.error !== null && <Callout tone="bad">{friendly(withdraw.error)}</Callout>}
    </li>
  )
}
