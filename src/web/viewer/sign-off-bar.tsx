/** Whether a document is signed off, by whom, and the buttons that close and reopen it. */
import { PenLine, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { RunReview } from '#contract/runs/decisions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { RunDecisions } from './decisions.ts'

interface Props {
  run: RunDecisions
  /** Findings that are not decided. */
  undecided: number
  /** What follows a sign-off, such as the next document. */
  onSigned?: ((review: RunReview) => void) | undefined
}

export function SignOffBar({ run, undecided, onSigned }: Props) {
  const { review, sync, state } = run
  const [asking, setAsking] = useState(false)
  const id = review?.execution_id
  const take = (next: RunReview) => {
    sync.take(next)
    void refresh('getRunReview', 'listReviewQueue')
  }
  const sign = useAction(async () => {
    if (!id) return
    if (!(await sync.settled())) throw new Error('Decisions are not saved')
    const number = sync.state.get().review?.number ?? 0
    const signed = await call('signOffRun', { params: { id }, body: { number, undecided: undecided > 0 } })
    setAsking(false)
    take(signed)
    onSigned?.(signed)
  })
  const reopen = useAction(async () => {
    if (!id) return
    try {
      take(await call('reopenRun', { params: { id } }))
    } catch (error) {
      notify({ type: 'error', title: t('The document couldn’t be reopened'), message: friendly(error) })
      throw error
    }
  })
  if (review === null) return null
  const { signed_off, abilities } = review
  if (signed_off !== null)
    return (
      <>
        <SignedOff review={review} />
        <Button
          size="sm"
          icon={<RotateCcw aria-hidden="true" />}
          reason={abilities.reopen.reason ?? undefined}
          busy={reopen.busy && t('Reopening...')}
          onClick={() => void reopen.run()}
        >
          {t('Reopen')}
        </Button>
      </>
    )
  return (
    <>
      {review.reading === 'second' && <Badge tone="selected">{t('Second reading')}</Badge>}
      <Button
        size="sm"
        icon={<PenLine aria-hidden="true" />}
        data-sign-off
        aria-keyshortcuts="Shift+S"
        reason={reasonOf(run, undecided)}
        onClick={() => (undecided > 0 ? setAsking(true) : void sign.run())}
        busy={!asking && sign.busy && t('Signing off...')}
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
        onAct={() => void sign.run()}
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

function reasonOf({ review, state }: RunDecisions, undecided: number): string | undefined {
  if (review === null) return undefined
  const { sign_off } = review.abilities
  if (!sign_off.allowed) return sign_off.reason ?? undefined
  if (state.conflicts.size > 0) return t('Choose which decisions count first.')
  if (review.differing.length > 0) return t('Settle where the two readers differ first.')
  if (review.needs_all && undecided > 0) return t('Decide every finding first.')
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
