import { Undo2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Order } from '#contract/billing/payments.ts'
import { type Ability, allowed } from '#contract/core/ability-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

interface Asking {
  /** What was paid for: an order, or a paid run. */
  of: { order_id: Order['id'] } | { execution_id: string }
  /** Whether it can be asked for now; the server decides where that is not known before. */
  ability?: Ability
  credits?: boolean
  small?: boolean
}

/** Asks for money back; without the right to, the button stays and says why. */
export function AskRefund({ ability = allowed, small = false, ...asking }: Asking) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size={small ? 'sm' : 'md'}
        variant={small ? 'ghost' : 'secondary'}
        className={small ? '-ml-3 w-fit text-muted' : ''}
        icon={!small && <Undo2 aria-hidden="true" />}
        reason={ability.allowed ? undefined : (ability.reason ?? t('Not now'))}
        onClick={() => setOpen(true)}
      >
        {t('Request refund')}
      </Button>
      <AskDialog {...asking} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function AskDialog({
  of,
  credits = false,
  open,
  onClose,
}: Pick<Asking, 'of' | 'credits'> & { open: boolean; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const ask = useAction(async () => {
    await call('askRefund', { body: { ...of, reason } })
    await refresh('listRefunds', 'getOrder', 'listPayments', 'listPurchases')
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(reason.trim() === '' ? t('Enter a reason') : undefined)
    if (reason.trim() !== '') void ask.run()
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('Request refund')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p>
          {credits
            ? t('You’re requesting a refund of the rest of this payment, minus what you’ve already spent.')
            : t('You’re requesting a refund of the rest of this payment.')}{' '}
          {fill(t('The {policy} explains what is refunded and when.', { policy: '{policy}' }), {
            policy: <TextLink href={paths.refundPolicy()}>{t('refund policy')}</TextLink>,
          })}
        </p>
        <TextArea
          label={t('Why')}
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
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={ask.busy && t('Requesting...')}>
            {t('Request refund')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
