import { type ReactNode, useState } from 'react'
import { REPORT_CASES } from '#contract/agents/report-case-values.ts'
import type { ReportCaseDetail } from '#contract/agents/report-cases.ts'
import { REPORT_REASONS, REVIEWS, type ReportReason } from '#contract/agents/review-limits.ts'
import type { ReviewId } from '#contract/agents/reviews.ts'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useUser } from '#web/api/use-session.ts'
import { ReasonDialog } from '#web/parts/admin/reason-dialog.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { REASONS } from './report-cases-address.ts'

type Asked = 'suspend' | 'block' | 'remove' | 'resolved' | 'dismissed'

const again = () => refresh('getReportCase', 'listReportCases', 'listModeratedReviews', 'getAgent', 'listManagedAgents')

/** What an admin does about a case. What acts on the reported thing is what the other admin pages do, and is audited there. */
export function CaseActions({ report }: { report: ReportCaseDetail }) {
  const { id, kind, subject, abilities, decision } = report
  const user = useUser()
  const [asked, setAsked] = useState<Asked | null>(null)
  const mine = report.assigned_to !== null && report.assigned_to.id === user?.id
  const assign = useAction(async () => {
    await call('assignReportCase', { params: { id }, body: { assigned: !mine } }, { exact: true })
    await again()
  })
  const keep = useAction(async () => {
    await call('moderateReview', { params: { id: subject.id as ReviewId }, body: { action: 'keep' } }, { exact: true })
    await again()
  })
  const close = () => {
    setAsked(null)
    // Someone else may have been first.
    void again()
  }
  const isReview = kind === 'review' && subject.name !== null
  const failure = assign.error ?? keep.error
  return (
    <>
      {decision === null && (
        <Card as="div">
          <CardHeader title="Decide" />
          <div className="grid gap-2">
            <Button
              wide
              reason={abilities.assign.reason ?? undefined}
              busy={assign.busy && 'Saving...'}
              onClick={() => void assign.run()}
            >
              {mine ? 'Give back' : 'Assign to me'}
            </Button>
            {isReview ? (
              <>
                <Button
                  wide
                  reason={abilities.assign.reason ?? undefined}
                  busy={keep.busy && 'Keeping...'}
                  onClick={() => void keep.run()}
                >
                  Keep review
                </Button>
                <Button wide reason={abilities.assign.reason ?? undefined} onClick={() => setAsked('remove')}>
                  Remove review…
                </Button>
              </>
            ) : (
              <>
                <Button
                  wide
                  variant="primary"
                  reason={abilities.decide.reason ?? undefined}
                  onClick={() => setAsked('resolved')}
                >
                  Resolve…
                </Button>
                <Button wide reason={abilities.decide.reason ?? undefined} onClick={() => setAsked('dismissed')}>
                  Dismiss…
                </Button>
              </>
            )}
            {abilities.assign.reason && <p className="text-muted text-base">{abilities.assign.reason}</p>}
            {failure !== null && <Callout tone="bad">{friendly(failure)}</Callout>}
          </div>
        </Card>
      )}
      <Acts report={report} onAsk={setAsked} />
      <AskedDialog asked={asked} report={report} onClose={close} />
    </>
  )
}

/** What stops the harm itself. */
function Acts({ report: { kind, subject }, onAsk }: { report: ReportCaseDetail; onAsk: (asked: Asked) => void }) {
  if (kind === 'review' || subject.name === null) return null
  const isAgent = kind === 'agent'
  return (
    <Card as="div">
      <CardHeader title="Act" />
      <div className="grid gap-2">
        {isAgent ? (
          <Button
            wide
            reason={subject.status === 'suspended' ? 'It’s already suspended.' : undefined}
            onClick={() => onAsk('suspend')}
          >
            Suspend agent…
          </Button>
        ) : (
          <Button
            wide
            reason={subject.status === 'blocked' ? 'They’re already blocked.' : undefined}
            onClick={() => onAsk('block')}
          >
            Block seller…
          </Button>
        )}
        <LinkButton wide href={paths.adminRunStops({ scope: isAgent ? 'agent' : 'owner', target: subject.id })}>
          Stop runs…
        </LinkButton>
      </div>
    </Card>
  )
}

function AskedDialog({ asked, ...props }: { asked: Asked | null; report: ReportCaseDetail; onClose: () => void }) {
  if (asked === null) return null
  if (asked === 'suspend') return <SuspendDialog {...props} />
  if (asked === 'block') return <BlockDialog {...props} />
  if (asked === 'remove') return <RemoveDialog {...props} />
  return <DecideDialog decision={asked} {...props} />
}

interface DialogProps {
  report: ReportCaseDetail
  onClose: () => void
}

const SuspendDialog = ({ report: { subject }, onClose }: DialogProps) => (
  <ReasonDialog
    title={`Suspend ${subject.name}?`}
    act="Suspend"
    busy="Suspending..."
    danger
    label="Reason"
    help="The seller will see this. Don’t say who reported it."
    field="reason"
    most={REPORT_CASES.outcome_chars}
    missing="Enter a reason"
    onClose={onClose}
    onAct={async (reason) => {
      const body = { action: 'suspend', reason, until: null } as const
      await call('controlManagedAgent', { params: { id: subject.id as AgentId }, body }, { exact: true })
    }}
  >
    <p>It can no longer be sold or run, including by existing services.</p>
  </ReasonDialog>
)

const DAYS: readonly [string, string][] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['', 'For good'],
]

function BlockDialog({ report: { subject }, onClose }: DialogProps) {
  const [days, setDays] = useState('7')
  return (
    <ReasonDialog
      title={`Block ${subject.name}?`}
      act="Block"
      busy="Blocking..."
      danger
      label="Reason"
      help="They will see this. Don’t say who reported them."
      field="reason"
      most={REPORT_CASES.outcome_chars}
      missing="Enter a reason"
      onClose={onClose}
      onAct={async (reason) => {
        const body = { reason, duration_days: days === '' ? null : Number(days) }
        await call('blockUser', { params: { id: subject.id as UserId }, body }, { exact: true })
      }}
    >
      <p>They lose access at once, and their runs end.</p>
      <Select
        label="For how long"
        value={days}
        options={DAYS.map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => setDays(target.value)}
      />
    </ReasonDialog>
  )
}

function RemoveDialog({ report: { subject, all_reports }, onClose }: DialogProps) {
  const [reason, setReason] = useState<ReportReason>(
    REPORT_REASONS.find((one) => one === all_reports[0]?.reason) ?? 'other',
  )
  return (
    <ReasonDialog
      title="Remove this review?"
      act="Remove"
      busy="Removing..."
      danger
      label="Public note"
      help="Shown on the agent’s page and sent to the author and to everyone who reported it. Don’t repeat what the review said."
      field="note"
      most={REVIEWS.removal_note}
      missing="Enter a reason"
      onClose={onClose}
      onAct={async (note) => {
        const body = { action: 'remove', reason, note } as const
        await call('moderateReview', { params: { id: subject.id as ReviewId }, body }, { exact: true })
      }}
    >
      <Select
        label="Reason"
        value={reason}
        options={REPORT_REASONS.map((value) => ({ value, label: REASONS[value] }))}
        onChange={({ target }) => setReason(REPORT_REASONS.find((one) => one === target.value) ?? 'other')}
      />
    </ReasonDialog>
  )
}

function DecideDialog({ decision, report, onClose }: DialogProps & { decision: 'resolved' | 'dismissed' }) {
  const isResolved = decision === 'resolved'
  const told: ReactNode = report.reports === 1 ? 'The person who reported it gets' : 'Everyone who reported it gets'
  return (
    <ReasonDialog
      title={isResolved ? 'Resolve this report?' : 'Dismiss this report?'}
      act={isResolved ? 'Resolve' : 'Dismiss'}
      busy="Saving..."
      label={isResolved ? 'What was done' : 'Why nothing was done'}
      help="Sent to everyone who reported it."
      field="outcome"
      most={REPORT_CASES.outcome_chars}
      missing="Enter what was decided"
      onClose={onClose}
      onAct={async (outcome) => {
        const body = { decision, outcome }
        await call('decideReportCase', { params: { id: report.id }, body }, { exact: true })
      }}
    >
      <p>{told} a notification with the outcome.</p>
    </ReasonDialog>
  )
}
