import type { CouponScope } from '#contract/billing/coupons.ts'
import { q } from '#web/api/query.ts'

export const PAGE_SIZE = 25

export const couponsQuery = (scope: CouponScope, page: number) =>
  q('listCoupons', { query: { scope, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } })
