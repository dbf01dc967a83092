/** Working out GST: which taxes a supply bears and how much, in whole paise. */

import type { State } from '#contract/india/states.ts'
import { shareOf } from './money.ts'

export interface Tax {
  taxable_paise: number
  cgst_paise: number
  /** UTGST in a union territory without legislature. */
  sgst_paise: number
  igst_paise: number
  cess_paise: number
  total_paise: number
}

/**
 * Tax on one line. Within one state half of the rate each as CGST and SGST, the two always equal (section 9 CGST Act); between
 * states the whole as IGST (section 5 IGST Act). Rounded per line to the paisa.
 * @param amount whole paise, with the tax in it when `inclusive`
 */
export function taxOn(
  amount: number,
  rate: number,
  options: { intra: boolean; inclusive: boolean; cess?: number },
): Tax {
  const cessRate = options.cess ?? 0
  const taxable = options.inclusive ? Math.round((amount * 100) / (100 + rate + cessRate)) : amount
  const half = options.intra ? shareOf(taxable, rate / 2) : 0
  const igst = options.intra ? 0 : shareOf(taxable, rate)
  const cess = shareOf(taxable, cessRate)
  return {
    taxable_paise: taxable,
    cgst_paise: half,
    sgst_paise: half,
    igst_paise: igst,
    cess_paise: cess,
    total_paise: taxable + 2 * half + igst + cess,
  }
}

const NO_TAX: Tax = { taxable_paise: 0, cgst_paise: 0, sgst_paise: 0, igst_paise: 0, cess_paise: 0, total_paise: 0 }

export const sumOf = (lines: readonly Tax[]): Tax => {
  const sum = { ...NO_TAX }
  for (const line of lines) for (const key of Object.keys(sum) as (keyof Tax)[]) sum[key] += line[key]
  return sum
}

/** Within one state, unless one of them is not named. */
export const isIntraState = (supplier: State | null, place: State | null): boolean =>
  supplier !== null && place !== null && supplier.code === place.code

/** Rates in force: the slabs of 22 September 2025 (5, 18, 40), those before (12, 28), and the special ones. */
export const RATES: readonly number[] = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40]
