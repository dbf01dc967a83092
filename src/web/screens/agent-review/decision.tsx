import { Check, Undo2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SubmissionDetail } from '#contract/agent-review.ts'
import { PUBLISHING } from '#contract/publishing-limits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** Approve or send back, with the mouse or with A and R; Ctrl+Enter sends the reason. */
export function Decision({ submission, after }: { submission: SubmissionDetail; after: string }) {
  const { id, abilities } = submission
  const draft = `review.${id}`
  const [reason, setReason] = useState(() => readDraft(draft).reason ?? '')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const navigate = useNavigate()
  const decide = useAction(async (approve: boolean) => {
    await call('decideSubmission', { params: { id }, body: { approve, reason: reason.trim() } })
    keepDraft(draft, null)
    await refresh('listSubmissions', 'getSubmission', 'getDashboard')
    await navigate(after, { preventScrollReset: true })
  })
  const sendBack = () => {
    setTried(true)
    if (reason.trim() === '') field.current?.focus()
    else void decide.run(false)
  }
  useKeys(abilities.decide.allowed, { a: () => void decide.run(true), r: () => field.current?.focus() })
  if (submission.status !== 'in_review') return <Decided submission={submission} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendBack()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 rounded border border-line bg-sunken p-4">
      <TextArea
        ref={field}
        label="Reason"
        rows={2}
        help="The seller reads it. It must be given to send a version back."
        value={reason}
        maxLength={PUBLISHING.reason}
        error={
          (tried && reason.trim() === '' ? 'Say what has to change' : undefined) ??
          (decide.error instanceof ApiError ? decide.error.problem('reason') : undefined)
        }
        onChange={(event) => {
          setReason(event.target.value)
          keepDraft(draft, { reason: event.target.value })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sendBack()
        }}
      />
      {decide.error !== null && <Callout tone="bad">{friendly(decide.error)}</Callout>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          icon={<Check aria-hidden="true" />}
          busy={decide.busy && 'Deciding...'}
          reason={abilities.decide.reason ?? undefined}
          onClick={() => void decide.run(true)}
        >
          Approve <Kbd>A</Kbd>
        </Button>
        <Button
          type="submit"
          icon={<Undo2 aria-hidden="true" />}
          disabled={decide.busy}
          reason={abilities.decide.reason ?? undefined}
        >
          Send back <Kbd>R</Kbd>
        </Button>
        {abilities.decide.reason && <p className="text-muted text-sm">{abilities.decide.reason}</p>}
      </div>
    </form>
  )
}

function Decided({ submission: { status, decided_by, reason } }: { submission: SubmissionDetail }) {
  const tone = status === 'approved' ? 'good' : status === 'rejected' ? 'bad' : 'neutral'
  const word = { approved: 'Approved', rejected: 'Sent back', withdrawn: 'Withdrawn', in_review: 'Waiting' }[status]
  return (
    <div className="grid gap-1 rounded border border-line bg-sunken p-4">
      <p>
        <Badge tone={tone}>{word}</Badge>{' '}
        {decided_by && (
          <>
            by <bdi>{decided_by.display_name}</bdi>
          </>
        )}
      </p>
      {reason && <p className="whitespace-pre-wrap break-words">{reason}</p>}
    </div>
  )
}
