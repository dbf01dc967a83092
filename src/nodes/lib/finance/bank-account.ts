/** Whose statement it is: bank, account, branch code and period, from the words around the table. */

import { findIdentifiers } from '#contract/india/identifiers.ts'
import { cellDate } from './cell-date.ts'

export interface Account {
  bank: string | null
  /** The last four digits: the whole number belongs into no result. */
  number_last4: string | null
  ifsc: string | null
  from: string | null
  to: string | null
}

/** The first four letters of the IFSC of banks with many customers (RBI's list), and their names as statements print them. */
const BANKS: readonly (readonly [code: string, name: string])[] = [
  ['SBIN', 'State Bank of India'],
  ['HDFC', 'HDFC Bank'],
  ['ICIC', 'ICICI Bank'],
  ['UTIB', 'Axis Bank'],
  ['KKBK', 'Kotak Mahindra Bank'],
  ['PUNB', 'Punjab National Bank'],
  ['BARB', 'Bank of Baroda'],
  ['CNRB', 'Canara Bank'],
  ['UBIN', 'Union Bank of India'],
  ['IDFB', 'IDFC First Bank'],
  ['YESB', 'Yes Bank'],
  ['INDB', 'IndusInd Bank'],
  ['FDRL', 'Federal Bank'],
  ['IDIB', 'Indian Bank'],
  ['BKID', 'Bank of India'],
  ['AUBL', 'AU Small Finance Bank'],
]

const NUMBER =
  /\b(?:a\/c|account|acct?)\.?\s{0,2}(?:no|number|num)?\.?\s{0,3}[:#-]?\s{0,6}([X*\d][X*\d -]{5,22}\d{3,4})\b/i
const DAY = '(\\d{1,2}[-/. ][A-Za-z0-9]{1,9}[-/. ,]{1,2}\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|[A-Za-z]{3,9} \\d{1,2},? \\d{4})'
const PERIOD = new RegExp(
  `\\b(?:from|period|between)\\b\\s{0,3}:?\\s{0,4}${DAY}\\s{0,6}(?:to|and|till|-|–)\\s{0,6}:?\\s{0,3}${DAY}`,
  'i',
)

/** @param text the whole statement; the first 6,000 characters are read */
export function accountOf(text: string): Account {
  const head = text.slice(0, 6_000)
  const ifsc = findIdentifiers(head).find(({ type }) => type === 'ifsc')?.value ?? null
  const byName = BANKS.find(([, name]) => head.slice(0, 1_500).toLowerCase().includes(name.toLowerCase()))
  const byCode = BANKS.find(([code]) => ifsc?.startsWith(code) === true)
  const number = NUMBER.exec(head)?.[1]?.replace(/\D/g, '') ?? ''
  const period = PERIOD.exec(head.replace(/[\t\n]+/g, ' '))
  return {
    bank: (byCode ?? byName)?.[1] ?? null,
    number_last4: number.length >= 4 ? number.slice(-4) : null,
    ifsc,
    from: cellDate(period?.[1] ?? ''),
    to: cellDate(period?.[2] ?? ''),
  }
}
