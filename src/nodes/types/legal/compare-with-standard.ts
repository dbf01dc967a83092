import { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { passagesOf } from '#nodes/lib/ai/citations.ts'
import { compareWithStandard, type StandardFound } from '#nodes/lib/ai/compare-standard.ts'
import { passagesIn } from '#nodes/lib/ai/found-passages.ts'
import { chosenBase, isBlank } from '#nodes/lib/people/form-field.ts'
import { defineNode, type NodeContext, NodeError, output, skipped } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

/** The first clause of each kind is compared, and at most so many. */
const MOST = 60
const PASSAGES = 3
const AT_ONCE = 4

const textOf = (given: Json | undefined): string => (typeof given === 'string' ? given : '')

type Context = Pick<NodeContext<unknown>, 'knowledge' | 'run' | 'embed' | 'signal'>

async function standardOf(ctx: Context, base: string, clause: JsonObject): Promise<StandardFound | null> {
  const one = { title: textOf(clause.title), text: textOf(clause.text) }
  const query = `${one.title}. ${one.text.replace(/\s+/g, ' ')}`.slice(0, KNOWLEDGE.query)
  const asked = { base, query, mode: 'hybrid' as const, limit: PASSAGES, filter: {}, neighbours: 0 }
  const answer = await ctx.knowledge.searchChosen(asked, ctx.run.as, ctx.signal)
  const passages = passagesOf({ results: passagesIn(answer) as unknown as Json[] })
  return compareWithStandard(one, passages, ctx.embed, ctx.signal)
}

const firstOfKinds = (clauses: readonly JsonObject[]): JsonObject[] =>
  clauses.filter(({ kind }, at) => clauses.findIndex((one) => one.kind === kind) === at).slice(0, MOST)

export const compareClauses = defineNode({
  type: 'compare_with_standard',
  version: 1,
  title: 'Compare with standard',
  category: 'legal',
  icon: 'git-compare',
  description:
    'Compares the clauses that Find clauses found with the standard clauses in the knowledge base that the person who runs the workflow chose: the nearest passage with its document and page, and the periods, amounts and rates that differ. Without a chosen base the clauses are passed on unchanged.',
  // What a base holds changes: what was found is kept with the run.
  kind: 'effect',
  timeout_ms: 120_000,
  config: z.strictObject({
    clauses: value('Clauses', 'The result of Find clauses. Leave empty to use the input.'),
    base: value(
      'Knowledge base',
      'A field of the type Knowledge in the input form: {{ $trigger.knowledge }}. Only a base that was chosen there can be searched.',
    ),
  }),
  output: z.looseObject({
    standard: z
      .object({ compared: z.number().int(), same: z.number().int(), differs: z.number().int(), none: z.number().int() })
      .optional(),
  }),
  sentence: () => 'Compares clauses with the chosen knowledge',
  async run(ctx) {
    const { clauses: setting, base: given } = ctx.config
    const report = setting ?? ctx.input
    if (!isObject(report) || !Array.isArray(report.clauses))
      throw new NodeError('not_clauses', 'This step needs the result of Find clauses', { field: 'clauses' })
    if (isBlank(given)) return skipped(report)
    const base = chosenBase(given)
    if (base === null)
      throw new NodeError('knowledge_not_chosen', 'This isn’t the value of a Knowledge field of the input form', {
        field: 'base',
      })
    const clauses = report.clauses.filter(isObject)
    const compared = firstOfKinds(clauses)
    const found = new Map<JsonObject, StandardFound | null>()
    for (let at = 0; at < compared.length; at += AT_ONCE) {
      const some = compared.slice(at, at + AT_ONCE)
      ctx.progress(at / compared.length, 'Comparing with the knowledge base')
      const answers = await Promise.all(some.map((clause) => standardOf(ctx, base, clause)))
      for (const [index, clause] of some.entries()) found.set(clause, answers[index] ?? null)
    }
    const states = [...found.values()].map((one) => one?.state ?? 'none')
    const count = (state: string): number => states.filter((one) => one === state).length
    return output({
      ...report,
      clauses: clauses.map((clause) =>
        found.has(clause) ? { ...clause, standard: (found.get(clause) ?? null) as unknown as Json } : clause,
      ),
      standard: { compared: states.length, same: count('same'), differs: count('differs'), none: count('none') },
    })
  },
})
