import { useEffect, useRef, useState } from 'react'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { forgetRunTokens, keptRuns, takeClaimAfterSignUp } from '#web/run/run-token.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { notify } from '#web/ui/notification-store.ts'

/** As many as one request takes; a visitor has fewer runs a day. */
const AT_ONCE = 20

/** Offers to move the runs made in this tab before signing in into the account. After signing up they are moved at once. */
export function ClaimRuns() {
  const [runs, setRuns] = useState(() => keptRuns().slice(0, AT_ONCE))
  const asked = useRef(false)
  const leave = () => {
    forgetRunTokens(runs.map(({ id }) => id))
    setRuns([])
  }
  const claim = useAction(async () => {
    const { results } = await call('claimExecutions', { body: { runs } })
    const moved = results.filter(({ claimed }) => claimed).length
    const refused = results.find(({ error }) => error !== null && error.code !== 'not_found')?.error
    leave()
    await queryClient.invalidateQueries()
    void refresh('listExecutions')
    if (moved > 0)
      notify({
        type: 'success',
        title: `Runs added to your account: ${formatNumber(moved)}`,
        message: 'You find them under My Workflows.',
      })
    if (refused) notify({ type: 'warning', title: 'Some runs were not added', message: refused.message })
  })
  const { run } = claim
  useEffect(() => {
    if (asked.current || runs.length === 0) return
    asked.current = true
    if (takeClaimAfterSignUp()) void run()
  }, [runs, run])
  if (runs.length === 0) return null
  return (
    <div className="mb-4">
      <Callout title="Keep the runs you made before signing in?">
        <div className="grid gap-3">
          <p>
            You made {formatNumber(runs.length)} in this tab. Added to your account, they and their documents stay until
            you delete them. Otherwise they are deleted after 24 hours.
          </p>
          {claim.error !== null && <p className="text-bad">{friendly(claim.error)}</p>}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="primary" busy={claim.busy && 'Adding...'} onClick={() => void run()}>
              Add to my account
            </Button>
            <Button size="sm" onClick={leave}>
              Don't add
            </Button>
          </div>
        </div>
      </Callout>
    </div>
  )
}
