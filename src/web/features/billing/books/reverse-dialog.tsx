import { type FormEvent, useState } from 'react'
import type { LedgerTransaction } from '#contract/billing/ledger.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { movementWord } from './movement-texts.ts'

/** Takes a movement back by another one, with a reason. */
export function ReverseDialog({
  transaction: { id, kind, entries },
  onClose,
}: {
  transaction: LedgerTransaction
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [confirmed, dialog] = useConfirmed()
  const reverse = useAction(async () => {
    try {
      await confirmed(() => call('reverseLedgerTransaction', { params: { id }, body: { reason: reason.trim() } }))
    } catch (error) {
      if (error instanceof NotConfirmed) return
      throw error
    }
    onClose()
    await refresh('listLedgerTransactions', 'getTrialBalance')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (reason.trim() !== '') void reverse.run()
  }
  return (
    <>
      <Dialog open onClose={onClose} title="Reverse transaction" size="sm">
        <form onSubmit={submit} noValidate className="grid gap-4">
          <p>
            A new transaction reverses the {entries.length} entries of “{movementWord(kind)}”. It only changes the
            books: purchases, payments and payouts stay as they are. You can’t undo this.
          </p>
          <TextArea
            label="Reason"
            rows={3}
            maxLength={500}
            value={reason}
            error={tried && reason.trim() === '' ? 'Enter a reason' : undefined}
            onChange={(event) => setReason(event.target.value)}
          />
          {reverse.error !== null && <Callout tone="bad">{friendly(reverse.error)}</Callout>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="danger" busy={reverse.busy && 'Reversing...'}>
              Reverse
            </Button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  )
}
