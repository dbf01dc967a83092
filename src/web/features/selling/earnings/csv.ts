/** The tables of the seller area as files: amounts in rupees, cells that no spreadsheet reads as a formula. */

import { toCsv } from '#contract/core/csv.ts'
import type { Earnings } from '#contract/selling/earnings.ts'
import { t } from '#web/lib/language.ts'
import type { Period } from './periods.ts'

/** Paise as a number of rupees. */
export const toRupees = (paise: number): number => paise / 100

const sumHeads = () => [
  t('Sales'),
  t('Buyers paid (INR)'),
  t('Refunded (INR)'),
  t('Commission (INR)'),
  t('Tax (INR)'),
  t('Your share (INR)'),
]
const sumsOf = (sums: Earnings['totals']): number[] => [
  sums.sales,
  toRupees(sums.gross_paise),
  toRupees(sums.refunded_paise),
  toRupees(sums.commission_paise),
  toRupees(sums.tax_paise),
  toRupees(sums.seller_paise),
]

export const periodsCsv = (periods: readonly Period[]): string =>
  toCsv([
    [t('From'), t('Sales'), t('Buyers paid (INR)'), t('Your share (INR)')],
    ...periods.map(({ key, sales, gross_paise, seller_paise }) => [
      key,
      sales,
      toRupees(gross_paise),
      toRupees(seller_paise),
    ]),
  ])

export const agentsCsv = ({ by_agent }: Earnings): string =>
  toCsv([
    [t('Agent'), ...sumHeads(), t('Runs'), t('Failed')],
    ...by_agent.map((row) => [row.agent.name, ...sumsOf(row), row.runs, row.failed]),
  ])

export const buyersCsv = ({ by_buyer }: Earnings): string =>
  toCsv([
    [t('Buyer'), t('Sales'), t('Paid (INR)'), t('Share')],
    ...by_buyer.map(({ buyer, sales, gross_paise, share }) => [buyer, sales, toRupees(gross_paise), share]),
  ])
