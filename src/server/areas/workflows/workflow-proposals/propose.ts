/** A workflow out of a sentence. The model answers with a document, which becomes operations; what it says is never run here. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { PROPOSALS, type Proposal, type ProposeWorkflow } from '#contract/workflows/workflow-proposals.ts'
import type { DocumentProblem } from '#contract/workflows/workflows.ts'
import { applyOperation } from '#graph/apply.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import { OperationError } from '#graph/operation-error.ts'
import type { Step } from '#graph/operations.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { ModelAnswer, ModelMessage, ModelPort } from '#nodes/model-port.ts'
import { NodeError } from '#nodes/node.ts'
import { TEMPLATES } from '#server/areas/workflows/workflow-templates/all.ts'
import { nearest } from '#server/areas/workflows/workflow-templates/nearest.ts'
import { presentTemplate } from '#server/areas/workflows/workflow-templates/templates.ts'
import { findProblems, readDocument } from '#server/areas/workflows/workflows/document.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { diffDocuments, placeNewNodes } from './changes.ts'
import { ANSWER_SCHEMA, openingMessages, repairMessage } from './prompt.ts'

interface Answered {
  name: string
  explanation: string
  nodes: { id: string; type: string; title: string; config: JsonObject }[]
  edges: { from: string; port?: string; to: string }[]
}

/** The answer as a document: what it says of steps that are there keeps their places and policies. */
export function buildDocument(answered: Answered, before: WorkflowDocument): unknown {
  const known = new Map(before.nodes.map((node) => [node.id, node]))
  const nodes = answered.nodes.map(({ id, type, title, config }): WorkflowNode => {
    const there = known.get(id)
    const fresh = { id, type, title, config, version: catalogue.get(type)?.version ?? 1, position: { x: 0, y: 0 } }
    return there?.type === type ? { ...there, title, config } : fresh
  })
  const edges = answered.edges.map(({ from, port = 'out', to }) => ({
    id: `${from}.${port}-${to}`,
    from: { node: from, port },
    to: { node: to, port: 'in' },
  }))
  const places = new Map(nodes.flatMap((node) => (known.has(node.id) ? [[node.id, node] as const] : [])))
  return placeNewNodes({ ...before, nodes, edges, groups: [] }, places)
}

interface Tried {
  operations: Step[]
  problems: DocumentProblem[]
}

/** The operations of an answer, and what is still wrong with what they make. Null when it is no document at all. */
async function tried(
  grant: EditGrant,
  answered: Answered,
  before: WorkflowDocument,
): Promise<Tried | { refused: string[] }> {
  const { document, problems } = parseDocument(buildDocument(answered, before))
  if (document === null)
    return { refused: problems.slice(0, 10).map(({ message, node }) => `${node ?? 'workflow'}: ${message}`) }
  const operations = diffDocuments(before, document)
  try {
    const made = applyOperation(before, { type: 'batch', operations })
    return { operations, problems: await findProblems(grant.on, made.document) }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return { refused: [error.message] }
  }
}

const told = ({ node, field, message }: DocumentProblem): string => [node, field, message].filter(Boolean).join(': ')

interface Asked {
  answered: Answered
  found: Tried
  model: string
}

/** Asks, and asks again with what was wrong, at most `PROPOSALS.tries` times. The last usable answer counts, problems and all. */
async function askModel(
  grant: EditGrant,
  ask: (messages: ModelMessage[]) => Promise<ModelAnswer>,
  sentence: string,
  before: WorkflowDocument,
): Promise<Asked | null> {
  const messages = openingMessages(sentence, before)
  let best: Asked | null = null
  for (let turn = 1; turn <= PROPOSALS.tries; turn += 1) {
    const { object, text, model } = await ask(messages)
    const answered = object as unknown as Answered
    const found = await tried(grant, answered, before)
    const wrong = 'refused' in found ? found.refused : found.problems.map(told)
    if (!('refused' in found) && (best === null || found.problems.length < best.found.problems.length))
      best = { answered, found, model }
    if (wrong.length === 0) break
    messages.push({ role: 'assistant', content: text || JSON.stringify(object) }, repairMessage(wrong.slice(0, 20)))
  }
  return best
}

export interface ProposeDeps {
  db: Database
  port: ModelPort
}

const NO_MODEL = 'No language model is set up, so these are the closest templates.'

/** @throws invalid_input (a document that is none), too_many_requests */
export async function proposeWorkflow(
  { db, port }: ProposeDeps,
  grant: EditGrant,
  { sentence, document }: ProposeWorkflow,
): Promise<Proposal> {
  const before = document === undefined ? EMPTY_DOCUMENT : readDocument(document)
  const limit = rateLimitFor('workflow proposals', { key: grant.on, shared: false }, PROPOSALS.per_hour)
  await enforceRateLimit(db, [limit], 'You’ve requested many proposals')
  const templates = nearest(TEMPLATES, sentence).slice(0, PROPOSALS.templates).map(presentTemplate)
  const nothing = (reason: string): Proposal => ({
    by: 'none',
    reason,
    name: '',
    explanation: '',
    operations: [],
    problems: [],
    model: null,
    templates,
  })
  const who = { owner: { user_id: grant.on }, author: null, version: null }
  if (!(await port.available(who))) return nothing(NO_MODEL)
  const signal = AbortSignal.timeout(PROPOSALS.timeout_ms - 5000)
  const ask = (messages: ModelMessage[]) =>
    port.generate({ messages, schema: ANSWER_SCHEMA, temperature: 0, max_output_tokens: 8000 }, who, signal)
  try {
    const asked = await askModel(grant, ask, sentence, before)
    if (asked === null)
      return nothing('The model didn’t find a workflow that can be built here. These are the closest templates.')
    const { answered, found, model } = asked
    const { name, explanation } = answered
    const operations = found.operations as unknown as JsonObject[]
    const said = { name: name.slice(0, 120), explanation: explanation.slice(0, 1200) }
    return { by: 'model', reason: null, ...said, operations, problems: found.problems, model, templates }
  } catch (error) {
    if (error instanceof NodeError) return nothing(failureText(error))
    if (signal.aborted) return nothing('The model didn’t respond in time.')
    throw error
  }
}

/** What a person can do about it. What the validator says of an answer is for the model, not for them. */
const failureText = ({ code, message }: NodeError): string =>
  code === 'model_schema' || code === 'model_tools'
    ? 'The model didn’t return a usable workflow. Describe it differently, or choose another model in Settings.'
    : `The model couldn’t be reached: ${message}`
