/**
 * Steps that cannot work without a model, where there is none: listed with the other problems of a workflow, and
 * checked before a run starts.
 */
import { refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Verdict } from '#contract/workflows/nodes.ts'
import type { DocumentProblem, Workflow } from '#contract/workflows/workflows.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { withoutLoose } from '#graph/loose.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { RunAs } from '#nodes/ports.ts'
import { viewerOfOwner } from '#server/areas/workflows/steps/step-viewer.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { OWNERS_FRESH_MS } from '#server/platform/owners-fresh.ts'
import { type ChoiceDeps, hasModel } from './choose-models.ts'
import { findForbidden, findUnknownNames, namesModels } from './missing-names.ts'
import { findVersionDocument, findWorkflowOwner, isVersionOpenTo } from './needs.store.ts'
import { mayAskOwnModels } from './own-models.ts'

/** What runs of a document: what a node that nothing leads to names or needs is asked of nobody. */
const runningIn = (raw: unknown): WorkflowDocument | null => {
  const { document } = parseDocument(raw)
  return document && withoutLoose(document, catalogue)
}

/** Steps switched on that need a model and name none of their own. */
const needing = (document: WorkflowDocument | null): DocumentProblem[] =>
  (document?.nodes ?? []).flatMap(({ id, title, type, config, disabled }) => {
    const node = catalogue.get(type)
    const needs = node?.needs?.includes('model') === true && node.copes?.(config) !== true
    if (!needs || disabled === true || config.model || config.credential) return []
    const message = `“${title}” needs a language model, and none is set up: add one in Settings under Models`
    return [{ code: 'model_missing', message, node: id, field: 'model' }]
  })

async function missing(deps: ChoiceDeps, who: RunAs, document: WorkflowDocument | null): Promise<DocumentProblem[]> {
  const found = needing(document)
  return found.length === 0 || (await hasModel(deps, who)) ? [] : found
}

/** What a document needs from its runner, and references that its owner does not have. */
async function unmet(deps: ChoiceDeps, runner: UserId, owner: UserId, raw: unknown) {
  const document = runningIn(raw)
  const [needs, names, forbidden] = await Promise.all([
    missing(deps, { owner: { user_id: runner }, author: owner, version: null }, document),
    document === null ? [] : findUnknownNames(deps, owner, document),
    document === null ? [] : findForbidden(deps, owner, document),
  ])
  return { needs, names: [...names, ...forbidden] }
}

/** A workflow as one of its people sees it. */
export async function addNeeds(deps: ChoiceDeps, caller: Caller, workflow: Workflow): Promise<Workflow> {
  if (caller.type !== 'user') return workflow
  const owner = workflow.role === 'owner' ? caller.id : ((await findWorkflowOwner(deps.db, workflow.id)) ?? caller.id)
  const { needs, names } = await unmet(deps, caller.id, owner, workflow.document)
  if (needs.length + names.length === 0) return workflow
  const { abilities } = workflow
  const [first] = needs
  const run = first && abilities.run.allowed ? refusedAbility(first.message) : abilities.run
  return { ...workflow, problems: [...workflow.problems, ...needs, ...names], abilities: { ...abilities, run } }
}

/** The verdict on a document, with what it needs and names. */
export async function verdictWithNeeds(
  deps: ChoiceDeps,
  caller: Caller,
  verdict: Verdict,
  raw: unknown,
): Promise<Verdict> {
  if (caller.type !== 'user') return verdict
  const { needs, names } = await unmet(deps, caller.id, caller.id, raw)
  const more = [...needs, ...names]
  return more.length === 0 ? verdict : { valid: false, problems: [...verdict.problems, ...more] }
}

interface Needed {
  needs: DocumentProblem[]
  author: UserId | null
  /** When the author was read, by the clock of `performance`. */
  asked: number
  /** Its steps that name models or credentials; null when none does. */
  naming: WorkflowDocument | null
}

/** Versions never change; who owns the workflow may, so what their steps need is found out again after a moment. */
const known = new Map<string, Needed>()
const MOST_KNOWN = 2_000
/** Of their documents together. */
const MOST_CHARACTERS = 10_000_000
let characters = 0

async function neededOf(deps: ChoiceDeps, version: string): Promise<Needed> {
  const cached = known.get(version)
  if (cached && performance.now() - cached.asked <= OWNERS_FRESH_MS) return cached
  const asked = performance.now()
  const found = await findVersionDocument(deps.db, version)
  const document = runningIn(found?.document)
  const nodes = document?.nodes.filter((node) => namesModels({ ...document, nodes: [node] })) ?? []
  const naming = document && nodes.length > 0 ? { ...document, nodes } : null
  const one = { needs: needing(document), author: found?.author ?? null, asked, naming }
  const size = naming ? JSON.stringify(naming).length : 0
  if (known.size >= MOST_KNOWN || characters + size > MOST_CHARACTERS) {
    known.clear()
    characters = 0
  }
  characters += size - (cached?.naming && known.has(version) ? JSON.stringify(cached.naming).length : 0)
  known.set(version, one)
  return one
}

const NONE: ReadonlySet<string> = new Set()

const NO_MODEL = 'This agent needs an AI model, and this installation has none. Ask its operator to add one.'
const NOT_ALLOWED = 'The data policy of your workspace doesn’t allow an AI model that this agent uses.'
/** What is told where the steps are private: their titles and settings are the seller's business. */
const NAMES_GONE = 'This agent is not ready to run: its seller has to set it up again.'

/**
 * Refuses to start what would stop at its first step that asks a model, or that names a model or a credential that is gone.
 * @param left steps that do not run
 * @throws not_runnable with a problem `model_missing`, `model_not_found` or `credential_missing` per step, or with one sentence where
 * the steps are not open to the owner of the run, or where only the operator can add the model
 */
export async function refuseUnready(
  deps: ChoiceDeps,
  run: { owner: RunAs['owner']; workflow_version_id: string; agent_version_id: string | null },
  left: ReadonlySet<string> = NONE,
): Promise<void> {
  const { owner, workflow_version_id: version, agent_version_id: agent_version } = run
  const { needs, author, naming } = await neededOf(deps, version)
  const who = { owner, author, version, agent_version }
  const isRun = ({ node }: DocumentProblem) => node === null || !left.has(node)
  const asking = needs.filter(isRun)
  const [served, gone] = await Promise.all([
    asking.length === 0 || hasModel(deps, who),
    naming === null || author === null ? [] : findUnknownNames(deps, author, naming),
  ])
  const account = 'user_id' in owner ? (owner.user_id as UserId) : null
  const forbidden = naming === null || account === null ? [] : await findForbidden(deps, account, naming)
  const problems = [...forbidden.filter(isRun), ...(served ? [] : asking), ...gone.filter(isRun)]
  const [first] = problems
  if (!first) return
  const isOpen = await isVersionOpenTo(deps.db, { version, agent_version }, viewerOfOwner(owner))
  // A model of their own would not be asked: advice to add one leads nowhere.
  const isForOperator = !served && !(await mayAskOwnModels(deps.db, who))
  if (!isOpen && first === forbidden.find(isRun)) throw new AppError('not_runnable', { message: NOT_ALLOWED })
  if (!isOpen || isForOperator)
    throw new AppError('not_runnable', { message: !isOpen && gone.some(isRun) ? NAMES_GONE : NO_MODEL })
  throw new AppError('not_runnable', {
    message: `The workflow can’t be run: ${first.message}`,
    problems: problems
      .slice(0, 20)
      .map(({ code, message, node, field }) => ({ code, message, field: `document.${node}.${field}` })),
  })
}
