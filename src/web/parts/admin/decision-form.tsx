import { Check, Undo2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

interface Props {
  /** What the reason is kept under while it is written. */
  draft: string
  /** What saying yes is called. */
  verb: string
  help: string
  /** Characters of the reason. */
  most: number
  /** Why nothing can be decided, or only not this. */
  closed: { yes: string | null; no: string | null }
  decide(yes: boolean, reason: string): Promise<unknown>
}

/** Yes, or back with a reason: with the mouse or with A and R; Ctrl+Enter sends the reason. */
export function DecisionForm({ draft, verb, help, most, closed, decide }: Props) {
  const [reason, setReason] = useState(() => readDraft(draft).reason ?? '')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const action = useAction(async (yes: boolean) => {
    await decide(yes, reason.trim())
    keepDraft(draft, null)
  })
  const sendBack = () => {
    setTried(true)
    if (reason.trim() === '') field.current?.focus()
    else void action.run(false)
  }
  useKeys(closed.no === null, {
    a: () => closed.yes === null && void action.run(true),
    r: () => field.current?.focus(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendBack()
  }
  const missing = tried && reason.trim() === '' ? 'Enter what needs to change' : undefined
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 rounded border border-line bg-sunken p-4">
      <TextArea
        ref={field}
        label="Reason"
        rows={2}
        help={help}
        value={reason}
        maxLength={most}
        error={missing ?? (action.error instanceof ApiError ? action.error.problem('reason') : undefined)}
        onChange={(event) => {
          setReason(event.target.value)
          keepDraft(draft, { reason: event.target.value })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sendBack()
        }}
      />
      {action.error !== null && <Callout tone="bad">{friendly(action.error)}</Callout>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          icon={<Check aria-hidden="true" />}
          busy={action.busy && 'Deciding...'}
          reason={closed.yes ?? undefined}
          onClick={() => void action.run(true)}
        >
          {verb} <Kbd>A</Kbd>
        </Button>
        <Button
          type="submit"
          icon={<Undo2 aria-hidden="true" />}
          disabled={action.busy}
          reason={closed.no ?? undefined}
        >
          Send back <Kbd>R</Kbd>
        </Button>
        {(closed.no ?? closed.yes) && <p className="text-muted text-base">{closed.no ?? closed.yes}</p>}
      </div>
    </form>
  )
}
