/** The view of an invoice: its fields with their places, the lines and totals, and what does not add up. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { paise } from './figures.ts'
import { type Finding, type Tone, type View, words } from './finding.ts'
import { formatDay, formatNumber, t } from './reader.ts'
import { numberOf, objectOf, objectsOf, placesOf, stringOf } from './result.ts'

const plain = (id: string, label: string, found: JsonObject, more: Partial<Finding> = {}): Finding => ({
  id,
  label,
  title: null,
  badges: [],
  confidence: null,
  notes: [],
  places: placesOf([found]),
  ...more,
})

/** A field that is there, under its name. */
function field(name: string, value: JsonObject, shown: string | null, more: Partial<Finding> = {}): Finding[] {
  return shown === null || shown === '' ? [] : [plain(`field:${name}`, shown, value, { title: name, ...more })]
}

const day = (value: JsonObject): string | null => (stringOf(value.iso) ? formatDay(stringOf(value.iso) ?? '') : null)

function partyFindings(name: string, given: JsonObject): Finding[] {
  const [who, gstin] = [objectOf(given.name), objectOf(given.gstin)]
  const valid = given.gstin_valid
  const badges =
    valid === null
      ? []
      : [
          {
            text: valid === true ? 'Check digit valid' : 'Check digit invalid',
            tone: (valid === true ? 'good' : 'bad') as Tone,
          },
        ]
  return [
    ...field(name, who, stringOf(who.text)),
    ...field(`GSTIN of the ${name.toLowerCase()}`, gstin, stringOf(gstin.text), {
      mono: true,
      badges,
      notes: stringOf(given.state) ? [stringOf(given.state) ?? ''] : [],
    }),
  ]
}

const STATUS: Record<string, { text: string; tone: Tone }> = {
  ok: { text: 'Matches', tone: 'good' },
  wrong: { text: 'Wrong', tone: 'bad' },
  missing: { text: 'Missing', tone: 'warn' },
}
const ORDER = ['wrong', 'missing', 'ok']

const TOTAL_NAMES: readonly (readonly [string, string])[] = [
  ['taxable', 'Taxable value'],
  ['discount', 'Discount'],
  ['freight', 'Freight'],
  ['cgst', 'CGST'],
  ['sgst', 'SGST'],
  ['igst', 'IGST'],
  ['cess', 'Cess'],
  ['round_off', 'Round off'],
  ['total', 'Total'],
]

function fields(data: JsonObject): Finding[] {
  const [number, date, due, order, place, irn] = [
    data.number,
    data.date,
    data.due,
    data.order,
    data.place_of_supply,
    data.irn,
  ].map(objectOf) as [JsonObject, JsonObject, JsonObject, JsonObject, JsonObject, JsonObject]
  return [
    ...field('Number', number, stringOf(number.text), { mono: true }),
    ...field('Date', date, day(date)),
    ...field('Due', due, day(due)),
    ...partyFindings('Supplier', objectOf(data.supplier)),
    ...partyFindings('Buyer', objectOf(data.buyer)),
    ...field('Place of supply', place, stringOf(place.name), {
      badges: stringOf(place.code) ? [{ text: stringOf(place.code) ?? '', tone: 'neutral' }] : [],
    }),
    ...field('Order', order, stringOf(order.text), { mono: true }),
    ...field('IRN', irn, stringOf(irn.text), { mono: true }),
  ]
}

function lineFinding(line: JsonObject, index: number): Finding {
  const quantity = numberOf(line.quantity)
  const details = [
    quantity === null ? '' : `${formatNumber(quantity)} × ${paise(line.rate_paise)}`,
    numberOf(line.tax_rate) === null ? '' : `${formatNumber(numberOf(line.tax_rate) ?? 0)} % tax`,
  ].filter(Boolean)
  return plain(`line:${index}`, stringOf(line.description) ?? '', line, {
    title: details.join(' · ') || null,
    badges: [
      { text: paise(line.taxable_paise), tone: 'neutral' },
      ...(stringOf(line.hsn) ? [{ text: `HSN ${stringOf(line.hsn)}`, tone: 'neutral' as const }] : []),
    ],
  })
}

export const invoiceView: View = ({ data }) => {
  const checks = objectsOf(data.checks).toSorted(
    (a, b) => ORDER.indexOf(stringOf(a.status) ?? '') - ORDER.indexOf(stringOf(b.status) ?? ''),
  )
  const wrong = checks.filter((check) => check.status === 'wrong').length
  const lines = objectsOf(data.lines)
  const totals = objectOf(data.totals)
  const rows = TOTAL_NAMES.flatMap(([key, name]) => {
    const sum = objectOf(totals[key])
    const rate = numberOf(sum.rate)
    return numberOf(sum.paise) === null
      ? []
      : [{ name: rate === null ? name : `${name} ${formatNumber(rate)} %`, key, sum }]
  })
  return [
    {
      key: 'fields',
      label: t('Fields'),
      sections: [
        { title: null, findings: fields(data), empty: t('No invoice fields found in this text.') },
        {
          title: t('Totals'),
          ...(rows.length > 0 && {
            table: { header: ['', t('Amount')], rows: rows.map(({ name, sum }) => [name, paise(sum.paise)]) },
          }),
          findings: rows
            .filter(({ key }) => key === 'total')
            .map(({ name, sum }) => plain('total', paise(sum.paise), sum, { title: name })),
          empty: t('No totals found.'),
        },
      ],
    },
    {
      key: 'lines',
      label: t('Lines {count}', { count: String(lines.length) }),
      sections: [{ title: null, findings: lines.map(lineFinding), empty: t('No line items found.') }],
    },
    {
      key: 'checks',
      label: wrong > 0 ? t('Checks: {count} wrong', { count: String(wrong) }) : t('Checks'),
      sections: [
        {
          title: null,
          findings: checks.map((check, index) =>
            plain(
              `check:${index}`,
              words(stringOf(check.check) ?? 'Check'),
              {},
              {
                badges: STATUS[stringOf(check.status) ?? '']
                  ? [STATUS[stringOf(check.status) ?? ''] as { text: string; tone: Tone }]
                  : [],
                notes: [stringOf(check.reason) ?? ''].filter(Boolean),
              },
            ),
          ),
        },
      ],
    },
  ]
}
