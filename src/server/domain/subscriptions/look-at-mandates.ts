/** What a mandate allows is the gateway's to say, and that its holder has ended it at the bank: asked once it is given, and then weekly. */
import { isRefusal, type Paying } from '#server/domain/orders/paying.ts'
import { findToLookAt, noteTerms, revokeMandate } from './renewals.store.ts'

const BATCH = 20
const WEEK_MS = 7 * 86_400_000
const OVER: readonly (string | null)[] = ['cancelled', 'rejected', 'gone']

/** @throws GatewayUnreachable; what was learned until then stays */
export async function lookAtMandates({ db, gateway, now }: Pick<Paying, 'db' | 'gateway' | 'now'>): Promise<void> {
  const at = now()
  const before = new Date(at.getTime() - WEEK_MS)
  for (const mandate of await findToLookAt(db, { gateway: gateway.name, before, limit: BATCH })) {
    const said = await gateway.token(mandate.customer_id, mandate.token_id).catch((error: unknown) => {
      if (isRefusal(error)) return { state: 'gone', max_amount: null, expires_at: null }
      throw error
    })
    if (OVER.includes(said.state)) await revokeMandate(db, gateway.name, mandate.token_id, at)
    else
      await noteTerms(db, mandate.id, {
        max_paise: said.max_amount === null ? mandate.max_paise : Math.min(mandate.max_paise, said.max_amount),
        expires_at: said.expires_at,
        now: at,
      })
  }
}
