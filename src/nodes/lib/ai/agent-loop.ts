/**
 * How an agent works: the model is asked; the tools it names are called, those that act after a person has agreed; their answers go back
 * to it as data, until it answers or its steps are used up. Where a person, another workflow, an account or a busy service has to be waited
 * for, everything so far is kept with the wait and comes back with its end. It is also kept before and after each tool that acts: after a
 * crash the agent continues from there, and doesn't act twice because a model decides otherwise the second time.
 */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { rupees } from '#nodes/lib/finance/money.ts'
import { accountWait, FIRST_TURN, MOST_TURNS, waitedTooLong } from '#nodes/lib/integrations/account-wait.ts'
import { isOutcomeKnown } from '#nodes/lib/integrations/outcome.ts'
import type { ModelAnswer, ModelMessage, ModelRequest, ModelTool } from '#nodes/model-port.ts'
import { NodeError, type NodeResult, output, type Resolution } from '#nodes/node.ts'
import { HOUR_MS } from '#shared/time.ts'
import { roleOf } from './agent-role.ts'
import { type AgentContext, type AgentState, beginAgent, type Named, type Pause, State, stored } from './agent-state.ts'
import {
  type AgentTool,
  acts,
  callProblem,
  callTool,
  needsApproval,
  type RunTool,
  startsRun,
  truncateResult,
} from './agent-tools.ts'
import { citedIn, numberPassages, passagesAsText } from './citations.ts'
import { asText } from './input-text.ts'
import { FILES_GIVEN, filesIn, type ToolFile, withFiles } from './made-files.ts'
import { askModel } from './model-settings.ts'
import { callMemory, isMemoryTool, MEMORY_TOOLS } from './person-memory.ts'
import { planTool, readPlan } from './plan.ts'
import { shownText, shownValue } from './shown.ts'
import { callSkill, skillTools } from './skills.ts'
import { ownTools, type SubAgent, SubAgentTask, settingsOfSubAgent, subAgentTools } from './sub-agents.ts'
import { fenceUntrusted } from './untrusted.ts'

/** What is kept of a result in the output. */
const BRIEF = 2_000
const MOST_STUCK = 2

type Waiting = Extract<NodeResult, { type: 'wait' }>
/** How far an agent came: to its answer in words, or to a wait with everything so far. */
type Work = { type: 'answer'; text: string; last: boolean } | Waiting

/** Continues from the current state to an answer or to the next wait. @throws NodeError */
export const continueAgent = async (ctx: AgentContext, state: AgentState): Promise<NodeResult> =>
  resultOf(ctx, state, await work(ctx, state))

async function work(ctx: AgentContext, state: AgentState): Promise<Work> {
  for (;;) {
    const waiting = await callPending(ctx, state)
    if (waiting) return waiting
    const last = state.steps >= ctx.config.max_steps || state.stuck >= MOST_STUCK
    if (last) state.messages.push({ role: 'user', content: 'Call no more tools. Answer now with what you have found.' })
    const text = await think(ctx, state, last)
    if (text !== null) return { type: 'answer', text, last }
  }
}

async function resultOf(ctx: AgentContext, state: AgentState, done: Work): Promise<NodeResult> {
  if (done.type === 'wait') return done
  return finish(ctx, state, done, await formed(ctx, state, done.text))
}

/** Asks the model once. @returns its answer; null when it names tools */
async function think(ctx: AgentContext, state: AgentState, last: boolean): Promise<string | null> {
  const ofSkills = skillTools(state.skills ?? [])
  const declared = toolsOf(ctx)
    .filter(({ name }) => !isBuiltIn(ctx, state, name))
    .map(({ name, description, parameters }) => ({ name, description, parameters }))
  const subAgents = subAgentTools(ctx.config.sub_agents)
  const plans = ctx.config.plan ? [planTool] : []
  const tools: ModelTool[] = [...declared, ...subAgents, ...ofSkills, ...plans, ...memoryTools(ctx, state)]
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

/** Whether a tool comes with the settings. It is used in place of one of the same name that the author declared. */
const isBuiltIn = ({ config }: AgentContext, { skills = [] }: AgentState, name: string): boolean =>
  skillTools(skills).some((tool) => tool.name === name) || (config.plan && name === planTool.name)

/** What the agent itself may call. */
const toolsOf = ({ config }: AgentContext): AgentTool[] => ownTools(config.tools, config.sub_agents)

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
async function callPending(ctx: AgentContext, state: AgentState): Promise<Waiting | null> {
  for (let call = state.pending[0]; call; call = state.pending[0]) {
    const own = await callBuiltIn(ctx, state, call)
    if (own) {
      told(ctx, state, call, own)
      continue
    }
    const subAgent = ctx.config.sub_agents.find(({ name }) => name === call.name)
    if (subAgent) {
      const wait = await giveTask(ctx, state, subAgent, call)
      if (wait) return wait
      continue
    }
    const tool = toolsOf(ctx).find(({ name }) => name === call.name)
    const problem = await callProblem(tool, call)
    const before = madeBefore(state, call)
    if (problem !== null || !tool) told(ctx, state, call, { ok: false, result: problem ?? '' })
    else if (state.uncertain?.includes(signatureOf(call))) told(ctx, state, call, { ok: false, result: LOST })
    else if (before) answered(state, call, true, before)
    else if (needsApproval(tool)) return approvalOf(ctx, state, tool, call)
    else if (acts(tool) && !startsRun(tool)) return keepFirst(ctx, state, 'call')
    else {
      const wait = await carryOut(ctx, state, tool, call)
      if (wait) return wait
    }
  }
  return null
}

/** What the same call gave, in words for the model; null where it was not made. */
function madeBefore({ made }: AgentState, call: Named): string | null {
  const before = made.find(
    ({ ok, tool, arguments: given }) =>
      ok && tool === call.name && JSON.stringify(given) === JSON.stringify(call.arguments),
  )
  return before ? `You have made this call before. It gave:\n${before.result}` : null
}

/** Gives a sub-agent its task. @returns a wait when it has to wait for something */
async function giveTask(
  ctx: AgentContext,
  state: AgentState,
  subAgent: SubAgent,
  call: Named,
): Promise<Waiting | null> {
  const asked = SubAgentTask.safeParse(call.arguments)
  const before = madeBefore(state, call)
  if (!asked.success) told(ctx, state, call, { ok: false, result: 'Say what its task is.' })
  else if (before) answered(state, call, true, before)
  else {
    const inner = contextOf(ctx, state, subAgent)
    const messages: ModelMessage[] = [
      {
        role: 'system',
        content: roleOf({ system: subAgent.instructions, tools: inner.config.tools, skills: [], plans: false }),
      },
      { role: 'user', content: asked.data.task },
    ]
    const begun = beginAgent(messages, { used: null, remembers: false, skills: [] })
    const shared = { ...begun, ...(state.passages && { passages: state.passages }) }
    state.sub = { state: stored(shared), began: ctx.now().getTime() }
    return afterSubAgent(ctx, state, shared, await work(inner, shared))
  }
  return null
}

/** A step as one of its sub-agents has it: with its tools and its part of the trace, and the budget and rights of the agent. */
function contextOf(ctx: AgentContext, state: AgentState, subAgent: SubAgent): AgentContext {
  const key = keyOfNext(ctx, state)
  const { http, actions, memory, skills, signal } = ctx
  return {
    ...{ http, actions, memory, skills, signal },
    inTool: (name, work) => ctx.inTool(name, work),
    ...ctx.under(`${subAgent.name}:${state.made.length + 1}`),
    config: settingsOfSubAgent(ctx.config, subAgent),
    run: { ...ctx.run, idempotency_key: key },
    call: (type, config, input, part = '') => ctx.call(type, config, input, `${state.made.length + 1}.${part}`),
    now: () => ctx.now(),
    log: (...given) => ctx.log(...given),
    // What it writes is no part of the answer.
    progress: (fraction, message) => ctx.progress(fraction, `${subAgent.name}: ${message}`),
    under: () => {
      throw new Error('A sub-agent has no sub-agents')
    },
    showPlan: () => {
      throw new Error('A sub-agent writes no plan')
    },
  }
}

/** Takes the answer of a sub-agent, or keeps what it has done so far with its wait. */
function afterSubAgent(ctx: AgentContext, state: AgentState, inner: AgentState, done: Work): Waiting | null {
  const began = state.sub?.began ?? ctx.now().getTime()
  const [call] = state.pending
  if (done.type === 'wait') {
    const { wait } = done
    state.sub = { state: ('state' in wait ? wait.state : undefined) ?? null, began }
    return { type: 'wait', wait: { ...wait, state: stored(state) } as Waiting['wait'] }
  }
  state.input_tokens += inner.input_tokens
  state.output_tokens += inner.output_tokens
  if (inner.passages) state.passages = inner.passages
  delete state.sub
  if (call) told(ctx, state, call, { ok: true, result: truncateResult(done.text), began, files: inner.files ?? [] })
  return null
}

/** Answers a call of a tool that the settings bring with them; null for any other. */
async function callBuiltIn(ctx: AgentContext, state: AgentState, call: Named): Promise<Told | null> {
  if (isBuiltIn(ctx, state, call.name)) {
    if (call.name === planTool.name) return writePlan(ctx, state, call)
    return { ...(await callSkill(ctx, state.skills ?? [], call)), isInstruction: true }
  }
  const isDeclared = ctx.config.tools.some(({ name }) => name === call.name)
  if (isDeclared || !state.remembers || !isMemoryTool(call.name)) return null
  return callMemory(ctx, call, keyOfNext(ctx, state))
}

function writePlan(ctx: AgentContext, state: AgentState, call: Named): Told {
  const plan = readPlan(call.arguments)
  if (!plan) return { ok: false, result: 'The plan doesn’t match the schema.' }
  state.plan = plan
  ctx.showPlan(plan)
  return { ok: true, result: 'Written.' }
}

/** The same for every attempt of the next call. */
const keyOfNext = (ctx: AgentContext, { made }: AgentState): string => `${ctx.run.idempotency_key}:${made.length + 1}`

/** Keeps everything so far, and continues at once. */
function keepFirst(ctx: AgentContext, state: AgentState, why: 'call' | 'made'): Waiting {
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
): Promise<Waiting | null> {
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
  const wait = await ctx.inTool(tool.name, () => useTool(ctx, state, { tool, call }, { turn, since }))
  return wait ?? (acts(tool) ? keepFirst(ctx, state, 'made') : null)
}

/** Asks the tool itself. @returns a wait where it can't be answered now */
async function useTool(
  ctx: AgentContext,
  state: AgentState,
  { tool, call }: { tool: Exclude<AgentTool, RunTool>; call: Named },
  { turn, since }: Omit<Pause, 'for'>,
): Promise<Waiting | null> {
  const began = ctx.now().getTime()
  try {
    const answer = await callTool(ctx, tool, call.arguments, keyOfNext(ctx, state))
    if (answer.type === 'later' && turn < MOST_TURNS) {
      state.pause = { for: 'service', turn: turn + 1, since: null }
      ctx.log(answer.message, { until: answer.until })
      return { type: 'wait', wait: { type: 'timer', until: answer.until, state: stored(state) } }
    }
    if (answer.type === 'later') told(ctx, state, call, { ok: false, result: answer.message, began })
    else if (answer.type === 'answer') told(ctx, state, call, { ok: true, ...answer, began })
    else told(ctx, state, call, { ok: true, result: readPassages(state, answer.output), began })
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    const keep = (next: Omit<Pause, 'for'>) => stored(Object.assign(state, { pause: { for: 'account', ...next } }))
    const wait = tool.kind === 'app' && accountWait(ctx, tool, error, { turn, since }, keep)
    if (wait) return { type: 'wait', wait }
    if (acts(tool) && !isOutcomeKnown(error)) state.uncertain = [...(state.uncertain ?? []), signatureOf(call)]
    told(ctx, state, call, { ok: false, result: error.message, began })
  }
  return null
}

/** Keeps the passages that were found with their numbers. */
function readPassages(state: AgentState, found: Json): string {
  const numbered = numberPassages(state.passages ?? [], found)
  state.passages = numbered.all
  return truncateResult(passagesAsText(numbered.found))
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
  /** What it made. */
  files?: readonly ToolFile[]
}

/** Answers a call, and traces it with its result. */
function told(
  ctx: AgentContext,
  state: AgentState,
  call: Named,
  { ok, result, began, kept, isInstruction, files = [] }: Told,
): void {
  answered(state, call, ok, result, { kept, isInstruction, files })
  const now = ctx.now().getTime()
  ctx.traceTool({ name: call.name, arguments: call.arguments, ok, result, ms: now - (began ?? now) })
}

function answered(
  state: AgentState,
  call: Named,
  ok: boolean,
  result: string,
  { kept, isInstruction, files = [] }: Pick<Told, 'kept' | 'isInstruction' | 'files'> = {},
): void {
  state.pending.shift()
  state.made.push({ tool: call.name, arguments: call.arguments, ok, result: kept ?? result.slice(0, BRIEF) })
  const said = isInstruction ? result : fenceUntrusted(result)
  const content = ok ? (files.length > 0 ? `${said}\n${FILES_GIVEN}` : said) : `It failed: ${result}`
  state.files = withFiles(state.files, files)
  state.messages.push({ role: 'tool', tool_call_id: call.id, name: call.name, content })
}

/** What a person agrees to pay with a call. */
const costOf = (tool: AgentTool): string =>
  tool.kind === 'agent' && tool.most_paise > 0 ? `, for up to ${rupees(tool.most_paise)}` : ''

/** What a model passes to a tool comes from inside the run, and what is said of the tool is a part of the prompt. */
function approvalOf(ctx: AgentContext, state: AgentState, tool: AgentTool, call: Named): Waiting {
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

/** Continues after a wait, from what was kept with it. @throws NodeError */
export async function resumeAgent(ctx: AgentContext, resolution: Resolution): Promise<NodeResult> {
  const { state, done } = await resumeWork(ctx, resolution)
  return resultOf(ctx, state, done)
}

const notWaiting = () => new NodeError('wrong_answer', 'The agent was not waiting for an answer')

/** The wait was that of the agent, or of a sub-agent that works for it. */
async function resumeWork(ctx: AgentContext, resolution: Resolution): Promise<{ state: AgentState; done: Work }> {
  const { pause, ...state } = State.parse(resolution.state)
  if (!state.sub) {
    const wait = await takeResolution(ctx, state, pause, resolution)
    return { state, done: wait ?? (await work(ctx, state)) }
  }
  const subAgent = ctx.config.sub_agents.find(({ name }) => name === state.pending[0]?.name)
  if (!subAgent) throw notWaiting()
  const inner = await resumeWork(contextOf(ctx, state, subAgent), { ...resolution, state: state.sub.state })
  const wait = afterSubAgent(ctx, state, inner.state, inner.done)
  return { state, done: wait ?? (await work(ctx, state)) }
}

/** Answers the call that was waited for. @returns another wait when it needs one */
async function takeResolution(
  ctx: AgentContext,
  state: AgentState,
  pause: Pause | undefined,
  resolution: Resolution,
): Promise<Waiting | null> {
  if (pause?.for === 'made') return null
  if (pause?.for === 'account' && resolution.type === 'timeout') throw waitedTooLong()
  const [call] = state.pending
  const tool = toolsOf(ctx).find(({ name }) => name === call?.name)
  if (!call || !tool) throw notWaiting()
  if (pause) return carryOut(ctx, state, tool, call, pause)
  if (resolution.type === 'approval' && resolution.approved) return carryOut(ctx, state, tool, call)
  if (resolution.type === 'child') {
    const { status, message } = resolution
    const began = state.called_at
    if (status === 'succeeded')
      told(ctx, state, call, {
        ...{ ok: true, result: truncateResult(asText(resolution.output)), began },
        files: filesIn(resolution.output ?? null),
      })
    else told(ctx, state, call, { ok: false, result: message ?? `It was ${status}`, began })
    return null
  }
  const comment = resolution.type === 'approval' ? resolution.comment : ''
  const why = resolution.type === 'timeout' ? 'Nobody answered in time.' : 'A person did not allow this call.'
  told(ctx, state, call, { ok: false, result: comment === '' ? why : `${why} They said: ${comment}` })
  return null
}

function finish(
  ctx: AgentContext,
  state: AgentState,
  { text, last }: Extract<Work, { type: 'answer' }>,
  object: Json | undefined,
): NodeResult {
  return output({
    text: shownText(text, ctx.config.allowed_hosts),
    ...(object !== undefined && { object: shownValue(object, ctx.config.allowed_hosts) }),
    steps: state.steps,
    // The arguments and results of the model's tool calls are shown with its answer.
    calls: shownValue(state.made, ctx.config.allowed_hosts),
    finish: last ? 'steps' : 'answered',
    ...(state.plan && { plan: state.plan }),
    ...(state.files && { files: state.files }),
    ...(state.passages && { citations: citedIn(text, state.passages) }),
    model: state.model,
    input_tokens: state.input_tokens,
    output_tokens: state.output_tokens,
  })
}
