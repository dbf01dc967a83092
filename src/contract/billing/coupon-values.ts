/** What coupons are made of, without schemas: for pages and the server alike. */

/** What is bought: a month or a year (agents know months only), or once for good. */
export const COUPON_PERIODS = ['monthly', 'yearly', 'once'] as const
export type CouponPeriod = (typeof COUPON_PERIODS)[number]

/**
 * - `active`. - `coming`: it has not begun. - `paused`. - `used_up`: every place is reserved or taken.
 * - `over`: its time has passed. - `ended`: for good.
 */
export const COUPON_STATES = ['active', 'coming', 'paused', 'used_up', 'over', 'ended'] as const
export type CouponState = (typeof COUPON_STATES)[number]

export const COUPON_LIMITS = {
  percent: { min: 1, max: 100 },
  /** Paise. */
  off_paise: { min: 100, max: 1_000_000_000 },
  runs: { min: 1, max: 100 },
  most: 1_000_000,
  items: 100,
  note: 200,
  /** Not ended, of one seller or of the platform. */
  open: 500,
} as const

/** As it is stored and compared: codes are the same in any case and with blanks around them. */
export const couponCode = (text: string): string => text.trim().toUpperCase()

export const COUPON_CODE = /^[A-Z0-9-]{3,40}$/
