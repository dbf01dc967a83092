import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const MOST = ROLE_REQUESTS.reason_chars

const rule = (value: string): string | undefined => {
  if (value.trim() === '') return 'A reason is required'
  return value.trim().length > MOST ? `Use at most ${MOST} characters` : undefined
}

/** The rules of user management say why they refuse; the usual words for a 403 would not. */
const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'forbidden' ? error.message : friendly(error)

export interface ActDialogProps {
  title: string
  /** What it changes, and for whom. */
  children: ReactNode
  /** What the button does, and what it says meanwhile. */
  verb: string
  busy: string
  danger?: boolean
  reasonLabel?: string
  reasonHelp: string
  /** Fields above the reason. */
  fields?: ReactNode
  /** Whether these fields may be sent; says what is wrong with them where they are. */
  check?: () => boolean
  act(reason: string): Promise<unknown>
  onClose(): void
  /** After it was done. */
  onDone(): Promise<unknown>
}

/** One act on a person: what it does, why it is done, and the refusal where the rules have one. */
export function ActDialog({ title, children, fields, check, act, onClose, onDone, ...words }: ActDialogProps) {
  const id = useId()
  const reason = useField<HTMLTextAreaElement>(rule)
  const [confirmed, confirmation] = useConfirmed()
  const [done, setDone] = useState(false)
  const doing = useAction(async () => {
    try {
      await confirmed(() => act(reason.value.trim()))
    } catch (error) {
      if (error instanceof NotConfirmed) return
      throw error
    }
    setDone(true)
    await onDone()
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isReady = check?.() ?? true
    if (reason.check() && isReady && !done) void doing.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant={words.danger ? 'danger' : 'primary'} busy={doing.busy && words.busy}>
            {words.verb}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="break-words">{children}</div>
        {fields}
        <TextArea {...reason.input} label={words.reasonLabel ?? 'Reason'} rows={3} help={words.reasonHelp} />
        {doing.error !== null && <Callout tone="bad">{refusalText(doing.error)}</Callout>}
      </form>
      {confirmation}
    </Dialog>
  )
}
