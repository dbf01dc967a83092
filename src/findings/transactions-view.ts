/** The view of a bank statement: what the money was for, every payment, anomalies, and the months. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { paise } from './figures.ts'
import { type Finding, type Section, type Tone, type View, words } from './finding.ts'
import { formatDay, formatPercent, t } from './reader.ts'
import { numberOf, objectOf, objectsOf, placesOf, stringOf } from './result.ts'

function payment(found: JsonObject): Finding {
  const sum = numberOf(found.amount_paise) ?? 0
  const date = stringOf(found.date)
  return {
    id: `payment:${numberOf(found.index) ?? stringOf(found.narration)}`,
    label: category(found.category),
    title: [date === null ? '' : formatDay(date), stringOf(found.counterparty) ?? stringOf(found.narration)]
      .filter(Boolean)
      .join(' · '),
    badges: [
      { text: `${sum > 0 ? '+' : ''}${paise(sum)}`, tone: sum > 0 ? 'good' : 'neutral' },
      ...(found.balance_ok === false ? [{ text: t('Balance doesn’t match'), tone: 'bad' as const }] : []),
    ],
    confidence: numberOf(found.confidence),
    notes: [`By ${stringOf(found.because) ?? 'no rule'}.`],
    places: placesOf([found]),
  }
}

const TONES: Record<string, Tone> = { high: 'bad', medium: 'warn', low: 'neutral' }

const anomaly =
  (payments: readonly JsonObject[]) =>
  (found: JsonObject, index: number): Finding => {
    const own = payments[numberOf(found.index) ?? -1]
    return {
      id: `anomaly:${index}`,
      label: words(stringOf(found.kind) ?? ''),
      title: own === undefined ? null : stringOf(own.narration),
      badges: [
        {
          text: `${words(stringOf(found.severity) ?? 'low')}`,
          tone: TONES[stringOf(found.severity) ?? ''] ?? 'neutral',
        },
      ],
      confidence: null,
      notes: [stringOf(found.reason) ?? ''],
      places: own === undefined ? [] : placesOf([own]),
    }
  }

/** 'loan_emi' → 'Loan EMI'. */
const category = (value: Json | undefined): string => words(stringOf(value) ?? 'other').replace(/\bemi\b/, 'EMI')

/** What is said of the whole statement. */
function about(data: JsonObject): string {
  const account = objectOf(data.account)
  const number = stringOf(account.number_last4)
  const who = [stringOf(account.bank), number === null ? null : `account ending in ${number}`]
    .filter(Boolean)
    .join(', ')
  const balanced =
    data.balanced === true
      ? 'All lines match the printed balance.'
      : data.balanced === false
        ? 'Some lines don’t match the printed balance.'
        : 'No printed balance to check.'
  return [who && `${who}.`, `In ${paise(data.in_paise)}, out ${paise(data.out_paise)}.`, balanced]
    .filter(Boolean)
    .join(' ')
}

const table = (title: string, header: string[], rows: string[][], help?: string): Section => ({
  title,
  ...(help !== undefined && { help }),
  ...(rows.length > 0 && { table: { header, rows } }),
  findings: [],
})

function summarySections(data: JsonObject): Section[] {
  const categories = objectsOf(data.by_category)
  const out = categories.reduce((sum, one) => sum + (numberOf(one.out_paise) ?? 0), 0)
  const share = (one: JsonObject): string => {
    const own = numberOf(one.out_paise) ?? 0
    return own === 0 ? '–' : formatPercent(own / out)
  }
  const recurring = objectsOf(data.recurring).map((one) => [
    stringOf(one.counterparty) ?? '',
    category(one.category),
    paise(one.amount_paise),
    String(numberOf(one.times) ?? 0),
    `${numberOf(one.every_days) ?? 0} days`,
  ])
  const byCategory = categories.map((one) => [
    category(one.category),
    String(numberOf(one.count) ?? 0),
    paise(one.out_paise),
    paise(one.in_paise),
    share(one),
  ])
  const byMonth = objectsOf(data.by_month).map((one) => [
    stringOf(one.month) ?? '',
    paise(one.out_paise),
    paise(one.in_paise),
    paise(one.net_paise),
  ])
  return [
    table(t('By category'), [t('Category'), t('Count'), t('Out'), t('In'), t('Share of out')], byCategory, about(data)),
    table(t('By month'), [t('Month'), t('Out'), t('In'), t('Left')], byMonth),
    ...(recurring.length > 0
      ? [table(t('Recurring'), [t('Who'), t('Category'), t('Amount'), t('Times'), t('Every')], recurring)]
      : []),
  ]
}

const problem = (one: JsonObject, index: number): Finding => ({
  id: `problem:${index}`,
  label: stringOf(one.reason) ?? '',
  title: null,
  badges: [],
  confidence: null,
  notes: [],
  places: placesOf([one]),
})

export const transactionsView: View = ({ data }) => {
  const payments = objectsOf(data.transactions)
  const found = objectsOf(data.anomalies)
  const problems = objectsOf(data.problems).map(problem)
  return [
    { key: 'summary', label: t('Summary'), sections: summarySections(data) },
    {
      key: 'payments',
      label: t('Payments {count}', { count: String(payments.length) }),
      sections: [{ title: null, findings: payments.map(payment), empty: t('No payments found.') }],
    },
    {
      key: 'anomalies',
      label: t('Unusual {count}', { count: String(found.length + problems.length) }),
      sections: [
        { title: null, findings: found.map(anomaly(payments)), empty: t('No unusual payments.') },
        ...(problems.length > 0 ? [{ title: t('Unclear'), findings: problems }] : []),
      ],
    },
  ]
}
