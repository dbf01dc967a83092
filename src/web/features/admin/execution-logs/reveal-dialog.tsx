import type { FormEvent } from 'react'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const reasonRule = (value: string): string | undefined => {
  if (value.trim() === '') return 'A reason is required'
  return value.trim().length > ROLE_REQUESTS.reason_chars
    ? `Use at most ${formatNumber(ROLE_REQUESTS.reason_chars)} characters`
    : undefined
}

/** Asks why the content of another person's run is looked at. */
export function RevealDialog({
  id,
  onClose,
  onRevealed,
}: {
  id: string
  onClose: () => void
  onRevealed: (run: Execution) => void
}) {
  const reason = useField<HTMLTextAreaElement>(reasonRule)
  const reveal = useAction(async () => {
    const { run } = await call('revealExecution', { params: { id }, body: { reason: reason.value } })
    onRevealed(run)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.check()) void reveal.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Reveal the content of this run?"
      description="You see what its owner sent and got. Your name, the time and the reason go into the audit log."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="reveal" variant="primary" busy={reveal.busy && 'Revealing...'}>
            Reveal content
          </Button>
        </>
      }
    >
      <form id="reveal" noValidate onSubmit={submit} className="grid gap-3">
        <TextArea {...reason.input} label="Reason" help="Such as the number of the support request." />
        {reveal.error !== null && <Callout tone="bad">{friendly(reveal.error)}</Callout>}
      </form>
    </Dialog>
  )
}
