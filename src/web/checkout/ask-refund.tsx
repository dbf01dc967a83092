import { Undo2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Order } from '#contract/payments.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** Asks for the money of an order back; without the right to, it stays and says why. */
export function AskRefund({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const { allowed, reason } = order.abilities.ask_refund
  return (
    <>
      <Button
        icon={<Undo2 aria-hidden="true" />}
        reason={allowed ? undefined : (reason ?? 'Not now')}
        onClick={() => setOpen(true)}
      >
        Ask for a refund
      </Button>
      <AskDialog order={order} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function AskDialog({ order, open, onClose }: { order: Order; open: boolean; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const ask = useAction(async () => {
    await call('askRefund', { body: { order_id: order.id, reason } })
    await refresh('listRefunds', 'getOrder', 'listPayments')
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(reason.trim() === '' ? 'Say why' : undefined)
    if (reason.trim() !== '') void ask.run()
  }
  return (
    <Dialog open={open} onClose={onClose} title="Ask for a refund">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p>
          What is left of this payment is asked back{order.purpose === 'credits' ? ', as far as it is not spent' : ''}.
          The <TextLink href={paths.refundPolicy()}>refund policy</TextLink> says what is given when.
        </p>
        <TextArea
          label="Why"
          rows={4}
          maxLength={2000}
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        {ask.error !== null && <Callout tone="bad">{friendly(ask.error)}</Callout>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={ask.busy && 'Asking...'}>
            Ask for it back
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
