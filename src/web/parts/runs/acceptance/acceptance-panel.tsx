import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { RunAcceptance } from '#contract/runs/acceptance/acceptance.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { acceptedText, reasonWord, untilText } from './acceptance-texts.ts'
import { RejectDialog, type Rejection } from './reject-dialog.tsx'

type Decision = { decision: 'accept' } | ({ decision: 'reject' } & Rejection)

/** The decision about a result that is charged when it is accepted; nothing for every other run. */
export function AcceptancePanel({ run, onDecided }: { run: Execution; onDecided?: (() => void) | undefined }) {
  const acceptance = run.charge?.acceptance ?? null
  return acceptance === null ? null : <Decide id={run.id} acceptance={acceptance} onDecided={onDecided} />
}

interface DecideProps {
  id: Execution['id']
  acceptance: RunAcceptance
  onDecided: (() => void) | undefined
}

function Decide({ id, acceptance, onDecided }: DecideProps) {
  const { state, abilities, price_paise } = acceptance
  const [rejecting, setRejecting] = useState(false)
  const decide = useAction(async (body: Decision) => {
    await call('decideAcceptance', { params: { id }, body })
    setRejecting(false)
    notify({
      type: 'success',
      title: body.decision === 'accept' ? t('Result accepted') : t('Result rejected. You weren’t charged.'),
    })
    await refresh('getExecution', 'getCredits', 'listWaitingResults', 'listBatchItems', 'getBatch', 'getRunReview')
    onDecided?.()
  })
  const accept = () => void decide.run({ decision: 'accept' })
  // With Shift: without it these keys decide about findings.
  useKeys(!decide.busy, {
    ...(abilities.accept.allowed && { 'Shift+a': accept }),
    ...(abilities.reject.allowed && { 'Shift+r': () => setRejecting(true) }),
  })
  const price = formatPaise(price_paise)
  return (
    <section
      aria-label={t('Acceptance')}
      data-acceptance={state}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 surface-card p-4"
    >
      <Said acceptance={acceptance} />
      {state !== 'accepted' && (
        <div className="flex flex-wrap items-center gap-2">
          {(state === 'waiting' || abilities.accept.allowed) && (
            <Button
              variant={state === 'waiting' ? 'primary' : undefined}
              icon={<Check aria-hidden="true" />}
              aria-keyshortcuts="Shift+A"
              reason={abilities.accept.reason ?? undefined}
              busy={!rejecting && decide.busy && t('Accepting...')}
              onClick={accept}
            >
              {t('Accept and pay {price}', { price })}
            </Button>
          )}
          {state === 'waiting' && (
            <Button
              icon={<X aria-hidden="true" />}
              aria-keyshortcuts="Shift+R"
              reason={abilities.reject.reason ?? undefined}
              onClick={() => setRejecting(true)}
            >
              {t('Reject')}
            </Button>
          )}
          {state === 'waiting' && (
            <span className="text-muted max-md:hidden">
              <Kbd>⇧ A</Kbd> {t('accept')} · <Kbd>⇧ R</Kbd> {t('reject')}
            </span>
          )}
        </div>
      )}
      {!rejecting && decide.error !== null && (
        <p role="alert" className="text-bad">
          {friendly(decide.error)}
        </p>
      )}
      {rejecting && (
        <RejectDialog
          title={t('Reject this result?')}
          busy={decide.busy}
          failure={decide.error === null ? null : friendly(decide.error)}
          onReject={(rejection) => void decide.run({ decision: 'reject', ...rejection })}
          onClose={() => setRejecting(false)}
        />
      )}
    </section>
  )
}

function Said({ acceptance }: { acceptance: RunAcceptance }) {
  const { state, price_paise, reason, note, abilities } = acceptance
  const price = formatPaise(price_paise)
  if (state === 'accepted') return <p role="status">{acceptedText(acceptance)}</p>
  if (state === 'waiting')
    return (
      <div role="status">
        <p className="font-semibold">{t('{price} is reserved until you decide', { price })}</p>
        <p className="text-muted">
          {t('Accept the result to pay for it, or reject it and pay nothing.')} {untilText(acceptance)}
        </p>
      </div>
    )
  return (
    <div role="status">
      <p className="font-semibold text-warn">{t('Rejected, not charged')}</p>
      {reason !== null && <p>{reasonWord(reason)}</p>}
      {note !== '' && <p className="wrap-anywhere whitespace-pre-wrap text-muted">{note}</p>}
      <p className="text-muted">
        {abilities.accept.allowed
          ? t('You can read it. To export it or sign it off, accept it first.')
          : t('You can read it. It can’t be exported or signed off.')}
      </p>
    </div>
  )
}
