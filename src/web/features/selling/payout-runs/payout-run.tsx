import { useState } from 'react'
import { useParams } from 'react-router'
import type { EndPayout } from '#contract/selling/payouts.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { formatPaise } from '#web/lib/format.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { PayoutBadge } from '#web/parts/selling/payout-status.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Money } from '#web/ui/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { EndDialog } from './end-dialog.tsx'
import { SendRun } from './send-run.tsx'

const runQuery = (id: string) => q('getPayoutRun', { params: { id } })
export const loader = ({ params }: ScreenArgs) => load(runQuery(params.id ?? ''))

type Run = DataOf<'getPayoutRun'>
type Item = Run['items'][number]
interface Asked {
  payout: Item
  status: EndPayout['status']
}

/** One run: paid through RazorpayX or by a file for the bank, and what became of each payout. */
export function Component() {
  const { id = '' } = useParams()
  const run = useData(runQuery(id))
  const [asked, setAsked] = useState<Asked | null>(null)
  // What RazorpayX says is looked for while something is under way there.
  useFresh(
    'getPayoutRun',
    run.items.some(({ status, way }) => status === 'sent' && way === 'razorpayx'),
  )
  const [confirmed, confirming] = useConfirmed()
  const retry = useAction(async (payout: string) => {
    await confirmed(() => call('retryPayout', { params: { id: payout } }))
    await refresh('getPayoutRun', 'listPayoutRuns', 'getTrialBalance', 'listLedgerTransactions')
  })
  return (
    <AdminFrame
      title={`Payout run ${run.number}`}
      intro={`${formatPaise(run.paise)} to ${run.payouts} ${run.payouts === 1 ? 'seller' : 'sellers'}, made ${formatExactTime(run.created_at)} by ${run.created_by ?? 'the calendar'}.`}
      actions={<SendRun run={run} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-prose text-muted">
          {run.way === 'razorpayx'
            ? 'Pay prepared payouts through RazorpayX, and their status updates automatically. Or save the bank file, send it to your bank, and record the result of each payout.'
            : 'Save the bank file and send it to your bank. Its payouts are then marked as sent. Then record the result of each payout.'}{' '}
          Failed, cancelled and returned amounts go back to the seller’s earnings.
        </p>
        {retry.error !== null && !(retry.error instanceof NotConfirmed) && (
          <Callout tone="bad">{friendly(retry.error)}</Callout>
        )}
        <Table
          caption="Payouts of this run"
          columns={columns({ ask: setAsked, retry: (id) => void retry.run(id), busy: retry.busy })}
          rows={run.items}
          rowKey={(payout) => payout.id}
          empty={<p className="text-muted">This run is empty.</p>}
        />
      </div>
      {confirming}
      {asked && <EndDialog {...asked} onClose={() => setAsked(null)} />}
    </AdminFrame>
  )
}

const ENDS: Partial<Record<Item['status'], readonly { status: EndPayout['status']; label: string }[]>> = {
  prepared: [{ status: 'cancelled', label: 'Cancel' }],
  sent: [
    { status: 'paid', label: 'Paid' },
    { status: 'failed', label: 'Failed' },
  ],
  paid: [{ status: 'reversed', label: 'Returned' }],
}

/** Status of a payout at RazorpayX, unless our own status already implies it. */
const STANDS: Partial<Record<NonNullable<Item['transfer']>['state'], string>> = {
  waiting: 'being sent to RazorpayX',
  pending: 'waiting for approval in RazorpayX',
  queued: 'waiting for funds in the RazorpayX account',
  scheduled: 'scheduled in RazorpayX',
  processing: 'processing at the bank',
}

function saysOf({ transfer, status, reference }: Item): string | null {
  if (transfer === null || status !== 'sent') return reference
  const stands = STANDS[transfer.state]
  // Why it is queued is what our words say already.
  const why = transfer.state === 'queued' ? null : transfer.reason
  return [stands, why].filter(Boolean).join(': ') || reference
}

interface Acts {
  ask: (asked: Asked) => void
  retry: (id: string) => void
  busy: boolean
}

const columns = ({ ask, retry, busy }: Acts): readonly Column<Item>[] => [
  {
    key: 'seller',
    header: 'Seller',
    className: 'w-full max-w-0',
    cell: (payout) => (
      <div className="min-w-24 py-1.5">
        <p className="truncate font-medium">
          <bdi>{payout.seller.legal_name}</bdi>
        </p>
        <p className="text-muted text-base [overflow-wrap:anywhere]">
          {payout.payee}
          {saysOf(payout) && (
            <>
              {' · '}
              <bdi>{saysOf(payout)}</bdi>
            </>
          )}
        </p>
        <p className="mt-1 sm:hidden">
          <State payout={payout} />
        </p>
      </div>
    ),
  },
  { key: 'status', header: 'State', className: 'max-sm:hidden', cell: (payout) => <State payout={payout} /> },
  { key: 'paise', header: 'Amount', align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
  {
    key: 'ends',
    header: <span className="sr-only">Result</span>,
    align: 'right',
    cell: (payout) => (
      <div className="flex justify-end gap-2 py-1.5 max-sm:flex-wrap">
        {payout.abilities.end.allowed &&
          (ENDS[payout.status] ?? []).map(({ status, label }) => (
            <Button
              key={status}
              size="sm"
              aria-label={`${label}: ${payout.seller.legal_name}`}
              onClick={() => ask({ payout, status })}
            >
              {label}
            </Button>
          ))}
        {payout.abilities.retry.allowed && (
          <Button
            size="sm"
            busy={busy && 'Trying...'}
            aria-label={`Try again: ${payout.seller.legal_name}`}
            onClick={() => retry(payout.id)}
          >
            Try again
          </Button>
        )}
      </div>
    ),
  },
]

const State = ({ payout: { status, way } }: { payout: Item }) =>
  status === 'sent' && way === 'razorpayx' ? <Badge tone="warn">At RazorpayX</Badge> : <PayoutBadge status={status} />
