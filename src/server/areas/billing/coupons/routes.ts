import type { Database } from '#server/platform/database/database.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { mayChange, mayGive } from './coupons.policy.ts'
import { findCoupon } from './coupons.store.ts'
import { type CouponChange, changeCoupon, createCoupon, listCoupons } from './coupons.ts'

type Names = 'listCoupons' | 'createCoupon' | 'pauseCoupon' | 'resumeCoupon' | 'endCoupon'

export const couponHandlers = (db: Database): Pick<Handlers, Names> => {
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
  }
}
