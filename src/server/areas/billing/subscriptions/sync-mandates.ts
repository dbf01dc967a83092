/** What a mandate allows is the gateway's to say, and that its holder has ended it at the bank: asked once it is given, and then weekly. */

import { createAttempts } from '#server/areas/billing/gateway/attempts.ts'
import { isRefusal, type Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { DAY_MS } from '#shared/time.ts'
import { findToLookAt, type MandateRow, noteLooked, noteTerms, revokeMandate } from './renewals.store.ts'

const BATCH = 20
const WEEK_MS = 7 * DAY_MS
const OVER: readonly (string | null)[] = ['cancelled', 'rejected', 'gone']

type Deps = Pick<Paying, 'db' | 'gateway' | 'log' | 'now'>

/** @throws GatewayUnreachable; what was learned until then stays */
export async function syncMandates(deps: Deps): Promise<void> {
  const { db, gateway, now } = deps
  const attempt = createAttempts(deps)
  const before = new Date(now().getTime() - WEEK_MS)
  for (const mandate of await findToLookAt(db, { gateway: gateway.name, before, limit: BATCH })) {
    // One that cannot be asked about waits for a day behind the others.
    await noteLooked(db, mandate.id, new Date(before.getTime() + DAY_MS))
    await attempt(mandate.token_id, () => look(deps, mandate))
  }
}

async function look({ db, gateway, now }: Deps, mandate: MandateRow): Promise<void> {
  const said = await gateway.token(mandate.customer_id, mandate.token_id).catch((error: unknown) => {
    if (isRefusal(error)) return { state: 'gone', max_amount: null, expires_at: null }
    throw error
  })
  if (OVER.includes(said.state)) await revokeMandate(db, gateway.name, mandate.token_id, now())
  else
    await noteTerms(db, mandate.id, {
      max_paise: said.max_amount === null ? mandate.max_paise : Math.min(mandate.max_paise, said.max_amount),
      expires_at: said.expires_at,
      now: now(),
    })
}
