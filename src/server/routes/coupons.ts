import type { Database } from '#server/database/database.ts'
import { maySeeAgent } from '#server/domain/agents/agents.policy.ts'
import { findAgent } from '#server/domain/agents/agents.store.ts'
import type { TrialRules } from '#server/domain/charges/trials.ts'
import { mayChange, mayGive } from '#server/domain/coupons/coupons.policy.ts'
import { findCoupon } from '#server/domain/coupons/coupons.store.ts'
import { type CouponChange, changeCoupon, createCoupon, listCoupons } from '#server/domain/coupons/coupons.ts'
import { enterCode } from '#server/domain/coupons/free-runs.ts'
import { ownOrders } from '#server/domain/orders/orders.policy.ts'
import type { Handlers, RequestContext } from '#server/http/handlers.ts'

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
