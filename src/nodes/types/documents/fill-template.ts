import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import {
  fileFrom,
  fileSetting,
  keepFile,
  MadeFileReference,
  nameSetting,
  openFile,
  stem,
} from '#nodes/lib/document/file-reference.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const MOST_CHARS = 200_000

export const fillTemplate = defineNode({
  type: 'fill_template',
  version: 1,
  title: 'Fill template',
  category: 'document',
  icon: 'file-pen-line',
  description:
    'Puts values into a DOCX with {{fields}} or into the form fields of a PDF, and says which fields were filled, missing or unknown. Values stay text, whatever they hold.',
  kind: 'effect',
  timeout_ms: 90_000,
  config: z.strictObject({
    template: fileSetting('Template', 'A DOCX or a PDF form. Left out, the file of the input is taken.'),
    values: Json.describe(
      'An object: a value for each field. A field inside an object is named with a dot: patient.name.',
    ).meta({
      title: 'Values',
      widget: 'expression',
      placeholder: '{{ $input.values }}',
    }),
    missing: z
      .enum(['keep', 'empty', 'refuse'])
      .default('keep')
      .describe('What happens to a field without a value: it stays as it is, becomes empty, or nothing is made.')
      .meta({ title: 'Fields without a value' }),
    flatten: z
      .boolean()
      .default(false)
      .describe('PDF: the values become part of the page and can no longer be changed.')
      .meta({ title: 'Close the form' }),
    name: nameSetting,
  }),
  example: { values: '{{ $input }}' },
  output: z.object({
    file: MadeFileReference,
    filled: z.array(z.string()),
    missing: z.array(z.string()),
    unused: z.array(z.string()),
  }),
  sentence: ({ missing }) => (missing === 'refuse' ? 'Every field needs a value' : 'Fills what has a value'),
  async run(ctx) {
    const { values, missing, flatten, name } = ctx.config
    const flat = valuesFrom(values)
    const content = await openFile(ctx, fileFrom(ctx.config.template, ctx.input, 'template'))
    const order = {
      do: 'fill_template',
      values: flat,
      missing: missing === 'empty' ? 'empty' : 'keep',
      flatten,
    } as const
    const { data, files } = await ctx.paperwork(order, [content], ctx.signal)
    const left = data.missing as string[]
    if (missing === 'refuse' && left.length > 0)
      throw new NodeError('value_missing', `No value for: ${left.slice(0, 20).join(', ')}`, { field: 'values' })
    const [file] = files
    if (!file) throw new NodeError('file_broken', 'This template could not be filled', { field: 'template' })
    return output({ ...data, file: { ...(await keepFile(ctx, file, name?.trim() || stem(content.name))) } })
  },
})

/** Fields as texts: `{patient: {name: 'A'}}` is `patient.name`. @throws NodeError `values_invalid`, `values_too_long` */
function valuesFrom(given: Json): Record<string, string> {
  if (!isObject(given))
    throw new NodeError('values_invalid', `Expected an object with a value per field, got ${kindOf(given)}`, {
      field: 'values',
    })
  const flat: Record<string, string> = Object.create(null)
  let total = 0
  const keep = (path: string, text: string) => {
    // Names count: one long name above many values stands in the path of each of them.
    total += path.length + text.length
    if (total > MOST_CHARS)
      throw new NodeError('values_too_long', `The values have more than ${MOST_CHARS} characters together`, {
        field: 'values',
      })
    flat[path] = text
  }
  const add = (path: string, value: Json, depth: number) => {
    if (isObject(value) && depth < 5)
      for (const [key, inner] of Object.entries(value)) add(path ? `${path}.${key}` : key, inner, depth + 1)
    else if (value !== null) keep(path, Array.isArray(value) ? value.map(String).join(', ') : String(value))
  }
  add('', given, 0)
  return { ...flat }
}
