import { type FormEvent, type ReactNode, useId } from 'react'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

interface Props {
  title: string
  /** The button that does it, and what it says meanwhile. */
  act: string
  busy: string
  danger?: boolean
  /** What the text is called, who reads it, and the field that the server names it by. */
  label: string
  help: string
  field: string
  most: number
  missing: string
  /** What happens, and more fields. */
  children?: ReactNode
  /** Whether these fields may be sent; says what is wrong with them where they are. */
  check?: (() => boolean) | undefined
  /** The words for a refusal that names no field; the usual ones when absent. */
  failureText?: (error: unknown) => string
  onClose: () => void
  /** Resolves with `false` to stay open, as when the person thought better of it. */
  onAct: (text: string) => Promise<unknown>
}

const ruleFor = (most: number, missing: string) => (value: string) => {
  if (value.trim() === '') return missing
  return value.trim().length > most ? `Use at most ${most} characters` : undefined
}

/** Asks why before something is done. */
export function ReasonDialog(props: Props) {
  const { title, act, busy, danger, label, help, field, most, missing, children, onClose, onAct } = props
  const { check = () => true, failureText = friendly } = props
  const id = useId()
  const text = useField<HTMLTextAreaElement>(ruleFor(most, missing))
  const action = useAction(async () => {
    if ((await onAct(text.value.trim())) !== false) onClose()
  })
  const problem = action.error instanceof ApiError ? action.error.problem(field) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isReady = check()
    if (text.check() && isReady && !action.busy) void action.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={action.busy && busy}>
            {act}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        <TextArea {...text.input} error={text.error ?? problem} label={label} help={help} rows={3} />
        {action.error !== null && problem === undefined && <Callout tone="bad">{failureText(action.error)}</Callout>}
      </form>
    </Dialog>
  )
}
