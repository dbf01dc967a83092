import { type FormEvent, type ReactNode, useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
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
  /** More fields, and what happens. */
  children?: ReactNode
  onClose: () => void
  onAct: (text: string) => Promise<void>
}

/** Asks why before something is done. */
export function ReasonDialog(props: Props) {
  const { title, act, busy, danger, label, help, field, most, missing, children, onClose, onAct } = props
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const action = useAction(async () => {
    await onAct(text.trim())
    onClose()
  })
  const problem = action.error instanceof ApiError ? action.error.problem(field) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (text.trim() !== '') void action.run()
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {children}
        <TextArea
          label={label}
          help={help}
          rows={3}
          maxLength={most}
          error={tried && text.trim() === '' ? missing : problem}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {action.error !== null && problem === undefined && <Callout tone="bad">{friendly(action.error)}</Callout>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={action.busy && busy}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
