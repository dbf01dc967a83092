import { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { findDocument } from '#nodes/lib/document/source.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

export const VIEWS = [
  'codes',
  'clauses',
  'insight',
  'discharge',
  'phi',
  'checks',
  'invoice',
  'statement',
  'transactions',
  'answer',
  'tickets',
  'json',
  'table',
  'markdown',
] as const

/** What results of clinical and legal agents carry. */
export const REVIEW_NOTICE = 'Draft for review by a qualified professional'

/** A longer text stays out of the result: the viewer then shows evidence without a text layer. */
export const LONGEST_TEXT = 200_000

/** The file's id and name out of what Read document gives. */
function fileOf(given: Json | undefined, input: Json): { file_id: string | null; name: string | null } {
  // What was read says itself that there was no file: one that a node made is not the document.
  const said = isObject(given) && 'file' in given
  const sources = said ? [given] : [given, input, ...(isObject(input) ? Object.values(input) : [])]
  const file = sources.map((source) => (isObject(source) ? source.file : null)).find(isObject)
  const text = (field: Json | undefined): string | null => (typeof field === 'string' ? field : null)
  return { file_id: text(file?.file_id), name: text(file?.name) }
}

export const RenderedResult = z.looseObject({
  view: z.enum(VIEWS),
  notice: z.string().nullable(),
  document: z.object({
    file_id: z.string().nullable(),
    name: z.string().nullable(),
    page_count: z.number().int(),
    format: z.enum(['pdf', 'docx', 'text']),
  }),
  /** The extracted text that offsets refer to; null when there is none or it is longer than 200,000 characters. */
  text: z.string().nullable(),
})

export const renderResult = defineNode({
  type: 'render_result',
  version: 1,
  title: 'Render result',
  category: 'output',
  icon: 'presentation',
  description:
    'The result as the viewer shows it: the data with its view, the notice, and the document it was found in.',
  kind: 'pure',
  config: z.strictObject({
    view: z.enum(VIEWS).default('json').describe('How the result is shown.').meta({ title: 'View' }),
    data: value('Data', 'The fields of the result. Left out, the input is taken.'),
    document: value(
      'Document',
      'The output of Read document: {{ $nodes.read }}. Its text lets the viewer mark evidence.',
    ),
    professional_review: z
      .boolean()
      .default(false)
      .describe(`Adds the line “${REVIEW_NOTICE}”. Required for clinical and legal results.`)
      .meta({ title: 'Needs professional review' }),
  }),
  output: RenderedResult,
  sentence: (config) => `Shows ${config.view}${config.professional_review ? ', for review' : ''}`,
  run(ctx) {
    const { view, data, document, professional_review } = ctx.config
    const given = data === undefined ? ctx.input : data
    const fields: JsonObject = isObject(given) ? given : { value: given }
    const found = findDocument(document, ctx.input)
    const text = found === null || found.text.length > LONGEST_TEXT ? null : found.text
    const { page_count, format } = found?.meta ?? { page_count: 0, format: 'text' as const }
    return output({
      ...fields,
      view,
      notice: professional_review ? REVIEW_NOTICE : null,
      document: { ...fileOf(document, ctx.input), page_count, format },
      text,
    })
  },
})
