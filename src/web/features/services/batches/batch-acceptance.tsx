import { useState } from 'react'
import type { BatchDetail } from '#contract/services/batches.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatTimeSoon } from '#web/lib/time.ts'
import { RejectDialog, type Rejection } from '#web/parts/runs/acceptance/reject-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

type Decision = { decision: 'accept' } | ({ decision: 'reject' } & Rejection)

const countText = (count: number): string =>
  count === 1 ? t('1 result') : t('{count} results', { count: formatNumber(count) })

/** What waits to be accepted in a batch, and the decision about all of it. */
export function AcceptanceOfBatch({ batch }: { batch: BatchDetail }) {
  const { id, acceptance } = batch
  const [asking, setAsking] = useState<'accept' | 'reject' | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  const decide = useAction(async (body: Decision) => {
    // As many as were shown: what ends meanwhile is decided by another press.
    let wanted = acceptance?.waiting ?? 0
    try {
      while (wanted > 0) {
        const { decided, waiting } = await call('decideBatchAcceptance', { params: { id }, body })
        wanted = decided === 0 ? 0 : Math.min(wanted - decided, waiting)
        setLeft(wanted)
      }
      setAsking(null)
      notify({
        type: 'success',
        title: body.decision === 'accept' ? t('All results were accepted') : t('All results that waited were rejected'),
      })
    } finally {
      setLeft(null)
      await refresh('listBatchItems', 'getBatch', 'getCredits', 'listWaitingResults', 'getExecution')
    }
  })
  if (acceptance === null) return null
  const { waiting, waiting_paise, accepted, rejected, next_at } = acceptance
  const failure = decide.error === null ? null : friendly(decide.error)
  const said = { results: countText(waiting), amount: formatPaise(waiting_paise) }
  const busy = decide.busy && (left === null ? t('Accepting...') : t('{count} left...', { count: formatNumber(left) }))
  return (
    <section
      aria-label={t('Acceptance')}
      data-batch-acceptance
      className="grid grid-cols-[minmax(0,1fr)] gap-3 surface-card p-4"
    >
      <div role="status">
        <p className="font-semibold">
          {waiting === 0 ? t('Every result is decided') : t('{results} wait for acceptance ({amount})', said)}
        </p>
        <p className="text-muted">
          {t('{accepted} accepted, {rejected} rejected and not charged.', {
            accepted: formatNumber(accepted),
            rejected: formatNumber(rejected),
          })}{' '}
          {next_at !== null &&
            t('What you don’t reject is accepted, the first on {time}.', { time: formatTimeSoon(next_at) })}
        </p>
      </div>
      {waiting > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => setAsking('accept')}>
            {t('Accept all that wait')}
          </Button>
          <Button onClick={() => setAsking('reject')}>{t('Reject all that wait')}</Button>
        </div>
      )}
      {asking === 'accept' && (
        <Dialog
          open
          onClose={() => setAsking(null)}
          title={t('Accept all that wait?')}
          size="sm"
          footer={
            <>
              <Button onClick={() => setAsking(null)}>{t('Cancel')}</Button>
              <Button variant="primary" busy={busy} onClick={() => void decide.run({ decision: 'accept' })}>
                {t('Accept and pay {price}', { price: formatPaise(waiting_paise) })}
              </Button>
            </>
          }
        >
          <div className="grid gap-3">
            <p>{t('You pay {amount} for {results}. An accepted result can’t be rejected.', said)}</p>
            {failure !== null && <Callout tone="bad">{failure}</Callout>}
          </div>
        </Dialog>
      )}
      {asking === 'reject' && (
        <RejectDialog
          title={t('Reject all that wait?')}
          busy={decide.busy}
          failure={failure}
          onReject={(rejection) => void decide.run({ decision: 'reject', ...rejection })}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}
