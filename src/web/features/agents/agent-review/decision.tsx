import { useNavigate } from 'react-router'
import type { SubmissionDetail } from '#contract/agents/agent-review.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { DecisionForm } from '#web/parts/admin/decision-form.tsx'
import { Badge } from '#web/ui/badge.tsx'

/** Approve or send back. */
export function Decision({ submission, after }: { submission: SubmissionDetail; after: string }) {
  const { id, status } = submission
  const navigate = useNavigate()
  const closed = submission.abilities.decide.reason
  if (status !== 'in_review') return <Decided submission={submission} />
  return (
    <DecisionForm
      draft={`review.${id}`}
      verb="Approve"
      help="The seller will see this. Required to send a version back."
      most={PUBLISHING.reason}
      closed={{ yes: closed, no: closed }}
      decide={async (approve, reason) => {
        await call('decideSubmission', { params: { id }, body: { approve, reason } })
        await refresh('listSubmissions', 'getSubmission', 'getDashboard')
        await navigate(after, { preventScrollReset: true })
      }}
    />
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
