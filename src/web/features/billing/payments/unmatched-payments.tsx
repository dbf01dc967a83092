import { type FormEvent, useState } from 'react'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { formatPaise } from '#web/lib/format.ts'
import { toParam } from '#web/lib/page-param.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'

const SIZE = 25
export const unmatchedPaymentsQuery = (page: number) =>
  q('listUnclaimed', { query: { limit: SIZE, offset: (page - 1) * SIZE } })

type Row = DataOf<'listUnclaimed'>['items'][number]

const STATES: Partial<Record<NonNullable<Row['refund']>, [string, Tone]>> = {
  approved: ['Being returned', 'warn'],
  processed: ['Refunded', 'good'],
  failed: ['Refund failed', 'bad'],
}
const stateOf = ({ refund }: Row): [string, Tone] => (refund && STATES[refund]) || ['Unmatched', 'warn']

const State = ({ row }: { row: Row }) => <Badge tone={stateOf(row)[1]}>{stateOf(row)[0]}</Badge>

const columns = (ask: (row: Row) => void): readonly Column<Row>[] => [
  {
    key: 'payment',
    header: 'Payment',
    className: 'w-full max-w-0',
    cell: (row) => (
      <div className="min-w-24 py-2">
        <p className="truncate font-mono text-base">{row.gateway_payment_id}</p>
        <p className="text-muted text-base [overflow-wrap:anywhere]">
          {[row.method, row.refund_error ?? row.cause].filter(Boolean).join(' · ')}
        </p>
        <p className="mt-1 sm:hidden">
          <State row={row} />
        </p>
      </div>
    ),
  },
  { key: 'state', header: 'Status', className: 'max-sm:hidden', cell: (row) => <State row={row} /> },
  {
    key: 'at',
    header: 'Received',
    className: 'max-sm:hidden',
    cell: ({ received_at }) => <RelativeTime time={received_at} />,
  },
  { key: 'paise', header: 'Amount', align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
  {
    key: 'act',
    header: <span className="sr-only">Return payment</span>,
    align: 'right',
    cell: (row) =>
      row.abilities.refund.allowed && (
        <Button size="sm" aria-label={`Return payment ${row.gateway_payment_id}`} onClick={() => ask(row)}>
          Return payment
        </Button>
      ),
  },
]

/** Money that came without an order of ours, and the way back for it. */
export function UnmatchedPayments({ page }: { page: number }) {
  const { items, total, unclaimed_paise } = useData(unmatchedPaymentsQuery(page))
  const [asked, setAsked] = useState<Row | null>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-prose text-muted">
        {unclaimed_paise === 0
          ? 'There is no unmatched money in the books.'
          : `Unmatched money in the books: ${formatPaise(unclaimed_paise)}.`}{' '}
        Duplicate, late and wrong payments are returned automatically and listed under Refunds.
      </p>
      <Table
        caption="Payments without an order, open ones first"
        columns={columns(setAsked)}
        rows={items}
        rowKey={({ payment_id }) => payment_id}
        empty={<EmptyState title="No unmatched payments">Payments without an order appear here.</EmptyState>}
      />
      <Pagination
        page={page}
        pageSize={SIZE}
        total={total}
        href={(to) => paths.adminPayments({ tab: 'unclaimed', page: toParam(to) })}
      />
      {asked && <SendBack row={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

function SendBack({ row, onClose }: { row: Row; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [confirmed, dialog] = useConfirmed()
  const back = useAction(async () => {
    try {
      await confirmed(() =>
        call('refundUnclaimed', { params: { id: row.payment_id }, body: { reason: reason.trim() } }),
      )
    } catch (error) {
      if (error instanceof NotConfirmed) return
      throw error
    }
    onClose()
    await refresh('listUnclaimed', 'listAllRefunds', 'getTrialBalance', 'listLedgerTransactions')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (reason.trim() !== '') void back.run()
  }
  return (
    <Dialog open onClose={onClose} title="Return payment" size="sm">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p>
          {formatPaise(row.paise)} is returned the way it was paid. {row.cause}. This cannot be undone.
        </p>
        <TextField
          label="Why"
          help="Recorded in the audit log."
          maxLength={2000}
          autoComplete="off"
          value={reason}
          error={tried && reason.trim() === '' ? 'Enter a reason' : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {back.error !== null && <Callout tone="bad">{friendly(back.error)}</Callout>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" variant="danger" busy={back.busy && 'Sending...'}>
            Send {formatPaise(row.paise)} back
          </Button>
        </div>
      </form>
      {dialog}
    </Dialog>
  )
}
