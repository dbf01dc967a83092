/** Codes are short, so that people can say them to each other: what keeps others from trying them all is how often one may try. */
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { enforceRateLimit } from '#server/platform/rate-limits/rate-limits.ts'

/** Right and wrong ones alike, or what is refused would tell which was right. */
const AN_HOUR = 30

/** @throws too_many_requests */
export const countTry = (db: Queryable, buyer: UserId): Promise<void> =>
  enforceRateLimit(db, [{ name: 'coupon', subject: buyer, max: AN_HOUR }], 'You’ve tried many codes')
