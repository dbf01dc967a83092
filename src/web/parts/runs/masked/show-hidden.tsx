import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { REVEAL } from '#contract/runs/oversight/mask-values.ts'
import { useAction } from '#web/api/action.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { Reveal } from './use-reveal.ts'

/** In a row that opens on a press, this one only shows it. */
export const ShowRow = ({ label, onShow }: { label: string; onShow: () => void }) => (
  <Button
    size="sm"
    variant="ghost"
    icon={<Eye aria-hidden="true" />}
    aria-label={label}
    onClick={(event) => {
      event.stopPropagation()
      onShow()
    }}
  >
    {t('Show')}
  </Button>
)

/** Above a list that hides something: that it does, and how all of it is shown. */
export function ShowHidden<Row>({ reveal }: { reveal: Pick<Reveal<Row>, 'hides' | 'mayShow' | 'showAll'> }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!reveal.hides) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
      <EyeOff aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 grow basis-56">
        {reveal.mayShow
          ? t('Personal data is hidden in this list. What you show is recorded.')
          : t('Personal data is hidden in this list.')}
      </p>
      {reveal.mayShow && (
        <Button size="sm" onClick={() => setIsOpen(true)}>
          {t('Show all on this page')}
        </Button>
      )}
      {isOpen && (
        <AskReason
          title={t('Show personal data')}
          act={t('Show')}
          onAct={reveal.showAll}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

interface AskReasonProps {
  title: string
  act: string
  onAct: (reason: string) => Promise<void>
  onClose: () => void
}

export const reasonRule = (text: string): string | undefined =>
  text.trim().length < REVEAL.least_reason
    ? t('Use at least {count} characters', { count: REVEAL.least_reason })
    : undefined

/** A reason, which is recorded with the person’s name. */
export function AskReason({ title, act, onAct, onClose }: AskReasonProps) {
  const id = useId()
  const reason = useField(reasonRule, '')
  const show = useAction(async () => {
    await onAct(reason.value.trim())
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.check()) void show.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={show.busy && t('Loading...')}>
            {act}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <TextField
          {...reason.input}
          label={t('Reason')}
          help={t('Recorded with your name, for the owners and admins of the workspace.')}
          maxLength={REVEAL.most_reason}
        />
        {show.error !== null && <Callout tone="bad">{friendly(show.error)}</Callout>}
      </form>
    </Dialog>
  )
}
