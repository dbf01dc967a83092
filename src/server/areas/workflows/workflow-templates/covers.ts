/**
 * What a template gives, in at most three lines, for its card: read from what a run on its own sample ended with. Those runs are recorded
 * in `recorded-outputs.json`, and the test of the templates runs each again and compares. What a model would answer is not recorded.
 */
import type { AgentPreview, PreviewLine } from '#contract/agents/agents.ts'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { rupees } from '#nodes/lib/finance/money.ts'
import { previewOf } from '#server/areas/agents/agents.ts'
import { isObject, listOrEmpty, objectOrEmpty } from '#shared/json.ts'
import recorded from './recorded-outputs.json' with { type: 'json' }

const MOST_LINES = 3

const line = (of: Partial<PreviewLine>): PreviewLine => ({
  ...{ label: null, mono: false, text: null, value: null, tone: null },
  ...of,
})
const text = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null)
const money = (value: Json | undefined): string => rupees(typeof value === 'number' ? value : 0)
const objects = (value: Json | undefined): JsonObject[] => listOrEmpty(value).filter(isObject)
const count = (value: Json | undefined): string => String(Array.isArray(value) ? value.length : (value ?? 0))
const rowsOf = (csv: Json | undefined): string[] => (text(csv) ?? '').split(/\r?\n/).filter((row) => row !== '')

/** The lines of a document that say something, without its headings. */
const saidIn = (markdown: Json | undefined): PreviewLine[] =>
  (text(markdown) ?? '')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => line({ text: row.replace(/^- /, '') }))

const codeChecks = (value: Json | undefined): PreviewLine[] =>
  objects(value).map(({ code, description, valid }) =>
    line({
      ...{ label: text(code), mono: true, text: text(description) },
      ...(valid === true ? { value: 'Valid', tone: 'good' } : { value: 'Rejected', tone: 'bad' }),
    }),
  )

const CHANGES: Readonly<Record<string, Pick<PreviewLine, 'value' | 'tone'>>> = {
  added: { value: 'Added', tone: 'good' },
  removed: { value: 'Removed', tone: 'bad' },
  changed: { value: 'Changed', tone: 'warn' },
}

/** Templates whose results have no view that agents of the marketplace have, too. */
const LINES: Readonly<Record<string, (output: JsonObject) => PreviewLine[]>> = {
  'discharge-medication-list': ({ markdown }) => saidIn(markdown),
  'quotation-with-gst': ({ markdown }) => saidIn(markdown),
  'lab-values-out-of-range': ({ values }) =>
    objects(values).map(({ name, value, unit, flag }) =>
      line({
        text: text(name),
        value: `${value} ${unit}`,
        tone: flag === 'high' || flag === 'low' ? 'bad' : 'good',
      }),
    ),
  'check-claim-codes': ({ to_mend, diagnoses, supplies }) => [
    ...codeChecks(to_mend),
    ...codeChecks(diagnoses).filter(({ tone }) => tone === 'good'),
    ...codeChecks(supplies),
  ],
  'obligations-as-a-table': ({ obligations }) =>
    objects(obligations).map(({ who, what }) => line({ label: text(who), text: text(what) })),
  'nda-sign-or-review': ({ points }) =>
    objects(points).map(({ point }) => line({ label: text(point), value: 'Review', tone: 'warn' })),
  'compare-two-contracts': ({ changes }) =>
    objects(changes).map(({ heading, type }) => line({ label: text(heading), ...CHANGES[String(type)] })),
  'reconcile-bank-and-ledger': ({ matched, only_ledger, difference_paise }) => [
    line({ text: 'Matched', value: count(matched), tone: 'good' }),
    line({ text: 'In the ledger only', value: count(only_ledger), tone: 'warn' }),
    line({ text: 'Difference', value: money(difference_paise) }),
  ],
  'check-expense-claims': ({ by_person }) =>
    objects(by_person).map(({ who, total_paise }) => line({ text: text(who), value: money(total_paise) })),
  'check-a-new-vendor': ({ checks }) =>
    objects(checks).map(({ type, value, valid }) =>
      line({
        ...{ label: (text(type) ?? '').toUpperCase(), text: text(value) },
        ...(valid === true ? { value: 'Valid', tone: 'good' } : { value: 'Invalid', tone: 'bad' }),
      }),
    ),
  'route-customer-messages': ({ message, team }) => [
    line({ text: text(message) }),
    line({ text: 'Team', value: text(team), tone: 'neutral' }),
  ],
  'take-orders-by-webhook': ({ status, body }) => [
    line({ text: 'Answered with', value: String(status), tone: 'good' }),
    line({ text: 'Order', value: text(objectOrEmpty(body).order) }),
    line({ text: 'Pieces', value: String(objectOrEmpty(body).pieces) }),
  ],
  'clean-a-contact-list': ({ csv, dropped }) => [
    ...rowsOf(csv)
      .slice(1, MOST_LINES)
      .map((row) => line({ text: row })),
    line({ text: 'Rows removed', value: String(dropped), tone: 'good' }),
  ],
  'rank-texts-by-meaning': ({ results }) =>
    objects(results).map(({ item, score }) => line({ text: text(item), value: Number(score).toFixed(2) })),
  'work-on-each-item': ({ messages }) =>
    listOrEmpty(objectOrEmpty(messages).items).map((item) => line({ text: text(item) })),
}

/** @param output of a run. @returns null where nothing of it fits on a card */
export function coverOf(slug: string, output: Json): AgentPreview | null {
  const lines = isObject(output) ? (LINES[slug]?.(output) ?? []) : []
  if (lines.length > 0) return { lines: lines.slice(0, MOST_LINES) }
  return previewOf(isObject(output) ? (text(output.view) ?? '') : '', output)
}

/** What was recorded of each template; null for one that needs a model. */
export const COVERS: ReadonlyMap<string, AgentPreview | null> = new Map(
  Object.entries(recorded).map(([slug, output]) => [slug, coverOf(slug, Json.parse(output))]),
)
