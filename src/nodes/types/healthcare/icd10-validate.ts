import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { withDot } from '#nodes/lib/clinical/code-import.ts'
import { codesFrom } from '#nodes/lib/clinical/code-nodes.ts'
import { defineNode, type NodeContext, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const STATUSES = ['billable', 'header', 'unknown', 'malformed'] as const

const Checked = z.object({
  given: z.string(),
  /** As it is written in the table; null when it has not the form of a code. */
  code: z.string().nullable(),
  valid: z.boolean(),
  status: z.enum(STATUSES),
  description: z.string().nullable(),
  message: z.string(),
  /** Billable codes below a heading, or close to a code that the release lacks. */
  suggestions: z.array(z.object({ code: z.string(), description: z.string() })),
})

export const icd10Validate = defineNode({
  type: 'icd10_validate',
  version: 1,
  title: 'Validate ICD-10-CM',
  category: 'healthcare',
  icon: 'badge-check',
  description:
    'Checks whether diagnosis codes are in the installed release and can be billed, and suggests billable codes below a category heading. Excludes notes and age and sex edits are not part of the published code tables and are not checked.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    codes: value('Codes', 'A code or a list of codes. Leave empty to use the codes of the input.'),
    suggestions: z
      .number()
      .int()
      .min(0)
      .max(20)
      .default(5)
      .describe('Maximum number of suggestions for each code that can’t be billed.')
      .meta({ title: 'Suggestions' }),
  }),
  example: { codes: ['E11.9', 'E11'] },
  output: z.object({
    results: z.array(Checked),
    all_valid: z.boolean(),
    table_version: z.string(),
    table: z.string().nullable(),
    not_checked: z.array(z.string()),
  }),
  sentence: () => 'Checks against the installed release',
  async run(ctx) {
    const given = codesFrom(ctx.config.codes, ctx.input)
    const { version, source = null } = await ctx.codes.table('icd10cm')
    const results = []
    for (const code of given) results.push(await check(ctx, code))
    return output({
      results,
      all_valid: results.every(({ valid }) => valid),
      table_version: version,
      table: source,
      not_checked: ['excludes notes', 'age and sex edits', 'code first and use additional notes'],
    } as unknown as Json)
  },
})

async function check(ctx: NodeContext<{ suggestions: number }>, given: string): Promise<z.output<typeof Checked>> {
  const code = withDot(given)
  if (code === null)
    return {
      given,
      code,
      valid: false,
      status: 'malformed',
      description: null,
      message: 'This isn’t a valid ICD-10-CM code format',
      suggestions: [],
    }
  const entry = await ctx.codes.get('icd10cm', code)
  if (entry?.billable)
    return {
      given,
      code,
      valid: true,
      status: 'billable',
      description: entry.description,
      message: 'In the installed release and billable',
      suggestions: [],
    }
  const below = async (prefix: string) =>
    (await ctx.codes.under('icd10cm', prefix))
      .filter(({ billable }) => billable)
      .slice(0, ctx.config.suggestions)
      .map(({ code, description }) => ({ code, description }))
  if (entry)
    return {
      given,
      code,
      valid: false,
      status: 'header',
      description: entry.description,
      message: 'A category heading: bills need one of the codes below it',
      suggestions: await below(code),
    }
  // The release may have split or joined it: its neighbours under the nearest code above that is there.
  let above = code.slice(0, -1).replace(/\.$/, '')
  while (above.length > 3 && (await ctx.codes.get('icd10cm', above)) === null)
    above = above.slice(0, -1).replace(/\.$/, '')
  const suggestions = above.length >= 3 ? await below(above) : []
  return {
    given,
    code,
    valid: false,
    status: 'unknown',
    description: null,
    message: 'The code is not in the installed release',
    suggestions,
  }
}
