import { type FormEvent, useState } from 'react'
import type { EndPayout } from '#contract/selling/payouts.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatPaise } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type Status = EndPayout['status']

const TEXTS: Record<Status, { title: string; says: string; label: string; help: string; done: string }> = {
  paid: {
    title: 'Mark as paid',
    says: 'The payout is closed.',
    label: 'Bank reference',
    help: 'For example the UTR. The seller will see this.',
    done: 'Mark as paid',
  },
  failed: {
    title: 'Mark as failed',
    says: 'The amount returns to the seller’s earnings.',
    label: 'Why',
    help: 'The bank’s message. The seller will see this.',
    done: 'Mark as failed',
  },
  reversed: {
    title: 'The bank returned it',
    says: 'The amount returns to the seller’s earnings.',
    label: 'Why',
    help: 'The bank’s message. The seller will see this.',
    done: 'Mark as returned',
  },
  cancelled: {
    title: 'Cancel payout',
    says: 'It won’t be sent, and the amount returns to the seller’s earnings.',
    label: 'Why',
    help: 'The seller will see this.',
    done: 'Cancel payout',
  },
}

/** Says what became of a payout; none of it can be undone. */
export function EndDialog({
  payout,
  status,
  onClose,
}: {
  payout: DataOf<'getPayoutRun'>['items'][number]
  status: Status
  onClose: () => void
}) {
  const [reference, setReference] = useState('')
  const [tried, setTried] = useState(false)
  const { title, says, label, help, done } = TEXTS[status]
  const end = useAction(async () => {
    await call('endPayout', { params: { id: payout.id }, body: { status, reference: reference.trim() } })
    onClose()
    await refresh('getPayoutRun', 'listPayoutRuns', 'getTrialBalance', 'listLedgerTransactions')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (reference.trim() !== '') void end.run()
  }
  return (
    <Dialog open onClose={onClose} title={title} size="sm">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p>
          {formatPaise(payout.paise)} to <bdi>{payout.seller.legal_name}</bdi>, {payout.payee}. {says} You can’t undo
          this.
        </p>
        <TextField
          label={label}
          help={help}
          maxLength={200}
          autoComplete="off"
          value={reference}
          error={tried && reference.trim() === '' ? 'Enter the bank’s message' : undefined}
          onChange={(event) => setReference(event.target.value)}
        />
        {end.error !== null && <Callout tone="bad">{friendly(end.error)}</Callout>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" variant={status === 'paid' ? 'primary' : 'danger'} busy={end.busy && 'Saving...'}>
            {done}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
