/** Where the link of an approval leads: what is asked, and the two answers. Nobody signs in here, and opening it decides nothing. */
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { ApprovalToDecide } from '#contract/runs/approval-links.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { queryOr } from '#web/api/query-or.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { AnswerApproval } from '#web/parts/runs/approval/answer-approval.tsx'
import { AskedDetails } from '#web/parts/runs/approval/asked-details.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

type Over = 'answered' | 'invalid'

const lookAt = (token: string) => queryOr(q('getApproval', { params: { token } }), overOf)

/** A link that opens nothing is an answer, not a failure of the page. */
const overOf = ({ code, status }: ApiError): Over | null =>
  code === 'already_resolved' ? 'answered' : status === 400 ? 'invalid' : null

export const loader = ({ params }: ScreenArgs) => load(lookAt(params.token ?? ''))

export function Component() {
  const { token = '' } = useParams()
  const opened = useData(lookAt(token))
  return (
    <div className="mx-auto grid max-w-xl px-4 py-8 sm:py-16">
      <title>{pageTitle(t('Approval'))}</title>
      <Card raised className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {typeof opened === 'string' ? <IsOver why={opened} /> : <Asked token={token} {...opened} />}
      </Card>
    </div>
  )
}

const IsOver = ({ why }: { why: Over }) => (
  <>
    <h1 className="text-xl">
      {why === 'answered' ? t('This was already answered') : t('This link can’t be used any more')}
    </h1>
    <p className="text-muted">
      {why === 'answered'
        ? t('The first answer counts. There’s nothing left to do.')
        : t('It has expired, was withdrawn, or the run it belongs to is gone. Ask for a new one.')}
    </p>
  </>
)

function Asked({
  token,
  title,
  details,
  asked_by,
  from,
  workspace,
  recipient,
  expires_at,
}: ApprovalToDecide & { token: string }) {
  const [answer, setAnswer] = useState<boolean | null>(null)
  const [isOver, setOver] = useState<Over | null>(null)
  const send = useAction(async (body: { approved: boolean; comment: string }) => {
    setAnswer(body.approved)
    try {
      await call('decideApproval', { params: { token }, body })
    } catch (error) {
      const over = error instanceof ApiError ? overOf(error) : null
      if (over === null) throw error
      setOver(over)
    }
  })
  if (isOver !== null) return <IsOver why={isOver} />
  if (answer !== null && !send.busy && send.error === null) return <Done approved={answer} />
  return (
    <>
      <div className="grid gap-1">
        <p className="text-muted">
          <bdi className="font-medium text-ink">{from}</bdi>
          {workspace !== null && (
            <>
              {' · '}
              <bdi>{workspace}</bdi>
            </>
          )}
          {' · '}
          <bdi>{asked_by}</bdi>
        </p>
        <h1 className="text-xl [overflow-wrap:anywhere]">{title ?? t('Please approve')}</h1>
      </div>
      {details !== null && <AskedDetails details={details} />}
      <AnswerApproval
        sending={send.busy ? (answer ? 'approve' : 'reject') : null}
        onAnswer={(body) => void send.run(body)}
      />
      {send.error !== null && <Callout tone="bad">{friendly(send.error)}</Callout>}
      <p className="text-muted text-xs">
        {t('Your answer is recorded as that of')} <bdi>{recipient}</bdi>. {t('Expires')}{' '}
        <RelativeTime time={expires_at} />.
      </p>
    </>
  )
}

function Done({ approved }: { approved: boolean }) {
  const Icon = approved ? CircleCheck : CircleX
  return (
    <div role="status" className="grid justify-items-center gap-3 py-6 text-center">
      <Icon aria-hidden="true" className={`size-10 ${approved ? 'text-good' : 'text-muted'}`} />
      <h1 className="text-xl">{approved ? t('You approved it') : t('You rejected it')}</h1>
      <p className="text-muted">{t('The run continues. You can close this page.')}</p>
    </div>
  )
}
