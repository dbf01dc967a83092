/** How sums and shares of a result are written in a table. */
import type { Json } from '#contract/core/primitives.ts'
import { formatNumber, formatPaise, formatPercent } from './reader.ts'

/** Whole paise as rupees; a dash for nothing. */
export const paise = (value: Json | undefined): string =>
  typeof value === 'number' && value !== 0 ? formatPaise(value) : '–'

/** In the unit the statement is printed in, so that columns stay narrow: lakhs stay lakhs. */
export function inUnit(value: Json | undefined, unit: number): string {
  if (typeof value !== 'number') return '–'
  // A printed figure has two decimals, as a rupee has paise.
  const written = formatPaise(Math.round(value / unit)).replace('₹', '')
  return written.includes('.') ? written : `${written}.00`
}

export function ratio(value: Json | undefined, unit: string | null): string {
  if (typeof value !== 'number') return '–'
  if (unit === 'percent') return formatPercent(value)
  if (unit === 'days') return `${formatNumber(Math.round(value))} days`
  return `${formatNumber(Math.round(value * 100) / 100)} ×`
}

export const UNIT_NAMES: Record<number, string> = {
  1: '₹',
  1000: '₹ thousand',
  100000: '₹ lakh',
  1000000: '₹ million',
  10000000: '₹ crore',
}
