import { type FormEvent, useState } from 'react'
import type { Refund } from '#contract/billing/refunds.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { parsePaise, toFieldText } from '#web/lib/rupees.ts'
import { RefundChip } from '#web/parts/billing/checkout/order-status.tsx'
import { orderTitle } from '#web/parts/billing/checkout/order-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const renew = () => refresh('listRefunds', 'listAllRefunds')

/** Refund requests for the person who decides: the seller, or an admin. */
export function RefundRequests({ refunds }: { refunds: readonly Refund[] }) {
  const [deciding, setDeciding] = useState<Refund | null>(null)
  return (
    <>
      <ul aria-label={t('Refunds')} className="sums grid gap-2">
        {refunds.map((refund) => (
          <RefundRequest key={refund.id} refund={refund} onDecide={() => setDeciding(refund)} />
        ))}
      </ul>
      {deciding && <Decide key={deciding.id} refund={deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

function RefundRequest({ refund, onDecide }: { refund: Refund; onDecide: () => void }) {
  const retry = useAction(async () => {
    await call('retryRefund', { params: { id: refund.id } })
    await renew()
  })
  return (
    <li className="grid gap-2 rounded border border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-40 grow">
          <p className="font-medium">
            <bdi>{orderTitle(refund.title)}</bdi>
          </p>
          <p className="text-muted text-base">
            {refund.buyer_name && (
              <>
                <bdi>{refund.buyer_name}</bdi>,{' '}
              </>
            )}
            <RelativeTime time={refund.created_at} />
          </p>
        </div>
        <RefundChip status={refund.status} />
        <Money paise={refund.paise} className="min-w-24 text-right font-medium" />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-40 grow basis-0 text-base wrap-anywhere">
          <bdi>{refund.reason}</bdi>
        </p>
        {refund.abilities.decide.allowed && (
          <Button size="sm" onClick={onDecide}>
            {t('Decide')}
          </Button>
        )}
        {refund.abilities.retry.allowed && (
          <Button size="sm" busy={retry.busy && t('Sending...')} onClick={() => void retry.run()}>
            {t('Send again')}
          </Button>
        )}
      </div>
      {refund.decision_reason && (
        <p className="text-muted text-base">
          {fill(t('Answer: {text}', { text: '{text}' }), { text: <bdi>{refund.decision_reason}</bdi> })}
        </p>
      )}
      {refund.last_error && <p className="text-bad text-base">{refund.last_error}</p>}
      {retry.error !== null && <Callout tone="bad">{friendly(retry.error)}</Callout>}
    </li>
  )
}

function Decide({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const [text, setText] = useState(() => toFieldText(Math.min(refund.paise, refund.left_paise)))
  const [reason, setReason] = useState('')
  const paise = parsePaise(text) ?? null
  const decide = useAction(async (approve: boolean) => {
    const body = approve && paise !== null ? { approve, paise, reason } : { approve, reason }
    await call('decideRefund', { params: { id: refund.id }, body })
    await renew()
    onClose()
  })
  const problem = (field: string) => (decide.error instanceof ApiError ? decide.error.problem(field) : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (paise !== null) void decide.run(true)
  }
  return (
    <Dialog open onClose={onClose} title={t('Refund of {name}', { name: orderTitle(refund.title) })}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('Refund amount (₹)')}
          inputMode="decimal"
          value={text}
          help={t('Requested: {asked}. Refundable: {most}.', {
            asked: formatPaise(refund.paise),
            most: formatPaise(refund.left_paise),
          })}
          error={problem('paise') ?? (paise === null ? t('Enter an amount in rupees') : undefined)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextArea
          label={t('Answer to the buyer')}
          help={t('Required to decline.')}
          rows={3}
          maxLength={2000}
          value={reason}
          error={problem('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {decide.error !== null && !problem('reason') && !problem('paise') && (
          <Callout tone="bad">{friendly(decide.error)}</Callout>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={decide.busy} onClick={() => void decide.run(false)}>
            {t('Decline')}
          </Button>
          <Button type="submit" variant="primary" busy={decide.busy && t('Deciding...')}>
            {paise === null ? t('Refund') : t('Refund {amount}', { amount: formatPaise(paise) })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
