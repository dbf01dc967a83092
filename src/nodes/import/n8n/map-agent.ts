/** n8n's agent: our agent, with its model, its tools, the form of its answer, and the conversation where a chat hands it over. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import { ANSWER, MESSAGE, promptOf, toldTo } from './map-ai.ts'
import { ANSWERER, type Folded, type Mapped, type Mapper, mapped } from './mapped.ts'
import { formOf, modelOf, temperatureOf } from './model-parts.ts'
import { type PostgresMemory, postgresMemory } from './postgres-memory.ts'
import type { Step } from './read.ts'
import type { StepReader } from './step-reader.ts'
import { toolsOf } from './tools/tools.ts'
import { kept } from './vector-parts.ts'

const LONGEST = 50_000

interface Memory {
  data: JsonObject['data']
  folded: Folded[]
  stored?: PostgresMemory
}

/** A window over the conversation is what our chat trigger hands over; of stores, Postgres has a counterpart. */
function memoryOf(reader: StepReader, task: string): Memory {
  const none = { data: null, folded: [] }
  const memory = reader.parts.find(({ kind }) => kind === 'ai_memory')?.step
  if (!memory || memory.disabled) return none
  const stored = memory.type === 'lc:memoryPostgresChat' ? postgresMemory(reader, memory, kept(task)) : null
  if (stored) return { data: stored.data, folded: [{ name: memory.name, how: 'mapped' }], stored }
  const chat = reader.chat()
  if (memory.type !== 'lc:memoryBufferWindow' || chat === null) {
    const why = chat === null ? 'only a chat passes on a conversation' : 'conversations aren’t kept in a store'
    reader.warn('setting', 'memory', `It doesn’t remember earlier runs: ${why}`)
    return none
  }
  return {
    data: `{{ $nodes.${chat}.history }}`,
    folded: [{ name: memory.name, how: 'mapped' }],
  }
}

/** What it does is not in the file: it works on a database of its own, or its instructions are kept at OpenAI. */
const isElsewhere = ({ type, parameters }: Step): boolean =>
  readTextAt(parameters, 'agent') === 'sqlAgent' ||
  (type === 'lc:openAiAssistant' && readTextAt(parameters, 'mode') !== 'new')

type MapperOf = (type: string) => Mapper | null

interface Told {
  task: string
  system: string
  /** Names under which n8n gives the answer. */
  gives: { name: string; value: Json }[]
}

function agentOf(reader: StepReader, mapperOf: MapperOf, { task, system, gives }: Told): Mapped | null {
  if (task.length > LONGEST) return null
  if (task.trim() === '') reader.warn('setting', 'task', 'The task is empty in the file: enter it')
  const steps = readAt(reader.step.parameters, 'options', 'maxIterations')
  const model = modelOf(reader)
  const memory = memoryOf(reader, task)
  const form = formOf(reader)
  const belt = toolsOf(reader, mapperOf)
  if (reader.parts.some(({ kind }) => ['ai_retriever', 'ai_vectorStore', 'ai_document'].includes(kind)))
    reader.warn('setting', 'retriever', 'The retrieval tool it used has no equivalent here; put “Retrieve” before it')
  const config: JsonObject = {
    task,
    data: memory.data ?? null,
    ...(system !== '' && { system: system.slice(0, 20_000) }),
    ...(belt.tools.length > 0 && { tools: belt.tools }),
    ...(typeof steps === 'number' && steps >= 1 && { max_steps: Math.min(50, Math.round(steps)) }),
    ...(form.schema && { schema: form.schema }),
    ...temperatureOf(reader),
    ...model.settings,
  }
  const made = mapped('ai_agent', config, {
    slots: [...model.slots, ...belt.slots],
    folded: [...model.folded, ...memory.folded, ...form.folded, ...belt.folded],
    follow: { type: 'set_fields', title: 'Answer in the n8n format', config: { keep_input: true, fields: gives } },
  })
  return memory.stored ? remembering(made, memory.stored, gives) : made
}

/** Behind the steps that read the conversation, what came in is elsewhere; behind the one that keeps it, the answer is. */
function remembering(made: Mapped, { before, after }: PostgresMemory, gives: Told['gives']): Mapped {
  const { task = '', system, tools } = made.config
  const moved = (text: Json): Json => (typeof text === 'string' ? kept(text) : text)
  const fixed = (tool: Json): Json =>
    isObject(tool) && tool.fixed !== undefined ? { ...tool, fixed: withKept(tool.fixed) } : tool
  const config = {
    ...made.config,
    task: moved(task),
    ...(system !== undefined && { system: moved(system) }),
    ...(Array.isArray(tools) && { tools: tools.map(fixed) }),
  }
  const answer = `$nodes.${ANSWERER}`
  const fields = JSON.parse(JSON.stringify(gives).replace(/\$input(?!\w)/g, () => answer)) as Json
  const follow = {
    type: 'set_fields',
    title: 'Answer in the n8n format',
    config: { json: `{{ ${answer} }}`, fields },
  }
  return { ...made, config, before, after, follow }
}

const withKept = (value: Json): Json => JSON.parse(kept(JSON.stringify(value))) as Json

/** @param mapperOf what a node of n8n becomes, by its type: its tools may be any of them */
export const agentMapper =
  (mapperOf: MapperOf): Mapper =>
  (reader) => {
    if (isElsewhere(reader.step)) return null
    const task = promptOf(reader)
    const { parameters } = reader.step
    const said = readAt(parameters, 'options', 'systemMessage') ?? readAt(parameters, 'instructions') ?? ''
    const system = reader.text(said, 'systemMessage')
    return agentOf(reader, mapperOf, { task, system, gives: [{ name: 'output', value: ANSWER }] })
  }

/** A first-party node of a model maker on which tools hang: it works as an agent does. */
export const withTools =
  (mapperOf: MapperOf, plain: Mapper): Mapper =>
  (reader) => {
    const told = reader.parts.some(({ kind }) => kind === 'ai_tool') ? toldTo(reader) : null
    return told
      ? agentOf(reader, mapperOf, { task: told.prompt, system: told.system ?? '', gives: MESSAGE })
      : plain(reader)
  }
