import { Download } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { EndPayout } from '#contract/payouts.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { NotConfirmed, useConfirmed } from '#web/forms/confirm-identity.tsx'
import { MoneyFrame } from '#web/layouts/money-frame.tsx'
import type { ScreenArgs } from '#web/layouts/screen-module.ts'
import { formatPaise } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { PayoutBadge } from '#web/money/payout-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Money } from '#web/ui/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { EndDialog } from './end-dialog.tsx'

const runQuery = (id: string) => q('getPayoutRun', { params: { id } })
export const loader = ({ params }: ScreenArgs) => load(runQuery(params.id ?? ''))

type Run = DataOf<'getPayoutRun'>
type Item = Run['items'][number]
interface Asked {
  payout: Item
  status: EndPayout['status']
}

/** One run: the file for the bank, and what became of each payout. */
export function Component() {
  const { id = '' } = useParams()
  const run = useData(runQuery(id))
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <MoneyFrame
      title={`Payout run ${run.number}`}
      intro={`${formatPaise(run.paise)} to ${run.payouts} ${run.payouts === 1 ? 'seller' : 'sellers'}, made ${formatExactTime(run.created_at)} by ${run.created_by ?? 'the calendar'}.`}
      actions={<BankFile run={run} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-prose text-muted">
          Save the bank file and give it to your bank: from then on its payouts count as sent. Then say of each what the
          bank said. What failed or was cancelled goes back to the seller’s earnings.
        </p>
        <Table
          caption="Payouts of this run"
          columns={columns(setAsked)}
          rows={run.items}
          rowKey={(payout) => payout.id}
          empty={<p className="text-muted">Nothing is in this run.</p>}
        />
      </div>
      {asked && <EndDialog {...asked} onClose={() => setAsked(null)} />}
    </MoneyFrame>
  )
}

function BankFile({ run }: { run: Run }) {
  const [confirmed, dialog] = useConfirmed()
  const prepared = run.items.some(({ status }) => status === 'prepared')
  const open = prepared || run.items.some(({ status }) => status === 'sent')
  const save = useAction(async () => {
    try {
      const { name, csv } = await confirmed(() => call('makeBankFile', { params: { id: run.id } }))
      saveFile(name, csv, 'text/csv;charset=utf-8')
    } catch (error) {
      if (!(error instanceof NotConfirmed)) throw error
    }
    await refresh('getPayoutRun', 'listPayoutRuns')
  })
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        variant={prepared ? 'primary' : 'secondary'}
        icon={<Download aria-hidden="true" />}
        busy={save.busy && 'Making the file...'}
        reason={open ? undefined : 'Nothing of this run is to be sent'}
        onClick={() => void save.run()}
      >
        Bank file
      </Button>
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      {dialog}
    </div>
  )
}

const ENDS: Partial<Record<Item['status'], readonly { status: EndPayout['status']; label: string }[]>> = {
  prepared: [{ status: 'cancelled', label: 'Cancel' }],
  sent: [
    { status: 'paid', label: 'Paid' },
    { status: 'failed', label: 'Failed' },
  ],
}

const columns = (ask: (asked: Asked) => void): readonly Column<Item>[] => [
  {
    key: 'seller',
    header: 'Seller',
    className: 'w-full max-w-0',
    cell: ({ seller, payee, reference }) => (
      <div className="min-w-24 py-1.5">
        <p className="truncate font-medium">
          <bdi>{seller.legal_name}</bdi>
        </p>
        <p className="truncate text-muted text-sm" title={reference ?? undefined}>
          {payee}
          {reference && (
            <>
              {' · '}
              <bdi>{reference}</bdi>
            </>
          )}
        </p>
      </div>
    ),
  },
  { key: 'status', header: 'State', cell: ({ status }) => <PayoutBadge status={status} /> },
  { key: 'paise', header: 'Amount', align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
  {
    key: 'ends',
    header: <span className="sr-only">What became of it</span>,
    align: 'right',
    cell: (payout) => (
      <div className="flex justify-end gap-2 py-1.5 max-sm:flex-wrap">
        {(ENDS[payout.status] ?? []).map(({ status, label }) => (
          <Button
            key={status}
            size="sm"
            aria-label={`${label}: ${payout.seller.legal_name}`}
            onClick={() => ask({ payout, status })}
          >
            {label}
          </Button>
        ))}
      </div>
    ),
  },
]
