import { z } from 'zod'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { definitions, emails, type Fact, ids, links, names, phones } from '#nodes/lib/insight/facts.ts'
import { keySentences } from '#nodes/lib/insight/key-sentences.ts'
import { MOST_HEADINGS, outline } from '#nodes/lib/insight/outline.ts'
import { findAmounts } from '#nodes/lib/legal/amounts.ts'
import { findDates } from '#nodes/lib/legal/dates.ts'
import { defineNode, output } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { value } from '#nodes/settings.ts'

/** Most entries of each list of facts. */
const MOST = 100
const MOST_TABLES = 50
const MOST_ROWS = 200

const Value = z.object({ value: z.string(), ...PLACE })

export const Insight = z.object({
  title: z.string().nullable(),
  outline: z.array(z.object({ level: z.number().int(), ...PLACE })),
  facts: z.object({
    dates: z.array(z.object({ iso: z.string().nullable(), ambiguous: z.boolean(), ...PLACE })),
    amounts: z.array(
      z.object({ currency: z.string(), value: z.number().nullable(), purpose: z.string().nullable(), ...PLACE }),
    ),
    emails: z.array(Value),
    phones: z.array(Value),
    links: z.array(Value),
    ids: z.array(Value.extend({ type: z.string() })),
    people: z.array(Value.extend({ count: z.number().int() })),
    organisations: z.array(Value.extend({ count: z.number().int() })),
    definitions: z.array(z.object({ term: z.string(), ...PLACE })),
    key_sentences: z.array(z.object({ score: z.number(), ...PLACE })),
  }),
  tables: z.array(
    z.object({
      page: z.number().int().nullable(),
      start: z.number().int(),
      end: z.number().int(),
      boxes: PLACE.boxes,
      header: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      row_count: z.number().int(),
    }),
  ),
  counts: z.object({ pages: z.number().int(), words: z.number().int(), characters: z.number().int() }),
})

/** What the document calls itself: its metadata, its highest heading near the beginning, or its first line. */
function titleOf(document: ParsedDocument): string | null {
  const given = document.meta.title?.trim() ?? ''
  // A title without a space is mostly the name of a file.
  if (given.includes(' ')) return given
  const [first] = document.headings
    .filter(({ start }) => start < 2_000)
    .sort((a, b) => a.level - b.level || a.start - b.start)
  if (first !== undefined) return first.text
  const line = document.text.trimStart().split('\n', 1)[0]?.trim() ?? ''
  return line === '' || line.length > 160 ? given || null : line
}

function factsOf(document: ParsedDocument, keySentenceCount: number): z.output<typeof Insight>['facts'] {
  const { text } = document
  const values = (facts: readonly Fact[]) =>
    facts.slice(0, MOST).map((fact) => ({ value: fact.value, ...placed(document, fact) }))
  const found = names(text)
  const named = (type: 'person' | 'organisation') =>
    found
      .filter((name) => name.type === type)
      .slice(0, MOST)
      .map((name) => ({ value: name.value, count: name.count, ...placed(document, name) }))
  return {
    dates: findDates(text)
      .slice(0, MOST)
      .map((date) => ({ iso: date.iso, ambiguous: date.ambiguous, ...placed(document, date) })),
    amounts: findAmounts(text)
      .slice(0, MOST)
      .map(({ currency, value: sum, purpose, ...span }) => ({
        currency,
        value: sum,
        purpose,
        ...placed(document, span),
      })),
    emails: values(emails(text)),
    phones: values(phones(text)),
    links: values(links(text)),
    ids: ids(text)
      .slice(0, MOST)
      .map((id) => ({ value: id.value, type: id.type, ...placed(document, id) })),
    people: named('person'),
    organisations: named('organisation'),
    definitions: definitions(text)
      .slice(0, MOST)
      .map((one) => ({ term: one.term, ...placed(document, one) })),
    key_sentences: keySentences(text, keySentenceCount).map((one) => ({ score: one.score, ...placed(document, one) })),
  }
}

const tablesOf = (document: ParsedDocument): z.output<typeof Insight>['tables'] =>
  document.tables.slice(0, MOST_TABLES).map(({ rows, start, end }) => {
    const { page, boxes } = placed(document, { start, end })
    return {
      page,
      start,
      end,
      boxes,
      header: rows[0] ?? [],
      rows: rows.slice(1, MOST_ROWS),
      row_count: Math.max(0, rows.length - 1),
    }
  })

export const outlineDocument = defineNode({
  type: 'outline_document',
  version: 1,
  title: 'Outline document',
  category: 'document',
  icon: 'list-tree',
  description: `Extracts the outline, key facts (dates, amounts, names, identifiers, definitions, key sentences) and tables of a document, each with its location. Up to ${MOST_HEADINGS} headings and ${MOST} facts of each kind.`,
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    key_sentences: z
      .number()
      .int()
      .min(0)
      .max(30)
      .default(6)
      .describe('Number of most important sentences to include.')
      .meta({ title: 'Key sentences' }),
  }),
  output: Insight,
  sentence: () => 'Outline, key facts and tables',
  timeout_ms: 60_000,
  run(ctx) {
    const document = documentFrom(ctx.config.document, ctx.input)
    const { text } = document
    return output({
      title: titleOf(document),
      outline: outline(document).map(({ level, start, end }) => ({ level, ...placed(document, { start, end }) })),
      facts: factsOf(document, ctx.config.key_sentences),
      tables: tablesOf(document),
      counts: {
        pages: document.meta.page_count,
        words: text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0,
        characters: text.length,
      },
    })
  },
})
