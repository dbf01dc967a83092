/**
 * How the reader of findings writes numbers, days and texts. English as it is written in India where nothing else is said, as in reports;
 * the interface says how its own reader does.
 */
export interface Reader {
  formatNumber: (value: number) => string
  /** A fraction of 1. */
  formatPercent: (fraction: number) => string
  /** Whole paise as rupees. */
  formatPaise: (paise: number) => string
  /** A date without a time, such as 2026-11-29. */
  formatDay: (date: string) => string
  t: (text: string, values?: Readonly<Record<string, string>>) => string
}

const number = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 })
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 0 })
const withPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

const ENGLISH: Reader = {
  formatNumber: (value) => number.format(value),
  formatPercent: (fraction) => percent.format(fraction),
  formatPaise: (paise) => (paise % 100 === 0 ? rupees : withPaise).format(paise / 100),
  formatDay: (date) => day.format(new Date(date)),
  t: (text, values = {}) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
}

let reader = ENGLISH

/** From now on findings are written for this reader. */
export const writeFor = (next: Reader): void => {
  reader = next
}

export const formatNumber: Reader['formatNumber'] = (value) => reader.formatNumber(value)
export const formatPercent: Reader['formatPercent'] = (fraction) => reader.formatPercent(fraction)
export const formatPaise: Reader['formatPaise'] = (paise) => reader.formatPaise(paise)
export const formatDay: Reader['formatDay'] = (date) => reader.formatDay(date)
export const t: Reader['t'] = (text, values) => reader.t(text, values)
