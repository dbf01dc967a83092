import { maySeeAgent } from '#server/areas/agents/agents/agents.policy.ts'
import { findAgent } from '#server/areas/agents/agents/agents.store.ts'
import type { TrialRules } from '#server/areas/billing/charges/trials.ts'
import { ownOrders } from '#server/areas/billing/orders/orders.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { mayChange, mayGive } from './coupons.policy.ts'
import { findCoupon } from './coupons.store.ts'
import { type CouponChange, changeCoupon, createCoupon, listCoupons } from './coupons.ts'
import { enterCode } from './free-runs.ts'

type Names = 'listCoupons' | 'createCoupon' | 'pauseCoupon' | 'resumeCoupon' | 'endCoupon' | 'enterCode'

export const couponHandlers = (db: Database, trials: TrialRules): Pick<Handlers, Names> => {
  const change =
    (verb: CouponChange) =>
    async ({ params }: { params: { id: string } }, { caller }: RequestContext) =>
      changeCoupon(db, mayChange(caller, await findCoupon(db, params.id)), verb)
  return {
    listCoupons: ({ query: { scope, ...page } }, { caller }) => listCoupons(db, mayGive(caller, scope), page),
    createCoupon: ({ body }, { caller }) => createCoupon(db, mayGive(caller, body.scope), body),
    pauseCoupon: change('pause'),
    resumeCoupon: change('resume'),
    endCoupon: change('end'),
    enterCode: async ({ body }, { caller }) => {
      const grant = ownOrders(caller)
      const { on: agent } = maySeeAgent(caller, await findAgent(db, body.agent_id))
      return enterCode(db, trials, grant, { agent, code: body.code, now: new Date() })
    },
  }
}
