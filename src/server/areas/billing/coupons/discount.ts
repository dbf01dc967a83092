/** What a coupon takes off a price, in whole paise. */
import { LEAST_PAYMENT_PAISE } from '#contract/billing/payment-values.ts'

export interface Gift {
  /** One of the two. */
  percent: number | null
  off_paise: number | null
}

/**
 * A percentage is rounded down to whole paise, so that never more is given than was said. What would be left below what a gateway takes is
 * given, too.
 * @param paise the price with GST, more than 0
 * @returns what is taken off, and what is left to pay: 0, or at least ₹1; the two sum to the price
 */
export function applyDiscount(
  paise: number,
  { percent, off_paise }: Gift,
): { off_paise: number; amount_paise: number } {
  const off = percent !== null ? Number((BigInt(paise) * BigInt(percent)) / 100n) : Math.min(off_paise ?? 0, paise)
  return paise - off < LEAST_PAYMENT_PAISE
    ? { off_paise: paise, amount_paise: 0 }
    : { off_paise: off, amount_paise: paise - off }
}
