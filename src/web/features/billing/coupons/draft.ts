/** A coupon as it is typed. */

import { COUPON_CODE, COUPON_LIMITS, type CouponPeriod, couponCode } from '#contract/billing/coupon-values.ts'
import type { CouponScope, NewCoupon } from '#contract/billing/coupons.ts'
import { t } from '#web/lib/language.ts'
import { parsePaise } from '#web/lib/rupees.ts'

export interface Draft {
  code: string
  type: 'percent' | 'amount' | 'runs'
  percent: string
  rupees: string
  runs: string
  /** The one agent that free runs are of. */
  agent: string
  /** Null: all. */
  items: readonly string[] | null
  period: CouponPeriod | ''
  starts: string
  ends: string
  most: string
  once: boolean
  least: string
  first: boolean
  note: string
}

export const EMPTY: Draft = {
  code: '',
  type: 'percent',
  percent: '',
  rupees: '',
  runs: '',
  agent: '',
  items: null,
  period: '',
  starts: '',
  ends: '',
  most: '',
  once: true,
  least: '',
  first: false,
  note: '',
}

/** By the field of the contract that a refusal of the server names. */
export type Problems = Readonly<Record<string, string | undefined>>

const whole = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN)
/** Days are in the user's time zone: from the beginning of the first to the end of the last. */
const instant = (day: string, time: string): string | null =>
  day === '' ? null : new Date(`${day}T${time}`).toISOString()

/** What is wrong with it, as far as that can be told here. */
export function findDraftProblems(draft: Draft): Problems {
  const { off_paise } = COUPON_LIMITS
  const isRuns = draft.type === 'runs'
  const runs = whole(draft.runs)
  const percent = whole(draft.percent)
  const paise = parsePaise(draft.rupees) ?? Number.NaN
  const most = whole(draft.most)
  const found: Problems = {
    code: COUPON_CODE.test(couponCode(draft.code))
      ? undefined
      : t('Use 3 to 40 letters from A to Z, digits and dashes'),
    'gives.percent':
      draft.type === 'percent' && !(percent >= 1 && percent <= 100)
        ? t('Enter a whole number from 1 to 100')
        : undefined,
    'gives.paise':
      draft.type === 'amount' && !(paise >= off_paise.min && paise <= off_paise.max)
        ? t('Enter an amount of at least ₹1')
        : undefined,
    'gives.runs': isRuns && !(runs >= 1 && runs <= 100) ? t('Enter a whole number from 1 to 100') : undefined,
    items: isRuns
      ? draft.agent === ''
        ? t('Choose an agent')
        : undefined
      : draft.items?.length === 0
        ? t('Choose at least one')
        : undefined,
    ends_at:
      draft.ends !== '' && draft.starts !== '' && draft.ends < draft.starts
        ? t('The last day is before the first day')
        : undefined,
    most:
      draft.most.trim() !== '' && !(most >= 1 && most <= COUPON_LIMITS.most)
        ? t('Enter a whole number from 1, or leave empty')
        : undefined,
    least_paise:
      !isRuns && parsePaise(draft.least) === undefined ? t('Enter an amount in rupees, or leave empty') : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}

type Given = Pick<NewCoupon, 'gives' | 'items' | 'periods' | 'once_per_person' | 'least_paise'>

const runsOf = (draft: Draft): Given => ({
  gives: { type: 'runs', runs: whole(draft.runs) },
  items: [draft.agent],
  periods: null,
  once_per_person: true,
  least_paise: 0,
})

const offOf = (draft: Draft): Given => ({
  gives:
    draft.type === 'percent'
      ? { type: 'percent', percent: whole(draft.percent) }
      : { type: 'amount', paise: parsePaise(draft.rupees) ?? 0 },
  items: draft.items && [...draft.items],
  periods: draft.period === '' ? null : [draft.period],
  once_per_person: draft.once,
  least_paise: parsePaise(draft.least) ?? 0,
})

/** For the server; the draft has no problems. */
export const toNewCoupon = (draft: Draft, scope: CouponScope): NewCoupon => ({
  scope,
  code: couponCode(draft.code),
  ...(draft.type === 'runs' ? runsOf(draft) : offOf(draft)),
  starts_at: instant(draft.starts, '00:00:00.000'),
  ends_at: instant(draft.ends, '23:59:59.999'),
  most: draft.most.trim() === '' ? null : whole(draft.most),
  first_purchase: draft.first,
  note: draft.note.trim(),
})
