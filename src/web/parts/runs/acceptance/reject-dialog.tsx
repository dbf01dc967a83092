import { useState } from 'react'
import { ACCEPTANCE, REJECT_REASONS, type RejectReason } from '#contract/runs/acceptance/acceptance-values.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { reasonWord } from './acceptance-texts.ts'

export interface Rejection {
  reason: RejectReason
  note: string
}

/** Asks why a result, or several, are rejected. */
export function RejectDialog({
  title,
  busy,
  failure,
  onReject,
  onClose,
}: {
  title: string
  busy: boolean
  failure: string | null
  onReject: (rejection: Rejection) => void
  onClose: () => void
}) {
  const [reason, setReason] = useState<RejectReason>('wrong')
  const [note, setNote] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="danger" busy={busy && t('Rejecting...')} onClick={() => onReject({ reason, note })}>
            {t('Reject and pay nothing')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p>{t('You can still read a rejected result. You can’t export it, sign it off or make a report of it.')}</p>
        <Select
          label={t('Reason')}
          value={reason}
          options={REJECT_REASONS.map((value) => ({ value, label: reasonWord(value) }))}
          onChange={({ target }) => setReason(REJECT_REASONS.find((one) => one === target.value) ?? 'other')}
        />
        <TextArea
          label={t('What was wrong?')}
          optional
          rows={3}
          maxLength={ACCEPTANCE.note}
          value={note}
          help={t('The seller reads this without your name. Leave out personal data.')}
          onChange={({ target }) => setNote(target.value)}
        />
        {failure !== null && <Callout tone="bad">{failure}</Callout>}
      </div>
    </Dialog>
  )
}
