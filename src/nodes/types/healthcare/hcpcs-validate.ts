import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { hcpcsCode } from '#nodes/lib/clinical/code-import.ts'
import { codesFrom } from '#nodes/lib/clinical/code-nodes.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const STATUSES = ['valid', 'unknown', 'cpt', 'dental', 'malformed'] as const
const MESSAGES: Record<(typeof STATUSES)[number], string> = {
  valid: 'In the installed table',
  unknown: 'The code is not in the installed table',
  cpt: 'Five digits are a CPT code, which is licensed by the AMA and not in this table',
  dental: 'D codes are CDT codes, which are licensed by the ADA and not in this table',
  malformed: 'A HCPCS Level II code is a letter and four digits; a modifier has two characters',
}

export const hcpcsValidate = defineNode({
  type: 'hcpcs_validate',
  version: 1,
  title: 'Validate HCPCS',
  category: 'healthcare',
  icon: 'badge-check',
  description:
    'Checks whether HCPCS Level II codes are in the installed table. A modifier (E0143-NU) is separated and not checked. CPT and dental codes are identified as such.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    codes: value('Codes', 'A code or a list of codes. Leave empty to use the codes of the input.'),
  }),
  example: { codes: ['E0143', 'J1885'] },
  output: z.object({
    results: z.array(
      z.object({
        given: z.string(),
        code: z.string().nullable(),
        modifiers: z.array(z.string()),
        valid: z.boolean(),
        status: z.enum(STATUSES),
        description: z.string().nullable(),
        message: z.string(),
      }),
    ),
    all_valid: z.boolean(),
    table_version: z.string(),
    table: z.string().nullable(),
  }),
  sentence: () => 'Checks against the installed table',
  async run(ctx) {
    const given = codesFrom(ctx.config.codes, ctx.input)
    const { version, source = null } = await ctx.codes.table('hcpcs')
    const results = []
    for (const one of given) {
      const [base = '', ...modifiers] = one.toUpperCase().split(/[-\s,]+/)
      const code = hcpcsCode(base)
      const entry = code === null ? null : await ctx.codes.get('hcpcs', code)
      const status = statusOf(base, code !== null, entry !== null, modifiers)
      results.push({
        given: one,
        code,
        modifiers,
        valid: status === 'valid',
        status,
        description: entry?.description ?? null,
        message: MESSAGES[status],
      })
    }
    return output({
      results,
      all_valid: results.every(({ valid }) => valid),
      table_version: version,
      table: source,
    } as unknown as Json)
  },
})

function statusOf(
  base: string,
  formed: boolean,
  known: boolean,
  modifiers: readonly string[],
): (typeof STATUSES)[number] {
  if (/^D\d{4}$/.test(base)) return 'dental'
  if (/^\d{4}[0-9FTU]$/.test(base)) return 'cpt'
  if (!formed || modifiers.some((modifier) => !/^[A-Z0-9]{2}$/.test(modifier))) return 'malformed'
  return known ? 'valid' : 'unknown'
}
