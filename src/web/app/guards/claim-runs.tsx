import { useEffect, useRef, useState } from 'react'
import type { ClaimedRun } from '#contract/runs/execution-claims.ts'
import { type Action, refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { renew } from '#web/api/query-client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { forgetRunTokens, listKeptRuns, takeClaimAfterSignUp } from '#web/lib/run-token.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

/** As many as one request takes; a visitor has fewer runs a day. */
const AT_ONCE = 20

/** A run that has not ended is asked about again after this long, in ms. */
const AGAIN_MS = 5000

interface Outcome {
  moved: number
  /** Whose tokens are of no use any more. */
  done: string[]
  unfinished: boolean
  /** Why another run was not added. */
  refused: string | undefined
}

function outcomeOf(results: readonly ClaimedRun[]): Outcome {
  const isOver = ({ claimed, error }: ClaimedRun) => claimed || error?.code === 'not_found'
  const left = results.filter((one) => !isOver(one))
  return {
    moved: results.filter(({ claimed }) => claimed).length,
    done: results.filter(isOver).map(({ id }) => id),
    unfinished: left.some(({ error }) => error?.code === 'illegal_transition'),
    refused: left.find(({ error }) => error?.code !== 'illegal_transition')?.error?.message,
  }
}

/**
 * Offers to move the runs made in this tab before signing in into the account. After signing up they are moved
 * automatically.
 */
export function ClaimRuns() {
  const [runs, setRuns] = useState(() => listKeptRuns().slice(0, AT_ONCE))
  const [isNewAccount, setNewAccount] = useState(false)
  const wait = useRef(0)
  const forget = (ids: readonly string[]) => {
    forgetRunTokens(ids)
    setRuns((before) => before.filter(({ id }) => !ids.includes(id)))
  }
  const claim = useAction(async () => {
    wait.current = AGAIN_MS
    const { results } = await call('claimExecutions', { body: { runs } }).catch((error: unknown) => {
      setNewAccount(false)
      throw error
    })
    const { moved, done, unfinished, refused } = outcomeOf(results)
    // The token of a run that was not moved is all there is to open it with.
    forget(done)
    if (refused !== undefined || !unfinished) setNewAccount(false)
    if (moved > 0) {
      await renew([])
      void refresh('listExecutions')
      notify({
        type: 'success',
        title: t('Runs added to your account: {count}', { count: formatNumber(moved) }),
        message: t('You can find them in My Workflows.'),
      })
    }
    const message =
      refused ?? (unfinished && !isNewAccount ? t('A run hasn’t finished yet. Add it when it has.') : null)
    if (message !== null) notify({ type: 'warning', title: t('Some runs weren’t added'), message })
  })
  const { run, busy } = claim
  useEffect(() => {
    if (takeClaimAfterSignUp()) setNewAccount(true)
  }, [])
  useEffect(() => {
    if (!isNewAccount || busy || runs.length === 0) return
    const timer = setTimeout(() => void run(), wait.current)
    return () => clearTimeout(timer)
  }, [isNewAccount, busy, runs, run])
  if (runs.length === 0) return null
  return <Offer count={runs.length} claim={claim} onDecline={() => forget(runs.map(({ id }) => id))} />
}

function Offer({ count, claim, onDecline }: { count: number; claim: Action<[]>; onDecline: () => void }) {
  return (
    <div className="mb-4">
      <Callout title={t('Keep the runs you made before signing in?')}>
        <div className="grid gap-3">
          <p>
            {t(
              'You made {count} in this tab. Added to your account, they and their documents stay until you delete them. Otherwise they are deleted after 24 hours.',
              { count: formatNumber(count) },
            )}
          </p>
          {claim.error !== null && <p className="text-bad">{friendly(claim.error)}</p>}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="primary" busy={claim.busy && t('Adding...')} onClick={() => void claim.run()}>
              {t('Add to my account')}
            </Button>
            <Button size="sm" onClick={onDecline}>
              {t("Don't add")}
            </Button>
          </div>
        </div>
      </Callout>
    </div>
  )
}
