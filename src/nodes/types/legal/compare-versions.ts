import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { RISK_LEVELS } from '#nodes/lib/legal/kind.ts'
import { compareVersions as compare } from '#nodes/lib/legal/versions.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const MOST = 400
const Level = z.enum(RISK_LEVELS)

const Change = z.object({
  type: z.enum(['added', 'removed', 'changed', 'moved']),
  heading: z.string().nullable(),
  number_before: z.string().nullable(),
  number_after: z.string().nullable(),
  /** In the earlier document. */
  before: z.object(PLACE).nullable(),
  /** In the later document. */
  after: z.object(PLACE).nullable(),
  diff: z.array(z.object({ op: z.enum(['same', 'added', 'removed']), text: z.string() })),
  kinds: z.array(z.string()),
  /** The worst of the reasons; null without any. */
  risk: Level.nullable(),
  reasons: z.array(z.object({ level: Level, reason: z.string() })),
})

/** @throws NodeError `document_missing`, `document_empty`, with the field that lacks it */
function given(document: Json | undefined, field: 'before' | 'after') {
  try {
    return documentFrom(document ?? null, null)
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    throw new NodeError(error.code, `The ${field === 'before' ? 'earlier' : 'later'} version: ${error.message}`, {
      field,
    })
  }
}

export const compareVersions = defineNode({
  type: 'compare_versions',
  version: 1,
  title: 'Compare versions',
  category: 'legal',
  icon: 'git-compare',
  description:
    'Compares two versions of a contract clause by clause, even if clauses were renumbered: what was added, removed, moved or changed, word by word, and what each change means (figures, negations, duties, new risks).',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    before: value('Earlier version', 'A document from Read document, or text.'),
    after: value('Later version', 'A document from Read document, or text.'),
  }),
  example: { before: '{{ $input.before }}', after: '{{ $input.after }}' },
  output: z.object({
    changes: z.array(Change),
    summary: z.object({
      added: z.number().int(),
      removed: z.number().int(),
      changed: z.number().int(),
      moved: z.number().int(),
      high: z.number().int(),
      same: z.boolean(),
    }),
    truncated: z.boolean(),
  }),
  sentence: () => 'Compares two versions of a contract',
  timeout_ms: 120_000,
  run(ctx) {
    const earlier = given(ctx.config.before, 'before')
    const later = given(ctx.config.after, 'after')
    const all = compare(earlier, later)
    const changes = all.slice(0, MOST).map(({ before, after, reasons, ...change }) => ({
      ...change,
      before: before === null ? null : placed(earlier, before),
      after: after === null ? null : placed(later, after),
      risk: RISK_LEVELS.findLast((level) => reasons.some((one) => one.level === level)) ?? null,
      reasons,
    }))
    const count = (type: string): number => all.filter((change) => change.type === type).length
    return output({
      changes,
      summary: {
        added: count('added'),
        removed: count('removed'),
        changed: count('changed'),
        moved: count('moved'),
        high: changes.filter((change) => change.risk === 'high').length,
        same: all.length === 0,
      },
      truncated: all.length > MOST,
    })
  },
})
