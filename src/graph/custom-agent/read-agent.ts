/**
 * Recognises a custom agent: a chat message that one AI agent answers, with a check of what comes in and of what goes out where the
 * builder has put them. Ids and titles may be any; the kinds of steps and how they are connected decide.
 */
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { type Prompt, readPrompt } from './prompt.ts'

/** Its steps by what they are there for. */
export interface AgentSteps {
  chat: WorkflowNode
  /** Stops messages before the model sees them. */
  check: WorkflowNode | null
  /** What a person is told whose message was stopped. */
  refusal: WorkflowNode | null
  agent: WorkflowNode
  /** Covers personal data in the answer. */
  cover: WorkflowNode | null
  answer: WorkflowNode | null
}

export type FoundAgent =
  | { fits: true; steps: AgentSteps; prompt: Prompt }
  /** Why the builder can't show it, as sentences for people. */
  | { fits: false; reasons: string[] }

/** What starts a workflow with a chat message; undefined where it starts with something else. */
export const chatTriggerOf = ({ nodes }: WorkflowDocument): WorkflowNode | undefined =>
  nodes.find(({ type, disabled }) => type === 'chat_trigger' && disabled !== true)

const no = (...reasons: string[]): FoundAgent => ({ fits: false, reasons })

/** Kinds of steps that write the answer. */
const ANSWERS: ReadonlySet<string> = new Set(['template', 'set_fields', 'choose_fields'])
const PARTS: ReadonlySet<string> = new Set(['chat_trigger', 'ai_agent', 'guardrails', ...ANSWERS])

class Ways {
  readonly #document: WorkflowDocument
  /** Connections that were followed. */
  readonly seen = new Set<string>()

  constructor(document: WorkflowDocument) {
    this.#document = document
  }

  /** The one step a port leads to; null for none, undefined for several. */
  next({ id }: WorkflowNode, port = 'out'): WorkflowNode | null | undefined {
    const edges = this.#document.edges.filter(({ from }) => from.node === id && from.port === port)
    const [edge] = edges
    if (!edge) return null
    if (edges.length > 1) return undefined
    this.seen.add(edge.id)
    return this.#document.nodes.find((node) => node.id === edge.to.node)
  }
}

const isEnd = (node: WorkflowNode | null | undefined): node is WorkflowNode =>
  node !== null && node !== undefined && ANSWERS.has(node.type)

function follow(document: WorkflowDocument, chat: WorkflowNode): { steps: AgentSteps; ways: Ways } | null {
  const ways = new Ways(document)
  const first = ways.next(chat)
  const check = first?.type === 'guardrails' ? first : null
  const refusal = check && ways.next(check, 'blocked')
  const agent = check ? ways.next(check, 'passed') : first
  if (agent?.type !== 'ai_agent' || (check && !isEnd(refusal))) return null
  const after = ways.next(agent)
  if (after === undefined) return null
  const cover = after?.type === 'guardrails' ? after : null
  const answer = cover ? ways.next(cover, 'passed') : after
  if (answer !== null && !isEnd(answer)) return null
  if (cover && (answer === null || ways.next(cover, 'blocked') !== answer)) return null
  return { steps: { chat, check, refusal: refusal ?? null, agent, cover, answer }, ways }
}

const quoted = (nodes: readonly WorkflowNode[]): string => nodes.map(({ title }) => `“${title}”`).join(', ')

/** Takes a document apart; says why where that can't be done. */
export function readAgent(document: WorkflowDocument): FoundAgent {
  const { nodes, edges } = document
  const chats = nodes.filter(({ type }) => type === 'chat_trigger')
  const agents = nodes.filter(({ type }) => type === 'ai_agent')
  const others = nodes.filter(({ type }) => !PARTS.has(type))
  const off = nodes.filter(({ disabled }) => disabled === true)
  const [chat] = chats
  const reasons = [
    ...(chats.length === 1 ? [] : ['It doesn’t start with a chat message.']),
    ...(agents.length === 1
      ? []
      : [agents.length === 0 ? 'It has no AI agent step.' : 'It has more than one AI agent step.']),
    ...(others.length === 0 ? [] : [`It has steps that the builder doesn’t show: ${quoted(others)}.`]),
    ...(off.length === 0 ? [] : [`Some of its steps are turned off: ${quoted(off)}.`]),
  ]
  if (reasons.length > 0 || !chat) return no(...reasons)
  const found = follow(document, chat)
  if (!found) return no('Its steps are connected in another way than the builder connects them.')
  const { steps, ways } = found
  const used = new Set(Object.values(steps).flatMap((node: WorkflowNode | null) => (node ? [node.id] : [])))
  const left = nodes.filter(({ id }) => !used.has(id))
  if (left.length > 0) return no(`Some of its steps aren’t part of the conversation: ${quoted(left)}.`)
  if (edges.some(({ id }) => !ways.seen.has(id)))
    return no('Its steps are connected in another way than the builder connects them.')
  const { system } = steps.agent.config
  return { fits: true, steps, prompt: readPrompt(typeof system === 'string' ? system : '') }
}
