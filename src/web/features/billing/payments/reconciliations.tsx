import { Scale } from 'lucide-react'
import { useState } from 'react'
import type { Reconciliation } from '#contract/billing/refunds.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { toParam } from '#web/lib/page-param.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'

const SIZE = 25
export const reconciliationsQuery = (page: number) =>
  q('listReconciliations', { query: { limit: SIZE, offset: (page - 1) * SIZE } })

const KINDS: Record<string, string> = {
  missed_payment: 'Missed payment',
  missed_refund: 'Missed refund update',
  missed_dispute: 'Missed dispute update',
  unclaimed_payment: 'Payment without an order',
  foreign_refund: 'Refunded at the gateway, not by us',
  other_amount: 'Amount differs',
  unknown_payment: 'Payment unknown to the gateway',
  unreadable: 'Unreadable gateway entry',
}

/** What the comparisons with the gateway found, and one more at a press. */
export function Reconciliations({ page }: { page: number }) {
  const { items, total } = useData(reconciliationsQuery(page))
  const [said, setSaid] = useState<string | null>(null)
  const compare = useAction(async () => {
    const { repaired, open } = await call('reconcileNow', { body: { days: 7 } })
    setSaid(repaired + open === 0 ? 'Everything matches.' : `${repaired} corrected, ${open} to check.`)
    await refresh('listReconciliations')
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<Scale aria-hidden="true" />}
          busy={compare.busy && 'Comparing...'}
          onClick={() => void compare.run()}
        >
          Compare last 7 days
        </Button>
        {said !== null && <p role="status">{said}</p>}
      </div>
      {compare.error !== null && <Callout tone="bad">{friendly(compare.error)}</Callout>}
      {items.length === 0 ? (
        <EmptyState title="No reports yet">
          The books are compared with the gateway every few minutes. Differences and a daily report appear here.
        </EmptyState>
      ) : (
        <ul aria-label="Comparisons" className="grid gap-3">
          {items.map((report) => (
            <Report key={report.id} report={report} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageSize={SIZE}
        total={total}
        href={(to) => paths.adminPayments({ tab: 'reconciliation', page: toParam(to) })}
      />
    </div>
  )
}

const count = (of: number, what: string): string => `${formatNumber(of)} ${what}${of === 1 ? '' : 's'}`

const Report = ({ report }: { report: Reconciliation }) => (
  <li className="grid gap-2 rounded border border-line px-4 py-3">
    <p className="font-medium">
      {formatExactTime(report.since)} to {formatExactTime(report.until)}
    </p>
    <p className="text-muted text-base">
      {[count(report.payments, 'payment'), count(report.refunds, 'refund'), count(report.disputes, 'dispute')].join(
        ', ',
      )}
      {'; '}
      {report.differences.length === 0 ? 'everything matches' : `${report.repaired || 'nothing'} corrected`}
    </p>
    {report.differences.length > 0 && (
      <ul className="grid gap-1.5 text-base">
        {report.differences.map(({ kind, id, paise, repaired }) => (
          <li key={`${kind}:${id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={repaired ? 'good' : 'bad'}>{repaired ? 'Corrected' : 'To check'}</Badge>
            <span className="grow">
              {KINDS[kind] ?? kind}: <code className="font-mono text-xs">{id}</code>
            </span>
            <Money paise={paise} />
          </li>
        ))}
      </ul>
    )}
  </li>
)
