/** Changes of a custom agent as operations on its document: the builder edits through the same drafts as the designer. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { isObject } from '#shared/json.ts'
import { knowledgeOf, mayMakeFiles, withKnowledge } from './knowledge.ts'
import { type Prompt, writePrompt } from './prompt.ts'
import type { AgentSteps } from './read-agent.ts'

const ANSWER_TEXT = '{{ $nodes.agent.text }}'
const REFUSED =
  'I can’t answer this message. Please leave out personal data such as card, Aadhaar or account numbers, and ask again.'
/** What messages and answers are searched for first: numbers that nobody should send to a chat. */
const NUMBERS = ['card', 'aadhaar', 'pan', 'bank_account', 'passport']
/** Between steps, px. */
const COLUMN = 300
const ROW = 160

const step = (id: string, type: string, title: string, config: JsonObject): WorkflowNode => ({
  id,
  type,
  version: 1,
  title,
  config,
  position: { x: 0, y: 0 },
})

interface Start {
  prompt: Prompt
  greeting: string
  starters: readonly string[]
}

/** Settings of the AI agent that belong to a conversation: the message is its task, what was said before its history. */
const OF_CHAT: JsonObject = {
  task: '{{ $trigger.message }}',
  history: '{{ $trigger.history }}',
  files: '{{ $trigger.files }}',
  data: null,
  history_tokens: 8_000,
  summary: true,
  curated: true,
}

/** A new custom agent that answers in text. */
export function newAgent({ prompt, greeting, starters }: Start): WorkflowDocument {
  const chat = step('chat', 'chat_trigger', 'Chat message', {
    ...(greeting !== '' && { greeting }),
    ...(starters.length > 0 && { starters: [...starters] }),
  })
  const agent = step('agent', 'ai_agent', 'Agent', { ...OF_CHAT, system: writePrompt(prompt) })
  const answer = step('answer', 'template', 'Answer', { text: ANSWER_TEXT })
  return arranged({ chat, check: null, refusal: null, agent, cover: null, answer })
}

/** How its steps are connected and where they are. */
function arranged(steps: AgentSteps): WorkflowDocument {
  const { chat, check, refusal, agent, cover, answer } = steps
  const line = [chat, check, agent, cover, answer].filter((node) => node !== null)
  const placed = line.map((node, index) => ({ ...node, position: { x: index * COLUMN, y: 0 } }))
  const below = refusal ? [{ ...refusal, position: { x: 2 * COLUMN, y: ROW } }] : []
  const edge = (from: WorkflowNode | null, port: string, to: WorkflowNode | null): Edge[] =>
    from && to
      ? [{ id: `${from.id}.${port}-${to.id}`, from: { node: from.id, port }, to: { node: to.id, port: 'in' } }]
      : []
  const edges = [
    ...edge(chat, 'out', check ?? agent),
    ...edge(check, 'passed', agent),
    ...edge(check, 'blocked', refusal),
    ...edge(agent, 'out', cover ?? answer),
    ...edge(cover, 'passed', answer),
    ...edge(cover, 'blocked', answer),
  ]
  return { schema_version: 1, nodes: [...placed, ...below], edges, notes: [], groups: [] }
}

const sameEdge = (one: Edge, other: Edge): boolean =>
  one.from.node === other.from.node && one.from.port === other.from.port && one.to.node === other.to.node

/** From the document as it is to these steps, and nothing else of it changes. */
function rearrange(document: WorkflowDocument, steps: AgentSteps): Operation {
  const after = arranged(steps)
  const ids = new Set(after.nodes.map(({ id }) => id))
  const known = new Map(document.nodes.map((node) => [node.id, node]))
  const isReplaced = ({ id, type }: WorkflowNode) => known.has(id) && known.get(id)?.type !== type
  const gone = new Set(document.nodes.filter((node) => !ids.has(node.id)).map(({ id }) => id))
  for (const node of after.nodes) if (isReplaced(node)) gone.add(node.id)
  const stays = document.edges.filter(({ from, to }) => !gone.has(from.node) && !gone.has(to.node))
  const taken = new Set(document.edges.map(({ id }) => id))
  const idFor = (wanted: string): string => (taken.has(wanted) ? idFor(`${wanted}_`) : wanted)
  const operations: Step[] = [
    ...[...gone].map((node_id): Step => ({ type: 'remove_node', node_id })),
    ...stays
      .filter((edge) => !after.edges.some((wanted) => sameEdge(wanted, edge)))
      .map(({ id }): Step => ({ type: 'disconnect', edge_id: id })),
    ...after.nodes.flatMap((node): Step[] => {
      const there = gone.has(node.id) ? undefined : known.get(node.id)
      if (!there) return [{ type: 'add_node', node }]
      const isPlaced = there.position.x === node.position.x && there.position.y === node.position.y
      return isPlaced ? [] : [{ type: 'move', node_id: node.id, position: node.position }]
    }),
    ...after.edges
      .filter((wanted) => !stays.some((edge) => sameEdge(edge, wanted)))
      .map((edge): Step => ({ type: 'connect', edge: { ...edge, id: idFor(edge.id) } })),
  ]
  return { type: 'batch', operations }
}

/** An id that no other step has. */
function freeId(document: WorkflowDocument, wanted: string): string {
  const taken = new Set(document.nodes.map(({ id }) => id))
  for (let number = 1; ; number++) {
    const id = number === 1 ? wanted : `${wanted}_${number}`
    if (!taken.has(id)) return id
  }
}

/** Other settings of a step; `undefined` takes one away. */
export function changeSettings(node: WorkflowNode, changes: Record<string, JsonObject[string] | undefined>): Operation {
  const kept = Object.entries({ ...node.config, ...changes }).filter(
    (entry): entry is [string, JsonObject[string]] => entry[1] !== undefined,
  )
  return { type: 'set_config', node_id: node.id, config: Object.fromEntries(kept) }
}

export const changePrompt = ({ agent }: Pick<AgentSteps, 'agent'>, prompt: Prompt): Operation =>
  changeSettings(agent, { system: writePrompt(prompt) })

/** Turns the check of messages on or off. */
export function changeCheck(document: WorkflowDocument, steps: AgentSteps, on: boolean): Operation {
  if (!on) return rearrange(document, { ...steps, check: null, refusal: null })
  const config = { text: '{{ $trigger.message }}', injection: true, pii: NUMBERS }
  const check = step(freeId(document, 'check_message'), 'guardrails', 'Check the message', config)
  const refusal = step(freeId(document, 'refusal'), 'template', 'Refuse', { text: REFUSED })
  return rearrange(document, { ...steps, check: steps.check ?? check, refusal: steps.refusal ?? refusal })
}

const textOf = ({ id }: WorkflowNode) => `{{ $nodes.${id}.text }}`

/** What the step that answers says as a text: its whole output, or the text of one with sources. */
function answerText(answer: WorkflowNode): Json | undefined {
  if (answer.type === 'template') return answer.config.text
  const { fields } = answer.config
  return (Array.isArray(fields) ? fields : []).filter(isObject).find(({ name }) => name === 'text')?.value
}

/**
 * The kind and settings of the step that answers in text: of an agent with knowledge with the passages the answer rests on, of one whose
 * tools may make files with those. Where personal data is covered no file is given: nothing covers it there.
 */
function textStep(agent: WorkflowNode, text: Json, covers: boolean): Pick<WorkflowNode, 'type' | 'config'> {
  const cites = knowledgeOf(agent).length > 0
  const files = !covers && mayMakeFiles(agent) ? [{ name: 'files', value: `{{ $nodes.${agent.id}.files }}` }] : []
  if (!cites && files.length === 0) return { type: 'template', config: { text } }
  const found = `$nodes.${agent.id}.citations`
  // What is covered in the answer is not told by its sources.
  const citations = covers ? `{{ [${found}] ~> |$|{"text": "", "quote": ""}| }}` : `{{ ${found} }}`
  const fields = [{ name: 'text', value: text }, ...(cites ? [{ name: 'citations', value: citations }] : []), ...files]
  return { type: 'set_fields', config: { fields } }
}

/** The bases it answers from. Its answer then has the passages it rests on. */
export function changeKnowledge(document: WorkflowDocument, steps: AgentSteps, ids: readonly string[]): Operation {
  return changeAgent(document, steps, withKnowledge(steps.agent, ids))
}

/** Other settings of the agent. Its answer has the files of its tools as soon as one may make some, and no longer without. */
export function changeTools(document: WorkflowDocument, steps: AgentSteps, config: JsonObject): Operation {
  const isSame = mayMakeFiles(steps.agent) === mayMakeFiles({ ...steps.agent, config })
  return isSame ? { type: 'set_config', node_id: steps.agent.id, config } : changeAgent(document, steps, config)
}

/** Other settings of the agent; its answer then has what they bring. */
function changeAgent(document: WorkflowDocument, steps: AgentSteps, config: JsonObject): Operation {
  const settings: Step = { type: 'set_config', node_id: steps.agent.id, config }
  const { answer } = steps
  const text = answer && answerText(answer)
  if (!answer || answer.type === 'choose_fields' || text === undefined) return settings
  const agent = { ...steps.agent, config }
  const wanted = textStep(agent, text, steps.cover !== null)
  const moved = rearrange(document, { ...steps, answer: { ...answer, ...wanted } })
  const operations = moved.type === 'batch' ? moved.operations : []
  const isSame = answer.type === wanted.type
  const set: Step[] = isSame ? [{ type: 'set_config', node_id: answer.id, config: wanted.config }] : []
  return { type: 'batch', operations: [settings, ...operations, ...set] }
}

/** An answer in text, with or without a cover over personal data. */
function textAnswer(document: WorkflowDocument, steps: AgentSteps, covers: boolean): Operation {
  const config = { text: textOf(steps.agent), injection: false, pii: NUMBERS }
  const made = step(freeId(document, 'cover_answer'), 'guardrails', 'Cover personal data', config)
  const cover = covers ? (steps.cover ?? made) : null
  const text = cover ? `{{ $nodes.${cover.id}.clean }}` : textOf(steps.agent)
  const { type, config: wanted } = textStep(steps.agent, text, covers)
  const isText = steps.answer?.type === type
  const id = steps.answer?.id ?? freeId(document, 'answer')
  const answer = step(id, type, isText ? (steps.answer?.title ?? 'Answer') : 'Answer', wanted)
  const moved = rearrange(document, { ...steps, cover, answer })
  const operations = moved.type === 'batch' ? moved.operations : []
  return isText
    ? { type: 'batch', operations: [...operations, { type: 'set_config', node_id: id, config: wanted }] }
    : moved
}

/** Covers personal data in answers, or no longer. Answers in a form have no text to cover. */
export const changeCover = (document: WorkflowDocument, steps: AgentSteps, on: boolean): Operation =>
  textAnswer(document, steps, on)

/** Answers as an object of this JSON Schema; null answers in text. */
export function changeForm(document: WorkflowDocument, steps: AgentSteps, schema: JsonObject | null): Operation {
  const settings = changeSettings(steps.agent, { schema: schema ?? undefined }) as Step
  const hasForm = steps.answer?.type === 'choose_fields'
  if (schema !== null && hasForm) return settings
  const id = steps.answer?.id ?? freeId(document, 'answer')
  const form = step(id, 'choose_fields', 'Answer', { value: `{{ $nodes.${steps.agent.id}.object }}` })
  const moved =
    schema === null ? textAnswer(document, steps, false) : rearrange(document, { ...steps, cover: null, answer: form })
  return { type: 'batch', operations: [settings, ...(moved.type === 'batch' ? moved.operations : [])] }
}
