import { inIndia } from '#contract/india/time.ts'

/** April to March in India, like `26-27`. */
export function financialYear(at: Date): string {
  const india = inIndia(at)
  const first = india.getUTCFullYear() - (india.getUTCMonth() < 3 ? 1 : 0)
  const short = (year: number) => String(year % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}

const MOST = 16

/** A number of at most 16 characters, like `CH/26-27/000001` (CGST Rules, 2017, rule 46(b)). */
export function formatInvoiceNumber(series: string, year: string, count: number): string {
  const digits = String(count)
  const room = MOST - series.length - year.length - 2
  return `${series}/${year}/${digits.padStart(Math.min(6, room), '0')}`
}

/** The series of test payments, separate from the real one. No real series begins with T. */
export const testSeries = (series: string): string => `T${series}`
export const isTestNumber = (number: string): boolean => number.startsWith('T')
