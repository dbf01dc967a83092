/** The tools of an n8n agent as tools of ours: calls, nodes, code and other workflows. What has no counterpart is said, never dropped. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { untranslatedIn } from '#graph/untranslated.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { type Folded, type Mapped, type Mapper, mapped, type OpenSlot } from '#nodes/import/n8n/mapped.ts'
import type { Step } from '#nodes/import/n8n/read.ts'
import { schemaOf } from '#nodes/import/n8n/schema-of.ts'
import { credentialSlot, credentialTypeOf } from '#nodes/import/n8n/slots.ts'
import { slugOf } from '#nodes/import/n8n/slug.ts'
import type { StepReader } from '#nodes/import/n8n/step-reader.ts'
import { storeOf, topOf } from '#nodes/import/n8n/vector-parts.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { MOST_TOOLS } from '#nodes/lib/ai/agent-tools.ts'
import { isObject } from '#shared/json.ts'
import { appToolOf } from './app-tool.ts'
import { asFixedInput, readsRun } from './reading-run.ts'
import { NoTool, toolOfRequest, toolOfToolHttp } from './tool-http.ts'
import { ToolParameters } from './tool-parameters.ts'

export interface ToolBelt {
  tools: JsonObject[]
  slots: OpenSlot[]
  folded: Folded[]
}

interface Made {
  tool: JsonObject
  slots: OpenSlot[]
  how: Folded['how']
  /** Instead of what was gathered from expressions. */
  parameters?: JsonObject
  /** Parts of the tool that went into it. */
  folded?: readonly Folded[]
}

type Reader = (reader: StepReader, parameters: ToolParameters) => Made

/** @param mapperOf what a node of n8n becomes, by its type */
export function toolsOf(reader: StepReader, mapperOf: (type: string) => Mapper | null): ToolBelt {
  const belt: ToolBelt = { tools: [], slots: [], folded: [] }
  const taken = new Set<string>()
  for (const { step } of reader.parts.filter(({ kind, step }) => kind === 'ai_tool' && !step.disabled)) {
    const { made, reason } = toolOf(reader, step, mapperOf)
    if (!made || belt.tools.length >= MOST_TOOLS) {
      const why = made ? `an agent can have at most ${MOST_TOOLS} tools` : reason
      reader.warn('setting', 'tools', `Its tool “${step.name.slice(0, 100)}” has no equivalent here: ${why}`)
      continue
    }
    const name = slugOf(readTextAt(step.parameters, 'name') || step.name, taken).slice(0, 40)
    const place = belt.tools.length
    belt.tools.push({ ...made.tool, name })
    belt.slots.push(...made.slots.map((slot) => ({ ...slot, field: `tools.${place}.${slot.field}` })))
    belt.folded.push({ name: step.name, how: made.how }, ...(made.folded ?? []))
  }
  if (belt.tools.length > 0)
    reader.warn(
      'approximate',
      'tools',
      'A tool that changes something asks a person before each call, unless you allow it',
    )
  return belt
}

function toolOf(
  owner: StepReader,
  step: Step,
  mapperOf: (type: string) => Mapper | null,
): { made?: Made; reason: string } {
  const parameters = new ToolParameters()
  const reader = owner.forTool(step, parameters.fromModel)
  try {
    const made = (READERS[step.type] ?? nodeReader(mapperOf))(reader, parameters)
    if (untranslatedIn(made.tool).length > 0) return { reason: 'it contains an expression that wasn’t translated' }
    if (readsRun(made.tool)) return { reason: 'it puts what the run has together with what the model gives' }
    const tool = { ...made.tool, description: descriptionOf(step), parameters: made.parameters ?? parameters.schema() }
    return { made: { ...made, tool }, reason: '' }
  } catch (error) {
    if (!(error instanceof NoTool)) throw error
    return { reason: error.message }
  }
}

const descriptionOf = ({ parameters, name }: Step): string =>
  (readTextAt(parameters, 'toolDescription') || readTextAt(parameters, 'description') || name)
    .replace(/^=/, '')
    .slice(0, 2000) || 'Tool'

/** Where the file says that it signs in, by whatever it says it with. */
function signIn({ step }: StepReader): OpenSlot[] {
  const found = credentialSlot(step)
  if (found) return [found]
  const kind = readTextAt(step.parameters, 'authentication')
  if (kind === undefined || kind === 'none') return []
  const type =
    readTextAt(step.parameters, 'genericAuthType') ?? readTextAt(step.parameters, 'nodeCredentialType') ?? 'bearer'
  return [{ field: 'credential', type: credentialTypeOf(type), name: type }]
}

const toolHttp: Reader = (reader, parameters) => ({
  tool: { ...toolOfToolHttp(reader, parameters) },
  slots: signIn(reader),
  how: 'mapped',
})

/** A schema that the file gives, or one made from its example; null when there is neither. */
function givenSchema({ parameters }: Step): JsonObject | null {
  if (readAt(parameters, 'specifyInputSchema') !== true) return null
  for (const [field, read] of [
    ['inputSchema', (value: Json) => value],
    ['jsonSchemaExample', schemaOf],
  ] as const) {
    try {
      const found = read(JSON.parse(readTextAt(parameters, field) ?? '') as Json)
      if (isObject(found)) return { ...found, type: 'object' }
    } catch {}
  }
  return null
}

const TEXT_QUERY = (description: string): JsonObject => ({
  type: 'object',
  properties: { query: { type: 'string', description } },
  required: ['query'],
})

const toolWorkflow: Reader = (reader, parameters) => {
  const { step } = reader
  if (readTextAt(step.parameters, 'source') === 'parameter')
    throw new NoTool('its workflow is embedded in the file. Import that workflow separately and add it as a tool')
  const fixed: JsonObject = {}
  const inputs = readAt(step.parameters, 'workflowInputs', 'value')
  for (const [name, raw] of Object.entries(isObject(inputs) ? inputs : {})) put(name, reader.value(raw, name))
  for (const row of listAt(step.parameters, 'fields', 'values')) {
    const raw = readAt(row, 'stringValue') ?? readAt(row, 'numberValue') ?? readAt(row, 'booleanValue') ?? ''
    put(readTextAt(row, 'name') ?? '', reader.value(raw, 'fields'))
  }
  /** What the model gives under the same name needs no setting. */
  function put(name: string, value: Json) {
    if (name === '' || name === '__proto__' || value === `{{ $input.${name} }}`) return
    const isComputed = JSON.stringify(value).includes('{{')
    const own = isComputed ? (readsRun(value) ? asFixedInput(value) : null) : value
    if (isComputed && own === null) throw new NoTool(`it computes its input “${name.slice(0, 60)}”`)
    fixed[name] = own
  }
  const gathered = parameters.schema()
  const none = Object.keys((gathered.properties as JsonObject) ?? {}).length === 0
  const schema = givenSchema(step) ?? (none && !isObject(inputs) ? TEXT_QUERY('The input of the workflow') : gathered)
  const called = readTextAt(step.parameters, 'workflowId', 'cachedResultName') ?? step.name
  return {
    tool: { kind: 'workflow', ...(Object.keys(fixed).length > 0 && { fixed }) },
    slots: [{ field: 'workflow_id', type: 'workflow', name: called.slice(0, 120) }],
    how: 'mapped',
    parameters: schema,
  }
}

const node = (type: string, config: JsonObject, parameters?: JsonObject, how: Folded['how'] = 'mapped'): Made => ({
  tool: { kind: 'node', node: type, config, acts: catalogue.get(type)?.kind !== 'pure' },
  slots: [],
  how,
  ...(parameters && { parameters }),
})

const toolCode: Reader = ({ step }) => {
  const source = readTextAt(step.parameters, 'jsCode') ?? ''
  if (readTextAt(step.parameters, 'language')?.startsWith('python')) throw new NoTool('it is written in Python')
  if (source.trim() === '') throw new NoTool('its code is empty in the file')
  if (/\brequire\s*\(|\bfetch\s*\(|\baxios\b|\bthis\.helpers\b|\$helpers\b|\$\(|\$(?:env|vars)\b/.test(source))
    throw new NoTool('its code uses the network, modules or other steps')
  const schema = givenSchema(step)
  const query = schema ? 'input' : 'input.query'
  return node('code', { source: `const query = ${query}\n${source}` }, schema ?? TEXT_QUERY('The input of the code'))
}

/** n8n's “Think” gives back what it is told: room to write a thought down. */
const think: Reader = () =>
  node(
    'set_fields',
    { fields: [{ name: 'thought', value: '{{ $input.thought }}' }] },
    {
      type: 'object',
      properties: { thought: { type: 'string', description: 'A thought to write down' } },
      required: ['thought'],
    },
  )

const CALCULATOR = `// Reads one sum with + - * / % ^ and brackets, and nothing else.
const text = String(input.input ?? '').replace(/\\s+/g, '').replace(/\\*\\*/g, '^')
let at = 0
const number = () => {
  if (text[at] === '-') { at++; return -number() }
  if (text[at] === '(') { at++; const value = sum(); if (text[at++] !== ')') throw new Error('A bracket is not closed'); return value }
  const found = /^[0-9]*[.]?[0-9]+(e[+-]?[0-9]+)?/i.exec(text.slice(at))
  if (!found) throw new Error('Only numbers, + - * / % ^ and brackets can be calculated')
  at += found[0].length
  return Number(found[0])
}
const power = () => { const value = number(); return text[at] === '^' ? (at++, value ** power()) : value }
const product = () => { let value = power(); while ('*/%'.includes(text[at] ?? ' ')) { const sign = text[at++], by = power(); value = sign === '*' ? value * by : sign === '/' ? value / by : value % by } return value }
const sum = () => { let value = product(); while ('+-'.includes(text[at] ?? ' ')) value = text[at++] === '+' ? value + product() : value - product(); return value }
const result = sum()
if (at < text.length) throw new Error('Only numbers, + - * / % ^ and brackets can be calculated')
return { result }
`

const calculator: Reader = () =>
  node(
    'code',
    { source: CALCULATOR },
    {
      type: 'object',
      properties: { input: { type: 'string', description: 'A calculation, such as (12.5 + 3) * 4' } },
      required: ['input'],
    },
  )

const WIKIPEDIA = 'https://en.wikipedia.org/w/api.php?action=query&list=search&format=json&srlimit=5&srsearch={query}'

const search =
  (url: string, slots: readonly OpenSlot[]): Reader =>
  () => ({
    tool: { kind: 'http', method: 'GET', url },
    slots: [...slots],
    how: 'bridged',
    parameters: TEXT_QUERY('What to look for'),
  })

/** A store that is searched; n8n's “Vector Store Tool” had a model answer from what was found. */
const vectorTool: Reader = (reader) => {
  const { step } = reader
  const inner = step.type === 'lc:toolVectorStore'
  const store = inner ? reader.parts.find(({ kind }) => kind === 'ai_vectorStore')?.step : step
  const found = store && storeOf(reader, store)
  if (!found || untranslatedIn(found.config).length > 0)
    throw new NoTool('its vector store or its embeddings have no equivalent here')
  const config = { ...found.config, operation: 'search', query: '{{ $input.query }}', limit: topOf(step) }
  const made = node('vector_store', config, TEXT_QUERY('What to look for'), inner ? 'bridged' : 'mapped')
  const more = reader.parts.filter(({ kind }) => inner && ['ai_vectorStore', 'ai_languageModel'].includes(kind))
  return {
    ...made,
    // It reads where its author says.
    tool: { ...made.tool, acts: false },
    slots: found.slots.map((slot) => ({ ...slot, field: `config.${slot.field}` })),
    folded: [...found.folded, ...more.map(({ step: { name } }) => ({ name, how: 'bridged' as const }))],
  }
}

const READERS: Record<string, Reader> = {
  'lc:toolVectorStore': vectorTool,
  'lc:vectorStoreQdrant': vectorTool,
  'lc:vectorStorePinecone': vectorTool,
  'lc:vectorStoreSupabase': vectorTool,
  'lc:vectorStorePGVector': vectorTool,
  'lc:toolHttpRequest': toolHttp,
  'lc:toolWorkflow': toolWorkflow,
  'lc:toolCode': toolCode,
  'lc:toolThink': think,
  'lc:toolCalculator': calculator,
  'lc:mcpClientTool': () => {
    throw new NoTool('connect the server under MCP tools, then add its tools to the agent')
  },
  'lc:toolWikipedia': search(WIKIPEDIA, []),
  'lc:toolSerpApi': search('https://serpapi.com/search.json?q={query}', [
    { field: 'credential', type: 'query_key', name: 'SerpApi' },
  ]),
}

/** Nodes that make no sense as a call of a model: they start, steer or end a workflow. */
const STEERING = new Set([
  'placeholder',
  'ai_agent',
  'sub_workflow',
  'respond',
  'if',
  'switch',
  'merge',
  'map',
  'filter',
])

/** A node of n8n as a tool, and the “…Tool” form of one. */
const nodeReader =
  (mapperOf: (type: string) => Mapper | null): Reader =>
  (reader, parameters) => {
    const type = reader.step.type.replace(/Tool$/, '')
    const mapper = type.startsWith('lc:') ? null : mapperOf(type)
    const found = mapper?.(reader) ?? null
    if (!found) throw new NoTool('this installation has no such step')
    const how = found.how === 'bridged' ? 'bridged' : 'mapped'
    const open = [...(found.slot ? [found.slot] : []), ...(found.slots ?? [])]
    if (found.type === 'http_request') {
      const slots = open.length > 0 ? open : signIn(reader)
      return { tool: { ...toolOfRequest(reader, found.config, parameters) }, slots, how }
    }
    if (found.before) throw new NoTool('it takes more than one call of the app')
    if (found.type === 'app_action') {
      const {
        tool,
        parameters: own,
        field,
      } = appToolOf(found.config, found.effect ?? 'destructive', parameters.schema())
      return { tool, slots: open.map((slot) => ({ ...slot, field })), how, ...(own && { parameters: own }) }
    }
    const kind = catalogue.get(found.type)?.kind
    if (found.trigger || found.loop || STEERING.has(found.type) || (kind !== 'pure' && kind !== 'effect'))
      throw new NoTool('it controls a workflow, which a tool can’t do')
    const made = node(found.type, found.config, undefined, how)
    return { ...made, slots: open.map((slot) => ({ ...slot, field: `config.${slot.field}` })) }
  }

/**
 * A tool as a step of its own, whose input is what the model gives.
 * @returns null when it has no counterpart
 */
export function stepOfTool(
  reader: StepReader,
  parameters: ToolParameters,
  mapperOf: (type: string) => Mapper | null,
): { found: Mapped; schema: JsonObject } | null {
  const { type } = reader.step
  const own = Object.hasOwn(READERS, type) ? READERS[type] : undefined
  if (!own) {
    const found = type.startsWith('lc:') ? null : (mapperOf(type.replace(/Tool$/, ''))?.(reader) ?? null)
    return found && found.type !== 'placeholder' && !found.trigger && !found.loop
      ? { found: found.slot ? found : { ...found, slots: signIn(reader) }, schema: parameters.schema() }
      : null
  }
  try {
    const { tool, slots, parameters: given } = own(reader, parameters)
    const schema = given ?? parameters.schema()
    if (tool.kind === 'workflow')
      return { found: mapped('sub_workflow', { input: '{{ $input }}' }, { slots: [...slots] }), schema }
    if (tool.kind === 'node' && isObject(tool.config))
      return {
        found: mapped(String(tool.node), tool.config, {
          slots: slots.map((slot) => ({ ...slot, field: slot.field.replace(/^config\./, '') })),
        }),
        schema,
      }
    return null
  } catch (error) {
    if (!(error instanceof NoTool)) throw error
    return null
  }
}
