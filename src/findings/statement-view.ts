/** The view of financial statements: ratios with formula and lines, the lines as a table per statement, and the checks. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { inUnit, ratio, UNIT_NAMES } from './figures.ts'
import { type Finding, type Section, type Tone, type View, words } from './finding.ts'
import { t } from './reader.ts'
import { numberOf, objectsOf, placesOf, stringOf, stringsOf } from './result.ts'

const READINGS: Record<string, { text: string; tone: Tone }> = {
  good: { text: 'Good', tone: 'good' },
  watch: { text: 'Watch', tone: 'warn' },
  weak: { text: 'Weak', tone: 'bad' },
}
const GROUPS = ['profitability', 'liquidity', 'leverage', 'efficiency', 'growth', 'cash']
const STATEMENTS: readonly (readonly [string | null, string])[] = [
  ['profit_and_loss', 'Profit and loss'],
  ['balance_sheet', 'Balance sheet'],
  ['cash_flow', 'Cash flow'],
  [null, 'Other lines'],
]

const listOf = (value: JsonObject[string] | undefined) => (Array.isArray(value) ? value : [])

function ratioFinding(found: JsonObject, periods: readonly string[], lines: readonly JsonObject[]): Finding {
  const unit = stringOf(found.unit)
  const values = listOf(found.values)
  const reading = READINGS[stringOf(found.reading) ?? '']
  const keys = stringsOf(found.lines)
  const shown = periods.flatMap((period, index) =>
    typeof values[index] === 'number' ? [`${period}: ${ratio(values[index], unit)}`] : [],
  )
  return {
    id: `ratio:${stringOf(found.key)}`,
    label: stringOf(found.title) ?? '',
    title: stringOf(found.formula),
    badges: [
      {
        text: ratio(
          values.find((value) => value !== null),
          unit,
        ),
        tone: 'neutral',
      },
      ...(reading ? [reading] : []),
    ],
    confidence: null,
    notes: shown.length > 1 ? [shown.join(' · ')] : [],
    places: placesOf(lines.filter((line) => keys.includes(stringOf(line.key) ?? ''))),
  }
}

function lineSection(title: string, lines: readonly JsonObject[], periods: readonly string[], unit: number): Section {
  return {
    title,
    findings: lines.map((line, index) => ({
      id: `line:${title}:${index}`,
      label: stringOf(line.label) ?? '',
      title: stringOf(line.title)?.toLowerCase() === stringOf(line.label)?.toLowerCase() ? null : stringOf(line.title),
      badges: listOf(line.values).map((value, column) => ({
        text: `${periods.length > 1 ? `${periods[column] ?? ''}: ` : ''}${inUnit(value, unit)}`,
        tone: 'neutral' as const,
      })),
      confidence: null,
      notes: [],
      places: placesOf([line]),
    })),
  }
}

function ratioSections(data: JsonObject, periods: readonly string[], lines: readonly JsonObject[]): Section[] {
  const ratios = objectsOf(data.ratios)
  const missing = objectsOf(data.missing).map((one) => stringOf(one.title) ?? '')
  const groups = GROUPS.flatMap((group): Section[] => {
    const own = ratios.filter((found) => found.group === group)
    return own.length === 0
      ? []
      : [{ title: words(group), findings: own.map((found) => ratioFinding(found, periods, lines)) }]
  })
  if (missing.length === 0) return groups
  const help = t('A line is missing for: {names}.', { names: missing.join(', ') })
  return [...groups, { title: t('Not calculated'), help, findings: [] }]
}

export const statementView: View = ({ data }) => {
  const periods = stringsOf(data.periods)
  const unit = numberOf(data.unit) ?? 1
  const lines = objectsOf(data.lines)
  const ratios = objectsOf(data.ratios)
  const checks = objectsOf(data.checks)
  const wrong = checks.filter((check) => check.ok === false).length
  const sections = STATEMENTS.flatMap(([statement, title]) => {
    const own = lines.filter((line) => (line.statement ?? null) === statement)
    return own.length === 0 ? [] : [{ ...lineSection(title, own, periods, unit), table: undefined }]
  })
  const table = {
    header: ['', ...periods],
    rows: lines
      .filter((line) => line.key !== null)
      .map((line) => [
        stringOf(line.title) ?? '',
        ...periods.map((_, column) => inUnit(listOf(line.values)[column], unit)),
      ]),
  }
  return [
    {
      key: 'ratios',
      label: t('Ratios {count}', { count: String(ratios.length) }),
      sections: ratioSections(data, periods, lines),
    },
    {
      key: 'figures',
      label: t('Figures'),
      sections: [
        {
          title: `In ${UNIT_NAMES[unit] ?? '₹'}`,
          ...(table.rows.length > 0 && { table }),
          findings: [],
          empty: t('No lines found.'),
        },
      ],
    },
    {
      key: 'lines',
      label: t('Lines {count}', { count: String(lines.length) }),
      sections: sections.map(({ table: _, ...section }) => section),
    },
    {
      key: 'checks',
      label:
        wrong > 0
          ? t('Checks: {count} wrong', { count: String(wrong) })
          : t('Checks {count}', { count: String(checks.length) }),
      sections: [
        {
          title: null,
          findings: checks
            .toSorted((a, b) => Number(a.ok) - Number(b.ok))
            .map((check, index) => ({
              id: `check:${index}`,
              label: stringOf(check.check) ?? '',
              title: stringOf(check.period),
              badges: [
                check.ok === true
                  ? { text: t('Matches'), tone: 'good' as const }
                  : { text: t('Doesn’t match'), tone: 'bad' as const },
              ],
              confidence: null,
              notes: [stringOf(check.reason) ?? ''],
              places: [],
            })),
          empty: t('No printed totals to check.'),
        },
      ],
    },
  ]
}
