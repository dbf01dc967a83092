/** Whether a document is signed off, by whom, and the buttons that close and reopen it. */
import { CheckCheck, PenLine, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { RunReview } from '#contract/runs/decisions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { RunDecisions } from './decisions.ts'

interface Props {
  run: RunDecisions
  /** Ids of findings that are not decided. */
  open: readonly string[]
  /** What follows a sign-off, such as the next document. */
  onSigned?: ((review: RunReview) => void) | undefined
}

export function SignOffBar({ run, open, onSigned }: Props) {
  const { review, sync } = run
  if (review === null) return null
  const take = (next: RunReview) => {
    sync.take(next)
    void refresh('getRunReview', 'listReviewQueue')
  }
  return review.signed_off === null ? (
    <SignOff run={run} review={review} open={open} take={take} onSigned={onSigned} />
  ) : (
    <>
      <SignedOff review={review} />
      <Reopen review={review} take={take} />
    </>
  )
}

interface OfReview {
  review: RunReview
  take: (next: RunReview) => void
}

function Reopen({ review: { execution_id, abilities }, take }: OfReview) {
  const reopen = useAction(async () => {
    try {
      take(await call('reopenRun', { params: { id: execution_id } }))
    } catch (error) {
      notify({ type: 'error', title: t('The document couldn’t be reopened'), message: friendly(error) })
      throw error
    }
  })
  return (
    <Button
      size="sm"
      icon={<RotateCcw aria-hidden="true" />}
      reason={abilities.reopen.reason ?? undefined}
      busy={reopen.busy && t('Reopening...')}
      onClick={() => void reopen.run()}
    >
      {t('Reopen')}
    </Button>
  )
}

function SignOff({ run, review, open, take, onSigned }: Props & OfReview) {
  const { sync, state } = run
  const undecided = open.length
  const [asking, setAsking] = useState(false)
  const sign = useAction(async (how: 'as it is' | 'accepted') => {
    if (how === 'accepted') for (const finding of open) run.decide(finding, { verdict: 'accepted', value: null })
    if (!(await sync.settled())) throw new Error('Decisions are not saved')
    const number = sync.state.get().review?.number ?? 0
    const body = { number, undecided: how === 'as it is' && undecided > 0 }
    const signed = await call('signOffRun', { params: { id: review.execution_id }, body })
    setAsking(false)
    take(signed)
    onSigned?.(signed)
  })
  const busy = !asking && sign.busy && t('Signing off...')
  const reason = reasonOf(run)
  return (
    <>
      {review.reading === 'second' && <Badge tone="selected">{t('Second reading')}</Badge>}
      {undecided > 0 && (
        <Button
          size="sm"
          icon={<CheckCheck aria-hidden="true" />}
          data-accept-rest
          aria-keyshortcuts="Shift+D"
          reason={reason}
          onClick={() => void sign.run('accepted')}
          busy={busy}
        >
          {t('Accept the rest and sign off')}
          <span aria-hidden="true" className="hidden xl:inline">
            <Kbd>⇧ D</Kbd>
          </span>
        </Button>
      )}
      <Button
        size="sm"
        // What follows once everything is decided.
        variant={undecided === 0 && reason === undefined ? 'primary' : 'secondary'}
        icon={<PenLine aria-hidden="true" />}
        data-sign-off
        aria-keyshortcuts="Shift+S"
        reason={reason ?? (review.needs_all && undecided > 0 ? t('Decide every finding first.') : undefined)}
        onClick={() => (undecided > 0 ? setAsking(true) : void sign.run('as it is'))}
        busy={busy}
      >
        {review.second_reader && review.reading === 'first' ? t('Finish reading') : t('Sign off')}
      </Button>
      {!asking && sign.error !== null && (
        <span role="alert" className="text-bad">
          {state.unsaved ? t('Some decisions aren’t saved yet.') : friendly(sign.error)}
        </span>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Sign off with open findings?')}
        keep={t('Keep reviewing')}
        act={t('Sign off')}
        busy={sign.busy && t('Signing off...')}
        onAct={() => void sign.run('as it is')}
        failure={asking && sign.error !== null && friendly(sign.error)}
      >
        <p>
          {undecided === 1
            ? t('1 finding isn’t decided. The report will say so.')
            : t('{count} findings aren’t decided. The report will say so.', { count: undecided })}
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Why it can’t be signed off, however its findings are decided. */
function reasonOf({ review, state }: RunDecisions): string | undefined {
  if (review === null) return undefined
  const { sign_off } = review.abilities
  if (!sign_off.allowed) return sign_off.reason ?? undefined
  if (state.conflicts.size > 0) return t('Choose which decisions count first.')
  if (review.differing.length > 0) return t('Settle where the two readers differ first.')
  return undefined
}

const SignedOff = ({ review: { signed_off, revision } }: { review: RunReview }) =>
  signed_off && (
    <span data-signed-off className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone="good">{t('Signed off')}</Badge>
      <bdi>{signed_off.by?.name ?? t('A former member')}</bdi>
      <RelativeTime time={signed_off.at} />
      {revision > 1 && <span>{t('Revision {number}', { number: revision })}</span>}
    </span>
  )
