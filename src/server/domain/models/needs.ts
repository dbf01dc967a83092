/** Steps that cannot work without a model, where there is none: said beside the other problems of a workflow. */
import { refused } from '#contract/ability-values.ts'
import type { Verdict } from '#contract/nodes.ts'
import type { DocumentProblem, Workflow } from '#contract/workflows.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { Caller } from '#server/domain/caller.ts'
import { type ChoiceDeps, hasModel } from './choose.ts'

/** Steps switched on that need a model and name none of their own. */
function needing(raw: unknown): DocumentProblem[] {
  const { document } = parseDocument(raw)
  return (document?.nodes ?? []).flatMap(({ id, title, type, config, disabled }) => {
    const needs = catalogue.get(type)?.needs?.includes('model') === true
    if (!needs || disabled === true || config.model || config.credential) return []
    const message = `“${title}” needs a language model, and none is set up: add one under Settings, Models`
    return [{ code: 'model_missing', message, node: id, field: 'model' }]
  })
}

async function missing(deps: ChoiceDeps, caller: Caller, raw: unknown): Promise<DocumentProblem[]> {
  const found = needing(raw)
  if (found.length === 0 || caller.type !== 'user') return []
  return (await hasModel(deps, { owner: { user_id: caller.id }, author: null })) ? [] : found
}

/** A workflow as its owner sees it. */
export async function withNeeds(deps: ChoiceDeps, caller: Caller, workflow: Workflow): Promise<Workflow> {
  const problems = await missing(deps, caller, workflow.document)
  const [first] = problems
  if (!first) return workflow
  const { abilities } = workflow
  const run = abilities.run.allowed ? refused(first.message) : abilities.run
  return { ...workflow, problems: [...workflow.problems, ...problems], abilities: { ...abilities, run } }
}

/** The verdict on a document, with what it needs. */
export async function verdictWithNeeds(
  deps: ChoiceDeps,
  caller: Caller,
  verdict: Verdict,
  raw: unknown,
): Promise<Verdict> {
  const problems = await missing(deps, caller, raw)
  return problems.length === 0 ? verdict : { valid: false, problems: [...verdict.problems, ...problems] }
}
