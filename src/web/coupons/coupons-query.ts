import type { CouponScope } from '#contract/coupons.ts'
import { q } from '#web/api/query.ts'

export const PAGE_SIZE = 25

export const couponsQuery = (scope: CouponScope, page: number) =>
  q('listCoupons', { query: { scope, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } })

export const pageOf = (params: URLSearchParams): number =>
  Math.max(1, Math.min(10_000, Number.parseInt(params.get('page') ?? '1', 10) || 1))
