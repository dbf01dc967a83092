/**
 * How an agent works: the model is asked; the tools it names are called, those that act after a person has agreed; their answers go back
 * to it as data, until it answers or its steps are used up. Where a person, another workflow, an account or a busy service has to be waited
 * for, everything so far is kept with the wait and comes back with its end. It is also kept before and after each tool that acts: after a
 * crash the agent continues from there, and doesn't act twice because a model decides otherwise the second time.
 */

import { z } from 'zod'
import { type Json, JsonObject } from '#contract/core/primitives.ts'
import { rupees } from '#nodes/lib/finance/money.ts'
import { accountWait, FIRST_TURN, MOST_TURNS, waitedTooLong } from '#nodes/lib/integrations/account-wait.ts'
import { isOutcomeKnown } from '#nodes/lib/integrations/outcome.ts'
import { type NodeContext, NodeError, type NodeResult, output, type Resolution } from '#nodes/node.ts'
import type { ModelAnswer, ModelMessage, ModelRequest, ModelTool, ModelUsage } from '#nodes/ports.ts'
import { HOUR_MS } from '#shared/time.ts'
import { type AgentTool, acts, callProblem, callTool, needsApproval, startsRun, truncateResult } from './agent-tools.ts'
import { Citation, citedIn, numberPassages, passagesAsText } from './citations.ts'
import { asText } from './input-text.ts'
import { askModel, type ModelChoice } from './model-settings.ts'
import { callMemory, isMemoryTool, MEMORY_TOOLS } from './person-memory.ts'
import { shownText, shownValue } from './shown.ts'
import { AgentSkill, callSkill, skillTools } from './skills.ts'
import { fenceUntrusted } from './untrusted.ts'

export interface AgentSettings extends ModelChoice {
  task: string
  history?: Json | undefined
  person_memory: boolean
  tools: AgentTool[]
  skills: string[]
  max_steps: number
  approval_hours: number
  allowed_hosts: string[]
  schema?: JsonObject | undefined
  temperature?: number | undefined
}
export type AgentContext = NodeContext<AgentSettings>

const Call = z.object({ id: z.string(), name: z.string(), arguments: JsonObject })
const Pause = z.object({
  /** Before a call that acts; after one; until a service is less busy; until an account is connected again. */
  for: z.enum(['call', 'made', 'service', 'account']),
  turn: z.number(),
  since: z.number().nullable(),
})
type Pause = z.infer<typeof Pause>
const Made = z.object({ tool: z.string(), arguments: JsonObject, ok: z.boolean(), result: z.string() })

/** Everything an agent has done so far. */
const State = z.object({
  messages: z.array(z.custom<ModelMessage>()),
  /** Named by the model and not yet answered. */
  pending: z.array(Call),
  made: z.array(Made),
  /** Times the model was asked. */
  steps: z.number(),
  /** Steps in a row that brought nothing new. */
  stuck: z.number(),
  /** Why the agent waits, unless for a person or another workflow. */
  pause: Pause.optional(),
  /** Calls that may have taken effect although they failed, as `signatureOf` writes them. */
  uncertain: z.array(z.string()).optional(),
  /** Passages of knowledge that were found, numbered. */
  passages: z.array(Citation).optional(),
  /** When another workflow was called, ms since 1970. */
  called_at: z.number().optional(),
  /** Whether the person lets it remember facts about them. */
  remembers: z.boolean().optional(),
  /** The skills it can read. */
  skills: z.array(AgentSkill).optional(),
  model: z.string().nullable(),
  input_tokens: z.number(),
  output_tokens: z.number(),
})
export type AgentState = z.infer<typeof State>

interface Beginning {
  /** What was used before the first step. */
  used: ModelUsage | null
  /** It may keep facts about the person. */
  remembers: boolean
  skills: AgentState['skills']
}

export const beginAgent = (messages: ModelMessage[], { used, remembers, skills = [] }: Beginning): AgentState => ({
  ...(remembers && { remembers }),
  ...(skills.length > 0 && { skills }),
  messages,
  pending: [],
  made: [],
  steps: 0,
  stuck: 0,
  model: null,
  input_tokens: used?.input_tokens ?? 0,
  output_tokens: used?.output_tokens ?? 0,
})

/** What is kept of a result in the output. */
const BRIEF = 2_000
const MOST_STUCK = 2

/** Continues from the current state to an answer or to the next wait. @throws NodeError */
export async function continueAgent(ctx: AgentContext, state: AgentState): Promise<NodeResult> {
  for (;;) {
    const waiting = await callPending(ctx, state)
    if (waiting) return waiting
    const last = state.steps >= ctx.config.max_steps || state.stuck >= MOST_STUCK
    if (last) state.messages.push({ role: 'user', content: 'Call no more tools. Answer now with what you have found.' })
    const done = await think(ctx, state, last)
    if (done !== null) return finish(ctx, state, done, last, await formed(ctx, state, done))
  }
}

/** Asks the model once. @returns its answer; null when it names tools */
async function think(ctx: AgentContext, state: AgentState, last: boolean): Promise<string | null> {
  const ofSkills = skillTools(state.skills ?? [])
  const declared = ctx.config.tools
    .filter(({ name }) => ofSkills.every((tool) => tool.name !== name))
    .map(({ name, description, parameters }) => ({ name, description, parameters }))
  const tools: ModelTool[] = [...declared, ...ofSkills, ...memoryTools(ctx, state)]
  const offered = last || tools.length === 0 ? {} : { tools }
  const answer = await counted(ctx, state, { messages: state.messages, ...offered })
  state.steps++
  if (last || answer.tool_calls.length === 0) return answer.text
  state.messages.push({ role: 'assistant', content: answer.text, tool_calls: answer.tool_calls })
  const isOld = (name: string, args: JsonObject) =>
    state.made.some((made) => made.tool === name && JSON.stringify(made.arguments) === JSON.stringify(args))
  const isStuck = answer.tool_calls.every((call) => isOld(call.name, call.arguments))
  state.stuck = isStuck ? state.stuck + 1 : 0
  state.pending = answer.tool_calls
  return null
}

/** A tool of the same name that the author declared comes first. */
const memoryTools = (ctx: AgentContext, { remembers }: AgentState): readonly ModelTool[] =>
  remembers ? MEMORY_TOOLS.filter((tool) => ctx.config.tools.every(({ name }) => name !== tool.name)) : []

/** Asks the model and adds what it used to the state. */
async function counted(
  ctx: AgentContext,
  state: AgentState,
  wanted: Pick<ModelRequest, 'messages' | 'tools' | 'schema'>,
): Promise<ModelAnswer> {
  const { temperature, max_steps } = ctx.config
  const request = { ...wanted, ...(temperature !== undefined && { temperature }) }
  const answer = await askModel(ctx, request, state.steps / (max_steps + 1))
  state.model = answer.model
  state.input_tokens += answer.usage.input_tokens
  state.output_tokens += answer.usage.output_tokens
  return answer
}

/**
 * The answer as JSON, where a schema is set. Asked for separately: not every model can be held to a schema while it has tools.
 */
async function formed(ctx: AgentContext, state: AgentState, text: string): Promise<Json | undefined> {
  const { schema } = ctx.config
  if (!schema) return undefined
  const messages: ModelMessage[] = [
    ...state.messages,
    { role: 'assistant', content: text },
    { role: 'user', content: 'Give exactly this answer as JSON in the form asked for.' },
  ]
  const answer = await counted(ctx, state, { messages, schema })
  return answer.object ?? null
}

const signatureOf = ({ name, arguments: args }: Named): string => JSON.stringify([name, args])

const LOST = 'This call was made before and its answer was lost. It isn’t made again, because it may have taken effect.'

/** Answers the model's calls one after the other. @returns a wait when one of them needs one */
async function callPending(ctx: AgentContext, state: AgentState): Promise<NodeResult | null> {
  for (let call = state.pending[0]; call; call = state.pending[0]) {
    const own = await callBuiltIn(ctx, state, call)
    if (own) {
      told(ctx, state, call, own)
      continue
    }
    const tool = ctx.config.tools.find(({ name }) => name === call.name)
    const problem = await callProblem(tool, call)
    const before = state.made.find(
      (made) => made.ok && made.tool === call.name && JSON.stringify(made.arguments) === JSON.stringify(call.arguments),
    )
    if (problem !== null || !tool) told(ctx, state, call, { ok: false, result: problem ?? '' })
    else if (state.uncertain?.includes(signatureOf(call))) told(ctx, state, call, { ok: false, result: LOST })
    else if (before) answered(state, call, true, `You have made this call before. It gave:\n${before.result}`)
    else if (needsApproval(tool)) return approvalOf(ctx, state, tool, call)
    else if (acts(tool) && !startsRun(tool)) return keepFirst(ctx, state, 'call')
    else {
      const wait = await carryOut(ctx, state, tool, call)
      if (wait) return wait
    }
  }
  return null
}

/** Answers a call of a tool that the settings bring with them; null for any other. */
async function callBuiltIn(ctx: AgentContext, state: AgentState, call: Named): Promise<Told | null> {
  const { skills = [] } = state
  if (skillTools(skills).some(({ name }) => name === call.name))
    return { ...(await callSkill(ctx, skills, call)), isInstruction: true }
  const isDeclared = ctx.config.tools.some(({ name }) => name === call.name)
  if (isDeclared || !state.remembers || !isMemoryTool(call.name)) return null
  return callMemory(ctx, call, keyOfNext(ctx, state))
}

/** The same for every attempt of the next call. */
const keyOfNext = (ctx: AgentContext, { made }: AgentState): string => `${ctx.run.idempotency_key}:${made.length + 1}`

type Named = z.infer<typeof Call>

/** Keeps everything so far, and continues at once. */
function keepFirst(ctx: AgentContext, state: AgentState, why: 'call' | 'made'): NodeResult {
  state.pause = { for: why, ...FIRST_TURN }
  return { type: 'wait', wait: { type: 'timer', until: ctx.now().toISOString(), state: stored(state) } }
}

/** Makes a call that may be made. @returns a wait where it can't be answered now, and after one that acted */
async function carryOut(
  ctx: AgentContext,
  state: AgentState,
  tool: AgentTool,
  call: Named,
  { turn, since }: Omit<Pause, 'for'> = FIRST_TURN,
): Promise<NodeResult | null> {
  if (startsRun(tool)) {
    state.called_at = ctx.now().getTime()
    const runs =
      tool.kind === 'workflow'
        ? { workflow_id: tool.workflow_id }
        : { agent_id: tool.agent_id, most_paise: tool.most_paise }
    const input = { ...call.arguments, ...tool.fixed }
    return { type: 'wait', wait: { type: 'child', ...runs, input, state: stored(state) } }
  }
  ctx.progress(state.steps / (ctx.config.max_steps + 1), `Calling ${tool.name}`)
  const began = ctx.now().getTime()
  try {
    const answer = await callTool(ctx, tool, call.arguments, keyOfNext(ctx, state))
    if (answer.type === 'later' && turn < MOST_TURNS) {
      state.pause = { for: 'service', turn: turn + 1, since: null }
      ctx.log(answer.message, { until: answer.until })
      return { type: 'wait', wait: { type: 'timer', until: answer.until, state: stored(state) } }
    }
    const result = answer.type === 'passages' ? readPassages(state, answer.output) : answer
    const isAnswer = result.type === 'answer'
    told(ctx, state, call, { ok: isAnswer, result: isAnswer ? result.result : result.message, began })
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    const keep = (next: Omit<Pause, 'for'>) => stored(Object.assign(state, { pause: { for: 'account', ...next } }))
    const wait = tool.kind === 'app' && accountWait(ctx, tool, error, { turn, since }, keep)
    if (wait) return { type: 'wait', wait }
    if (acts(tool) && !isOutcomeKnown(error)) state.uncertain = [...(state.uncertain ?? []), signatureOf(call)]
    told(ctx, state, call, { ok: false, result: error.message, began })
  }
  return acts(tool) ? keepFirst(ctx, state, 'made') : null
}

/** Keeps the passages that were found with their numbers. */
function readPassages(state: AgentState, found: Json): { type: 'answer'; result: string } {
  const numbered = numberPassages(state.passages ?? [], found)
  state.passages = numbered.all
  return { type: 'answer', result: truncateResult(passagesAsText(numbered.found)) }
}

interface Told {
  ok: boolean
  result: string
  /** When it was carried out, in ms. */
  began?: number | undefined
  /** What the output says in place of the result. */
  kept?: string
  /** The result was written by the author of the agent. */
  isInstruction?: true
}

/** Answers a call, and traces it with its result. */
function told(
  ctx: AgentContext,
  state: AgentState,
  call: Named,
  { ok, result, began, kept, isInstruction }: Told,
): void {
  answered(state, call, ok, result, { kept, isInstruction })
  const now = ctx.now().getTime()
  ctx.traceTool({ name: call.name, arguments: call.arguments, ok, result, ms: now - (began ?? now) })
}

function answered(
  state: AgentState,
  call: Named,
  ok: boolean,
  result: string,
  { kept, isInstruction }: Pick<Told, 'kept' | 'isInstruction'> = {},
): void {
  state.pending.shift()
  state.made.push({ tool: call.name, arguments: call.arguments, ok, result: kept ?? result.slice(0, BRIEF) })
  const content = ok ? (isInstruction ? result : fenceUntrusted(result)) : `It failed: ${result}`
  state.messages.push({ role: 'tool', tool_call_id: call.id, name: call.name, content })
}

/** What a person agrees to pay with a call. */
const costOf = (tool: AgentTool): string =>
  tool.kind === 'agent' && tool.most_paise > 0 ? `, for up to ${rupees(tool.most_paise)}` : ''

/** What a model passes to a tool comes from inside the run, and what is said of the tool is a part of the prompt. */
function approvalOf(ctx: AgentContext, state: AgentState, tool: AgentTool, call: Named): NodeResult {
  const until = new Date(ctx.now().getTime() + ctx.config.approval_hours * HOUR_MS).toISOString()
  const wait = {
    type: 'approval' as const,
    title: `May the agent use “${tool.name}”${costOf(tool)}?`,
    details: { tool: tool.name, arguments: call.arguments },
    settings: { does: tool.description },
    from_input: true as const,
    until,
    state: stored(state),
  }
  return { type: 'wait', wait }
}

const stored = (state: AgentState): Json => state as unknown as Json

/** Continues after a wait, from what was kept with it. @throws NodeError */
export async function resumeAgent(ctx: AgentContext, resolution: Resolution): Promise<NodeResult> {
  const { pause, ...state } = State.parse(resolution.state)
  if (pause?.for === 'made') return continueAgent(ctx, state)
  if (pause?.for === 'account' && resolution.type === 'timeout') throw waitedTooLong()
  const [call] = state.pending
  const tool = ctx.config.tools.find(({ name }) => name === call?.name)
  if (!call || !tool) throw new NodeError('wrong_answer', 'The agent was not waiting for an answer')
  if (pause) {
    const wait = await carryOut(ctx, state, tool, call, pause)
    if (wait) return wait
  } else if (resolution.type === 'child') {
    const { status, message } = resolution
    const began = state.called_at
    if (status === 'succeeded')
      told(ctx, state, call, { ok: true, result: truncateResult(asText(resolution.output)), began })
    else told(ctx, state, call, { ok: false, result: message ?? `It was ${status}`, began })
  } else if (resolution.type === 'approval' && resolution.approved) {
    const wait = await carryOut(ctx, state, tool, call)
    if (wait) return wait
  } else {
    const comment = resolution.type === 'approval' ? resolution.comment : ''
    const why = resolution.type === 'timeout' ? 'Nobody answered in time.' : 'A person did not allow this call.'
    told(ctx, state, call, { ok: false, result: comment === '' ? why : `${why} They said: ${comment}` })
  }
  return continueAgent(ctx, state)
}

function finish(
  ctx: AgentContext,
  state: AgentState,
  text: string,
  last: boolean,
  object: Json | undefined,
): NodeResult {
  return output({
    text: shownText(text, ctx.config.allowed_hosts),
    ...(object !== undefined && { object: shownValue(object, ctx.config.allowed_hosts) }),
    steps: state.steps,
    // The arguments and results of the model's tool calls are shown with its answer.
    calls: shownValue(state.made, ctx.config.allowed_hosts),
    finish: last ? 'steps' : 'answered',
    ...(state.passages && { citations: citedIn(text, state.passages) }),
    model: state.model,
    input_tokens: state.input_tokens,
    output_tokens: state.output_tokens,
  })
}

export const MadeCalls = z.array(Made)
