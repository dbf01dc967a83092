/** What each transaction of a bank statement was for: rules over the narration and the direction, with the words that decided. */
import { DAY_MS } from '#shared/time.ts'
import { type Category, type NamedMerchant, namesIn } from './merchants.ts'

export const CHANNELS = [
  'upi',
  'neft',
  'rtgs',
  'imps',
  'card',
  'atm',
  'nach',
  'cheque',
  'cash',
  'bank',
  'other',
] as const
export type Channel = (typeof CHANNELS)[number]

export interface Rule {
  /** Words the narration must contain, whatever their case. */
  contains: string
  category: Category
}

export interface Categorised {
  category: Category
  channel: Channel
  /** Who is on the other side, as far as the narration says. */
  counterparty: string | null
  /** Why, in words: `"swiggy" in the narration`. */
  because: string
  /** 0 to 1. */
  confidence: number
}

const CHANNEL_WORDS: readonly (readonly [Channel, RegExp])[] = [
  ['upi', /\bupi\b|@(?:ok|y|ap|paytm|ibl|axl|upi)[a-z]*/i],
  ['neft', /\bneft\b/i],
  ['rtgs', /\brtgs\b/i],
  ['imps', /\bimps\b|\bmmt\b|\bp2a\b/i],
  ['nach', /\b(?:nach|ach|achdr|ecs|mandate|si|standing instruction)\b|\bach ?d/i],
  ['atm', /\b(?:atm|atw|nwd|eaw|cash wdl|cash withdrawal|awl)\b/i],
  ['card', /\b(?:pos|ecom|vps|vin|debit card|card purchase|pur|ips)\b/i],
  ['cheque', /\b(?:chq|cheque|clg|clearing|micr|cts)\b/i],
  ['cash', /\bcash (?:deposit|dep)\b|\bcdm\b|\bby cash\b/i],
  ['bank', /\b(?:charges?|chrg|chgs?|fee|interest|int\.? ?pd|gst)\b/i],
]

/** Words that are part of the form and name nobody. */
const FORM =
  /^(?:upi|neft|rtgs|imps|cr|dr|d|p2a|p2m|p2p|to|by|transfer|inb|mb|mob|mobile|tpft|ib|inf|inft|onl|bil|bill|payment|payments?|from|ph|phone|pay|via|using|paid|received|ach|achdr|nach|ecs|pos|ecom|pur|vps|atw|nwd|atm|os|trf|tfr|a\/c|ac|no|ref|txn|self|sent|mmt|debit|credit|card|collect|na|null|sbin|hdfc|icic|utib|kkbk|punb|barb|cnrb|ubin|yesb|indb|fdrl|idib|bkid|idfb|axis|bank|of|india|ltd|limited|pvt|private|the|for|and|p|salary|sal|rent|emi|refund|reversal|interest|charges?|icici|kotak|sbi|yes|till|cash|deposit|clearing|chq|cheque|other|others)$/i
const CODE = /^[\dx*]+$|^(?=\w*\d)\w{6,}$|@/i

/** The first part between the marks that names somebody. */
export function counterpartyOf(narration: string): string | null {
  const parts = narration.split(/[/\-*|:]+|--+/)
  for (const part of parts) {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => word !== '')
    const named = words.filter((word) => !CODE.test(word))
    const telling = named.filter((word) => !FORM.test(word) && /\p{L}{3}/u.test(word))
    if (telling.length === 0) continue
    const from = named.findIndex((word) => !FORM.test(word))
    const last = named.findLastIndex(
      (word) => !FORM.test(word) || /^(?:ltd|limited|pvt|private|india|bank)$/i.test(word),
    )
    return named
      .slice(from, last + 1)
      .join(' ')
      .slice(0, 60)
  }
  const vpa = /([a-z][a-z0-9._-]{2,40})@[a-z]{2,20}/i.exec(narration)?.[1]
  return vpa ?? null
}

const channelOf = (narration: string): Channel =>
  CHANNEL_WORDS.find(([, words]) => words.test(narration))?.[0] ?? 'other'

/** A name that may stand for two things: the direction of the money decides. */
function fitting(found: readonly NamedMerchant[], into: boolean): NamedMerchant | null {
  const rank = (category: Category): number => (into ? INTO : OUT).indexOf(category)
  const possible = found.filter(({ category }) => (into ? INTO : OUT).includes(category))
  // What the rules say of a kind of payment comes before the name of a shop.
  return possible.sort((a, b) => rank(a.category) - rank(b.category) || b.name.length - a.name.length)[0] ?? null
}

/** What money that goes out can be for, the surer signs first. */
const OUT: readonly Category[] = [
  'bank_charges',
  'tax',
  'credit_card',
  'loan_emi',
  'investment',
  'insurance',
  'rent',
  'food',
  'groceries',
  'fuel',
  'travel',
  'transport',
  'health',
  'education',
  'entertainment',
  'shopping',
  'utilities',
]
const INTO: readonly Category[] = ['refund', 'interest', 'salary', 'investment', 'rent', 'insurance', 'tax', 'loan_emi']

const wordsOf = (narration: string): string[] =>
  narration
    .toLowerCase()
    .replace(/\bd\+?mart\b/g, 'dmart')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** Fee of a school is education, fee of a bank a charge. */
function withoutFee(found: readonly NamedMerchant[]): NamedMerchant[] {
  const weak = new Set([
    'fee',
    'fees',
    'charge',
    'charges',
    'loan',
    'gst',
    'premium',
    'rev',
    'rtn',
    'medical',
    'bonus',
    'interest',
  ])
  const strong = found.filter(({ name }) => !weak.has(name))
  return strong.length > 0 ? strong : [...found]
}

const COMPANY =
  /\b(?:pvt|private|ltd|limited|llp|technologies|solutions|services|enterprises|industries|traders|corp|inc|systems|consulting|stores|agencies)\b/i

/** What the bank itself does, or cash, is with nobody. */
const WITH_NOBODY: readonly Category[] = ['cash', 'cheque', 'bank_charges', 'interest']

/** @param amount whole paise, in positive */
export function categorise(narration: string, amount: number, rules: readonly Rule[] = []): Categorised {
  const found = judged(narration, amount, rules)
  return { ...found, counterparty: WITH_NOBODY.includes(found.category) ? null : counterpartyOf(narration) }
}

function judged(narration: string, amount: number, rules: readonly Rule[]): Omit<Categorised, 'counterparty'> {
  const channel = channelOf(narration)
  const base = { channel }
  const lower = narration.toLowerCase()
  const own = rules.find(({ contains }) => lower.includes(contains.toLowerCase()))
  if (own !== undefined)
    return { ...base, category: own.category, because: `your rule “${own.contains}”`, confidence: 1 }
  const into = amount > 0
  const found = withoutFee(namesIn(wordsOf(narration)))
  const named = fitting(found, into)
  if (named !== null)
    return {
      ...base,
      category: named.category,
      because: `“${named.name}” in the narration`,
      confidence: named.name.length <= 3 ? 0.75 : 0.92,
    }
  if (into && found.some(({ category }) => ['shopping', 'food', 'travel', 'groceries', 'transport'].includes(category)))
    return { ...base, category: 'refund', because: `money back from “${found[0]?.name}”`, confidence: 0.7 }
  if (channel === 'atm' || channel === 'cash')
    return { ...base, category: 'cash', because: 'cash at a machine or counter', confidence: 0.95 }
  if (channel === 'cheque')
    return { ...base, category: 'cheque', because: 'a cheque says nothing of its purpose', confidence: 0.8 }
  if (into && COMPANY.test(narration) && ['neft', 'rtgs', 'imps'].includes(channel))
    return { ...base, category: 'business_income', because: 'a transfer from a company', confidence: 0.6 }
  if (['upi', 'imps', 'neft', 'rtgs'].includes(channel) || /\b(?:transfer|tpft|trf|sent|received)\b/i.test(narration))
    return {
      ...base,
      category: 'transfer',
      because: 'a transfer to or from a person or firm that is not in the dictionary',
      confidence: 0.5,
    }
  return { ...base, category: 'other', because: 'no rule and no name of the dictionary fits', confidence: 0.2 }
}

export interface Recurring {
  counterparty: string
  category: Category
  /** The middle one of its sums, whole paise. */
  amount_paise: number
  times: number
  /** The middle one of the gaps in days. */
  every_days: number
}

interface Dated {
  date: string
  amount_paise: number
  counterparty: string | null
  category: Category
}

const middle = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0

/** Payments to one party at least three times, at even gaps and of about one size. */
export function recurring(transactions: readonly Dated[]): Recurring[] {
  const groups = new Map<string, Dated[]>()
  for (const one of transactions) {
    if (one.counterparty === null) continue
    const key = `${one.amount_paise > 0 ? '+' : '-'}${one.counterparty.toLowerCase()}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length < 3) return []
    const days = group.map(({ date }) => Date.parse(date) / DAY_MS).sort((a, b) => a - b)
    const gaps = days
      .slice(1)
      .map((day, index) => day - (days[index] ?? day))
      .sort((a, b) => a - b)
    const sums = group.map(({ amount_paise }) => amount_paise).sort((a, b) => a - b)
    const [every, usual] = [middle(gaps), middle(sums)]
    const even = gaps.every((gap) => Math.abs(gap - every) <= Math.max(4, every * 0.2)) && every >= 6
    const alike = sums.every((sum) => Math.abs(sum - usual) <= Math.abs(usual) * 0.15)
    const [first] = group
    if (!even || !alike || first === undefined) return []
    return [
      {
        counterparty: first.counterparty ?? '',
        category: first.category,
        amount_paise: usual,
        times: group.length,
        every_days: every,
      },
    ]
  })
}
