/**
 * Ending at the gateway, and at the bank, what was revoked here: tried until the gateway says that it is over. Deleting the token of a
 * UPI mandate would only make the gateway forget it; it is cancelled at NPCI, which takes a while and may fail
 * (razorpay.com/docs/api/payments/recurring-payments/upi/tokens, "Cancel Token").
 */

import { notify } from '#server/areas/accounts/accounts.ts'
import { isRefusal, type Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import * as store from './mandate-endings.store.ts'

const BATCH = 20
const LEASE_S = 120
/** After this many tries, about two days, a person looks at it; retries continue. */
const TOLD_AFTER = 14

/** Tries again after 1, 2, 4 … minutes, a day at most. */
const pause = (attempts: number): number => pauseAfter(attempts, { first: MINUTE_MS, longest: DAY_MS })

type Deps = Pick<Paying, 'db' | 'gateway' | 'log' | 'now'>

/** @returns how many have ended */
export async function endMandates(deps: Deps): Promise<number> {
  let ended = 0
  for (const ending of await store.takeEndings(deps.db, deps.gateway.name, deps.now(), BATCH, LEASE_S)) {
    const said = await end(deps, ending).catch((error: unknown) => (error instanceof Error ? error.message : 'unknown'))
    if (said === null) {
      await store.forgetEnding(deps.db, ending)
      ended++
    } else await later(deps, ending, said)
  }
  return ended
}

/** @returns null when it is over, else what it waits for */
async function end({ gateway }: Deps, ending: store.EndingRow): Promise<string | null> {
  const { customer_id, token_id, method } = ending
  const before = await stateOf(gateway, ending)
  if (before === 'gone' || before === 'cancelled' || before === 'rejected') return null
  const isCard = method === 'card'
  try {
    await (isCard ? gateway.deleteToken(customer_id, token_id) : gateway.cancelToken(customer_id, token_id))
  } catch (error) {
    if (!isRefusal(error)) throw error
    const after = await stateOf(gateway, ending)
    return after === 'gone' || after === 'cancelled' ? null : error.message
  }
  return isCard ? null : 'The gateway has not confirmed the end of the mandate yet'
}

/** `gone`: the gateway does not know it any more. */
async function stateOf(gateway: Deps['gateway'], { customer_id, token_id }: store.EndingRow): Promise<string | null> {
  try {
    return (await gateway.token(customer_id, token_id)).state
  } catch (error) {
    if (isRefusal(error)) return 'gone'
    throw error
  }
}

async function later({ db, log, now }: Deps, ending: store.EndingRow, reason: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await store.noteTried(tx, ending, { next: new Date(now().getTime() + pause(ending.attempts)), error: reason })
    if (ending.attempts !== TOLD_AFTER) return
    await notify(tx, 'admins', {
      kind: 'payment',
      title: 'A mandate couldn’t be ended at the gateway',
      message: `${ending.token_id}: ${reason}. End it in the gateway’s dashboard. Chowk keeps trying.`,
      href: '/admin/payments?tab=reconciliation',
    })
  })
  log.warn({ token: ending.token_id, reason }, 'a mandate could not be ended')
}
