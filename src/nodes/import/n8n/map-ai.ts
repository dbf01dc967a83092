/** n8n's nodes around language models. The parts that hang on them (model, memory, parser, tools) become settings or notes. */
import type { Json, JsonObject } from '#contract/primitives.ts'
import { at, isObject, listAt, textAt } from '#nodes/import/untrusted.ts'
import type { Desk } from './desk.ts'
import { type Mapped, type Mapper, mapped } from './mapped.ts'
import { credentialSlot } from './slots.ts'
import { slugOf } from './slug.ts'

const LONGEST_PROMPT = 50_000

/** The model's own credential, or that of the part that is the model. */
function slotOf(desk: Desk): Pick<Mapped, 'slot'> {
  const model = desk.parts.find(({ kind }) => kind === 'ai_languageModel')?.step ?? desk.step
  const slot = credentialSlot(model, 'openai_compatible', model.type.replace(/^lc:(?:lmChat|lm)?/, ''))
  return slot ? { slot } : {}
}

const TYPES: Record<string, string> = { string: 'string', number: 'number', boolean: 'boolean', date: 'string' }

/** A schema of what an example looks like. */
function schemaOf(example: Json, depth = 0): JsonObject {
  if (depth > 10) return {}
  if (Array.isArray(example))
    return { type: 'array', ...(example[0] !== undefined && { items: schemaOf(example[0], depth + 1) }) }
  if (isObject(example)) {
    const names = Object.keys(example).slice(0, 100)
    return {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, schemaOf(example[name] ?? null, depth + 1)])),
      required: names,
    }
  }
  if (example === null) return {}
  return { type: typeof example === 'number' ? 'number' : typeof example }
}

function parsed(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text.replace(/^=/, '')) as Json
  } catch {
    return undefined
  }
}

/** What an answer has to look like: from the step itself or the parser that hangs on it. */
function wanted(parameters: JsonObject): JsonObject | null {
  const attributes = listAt(parameters, 'attributes', 'attributes').filter((one) => textAt(one, 'name') !== undefined)
  if (attributes.length > 0) {
    const properties = attributes.slice(0, 100).map((one) => {
      const type = TYPES[textAt(one, 'type') ?? 'string'] ?? 'string'
      return [
        textAt(one, 'name') ?? '',
        { type, description: (textAt(one, 'description') ?? '').slice(0, 500) },
      ] as const
    })
    const required = attributes.filter((one) => at(one, 'required') === true).map((one) => textAt(one, 'name') ?? '')
    return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) }
  }
  const schema = parsed(textAt(parameters, 'inputSchema') ?? textAt(parameters, 'jsonSchema'))
  if (isObject(schema)) return schema
  const example = parsed(textAt(parameters, 'jsonSchemaExample'))
  return isObject(example) || Array.isArray(example) ? schemaOf(example) : null
}

function parserOf(desk: Desk): JsonObject | null {
  const parser = desk.parts.find(({ kind }) => kind === 'ai_outputParser')?.step
  return parser ? wanted(parser.parameters) : null
}

function tellParts(desk: Desk): void {
  const tools = desk.parts.filter(({ kind }) => kind === 'ai_tool').map(({ step }) => step.name)
  if (tools.length > 0)
    desk.warn(
      'setting',
      'tools',
      `Its tools are kept as notes; give them to it again: ${tools.join(', ').slice(0, 300)}`,
    )
  if (desk.parts.some(({ kind }) => kind === 'ai_memory'))
    desk.warn('approximate', 'memory', 'It does not remember earlier runs; a chat hands over its history')
  if (desk.parts.some(({ kind }) => ['ai_retriever', 'ai_vectorStore', 'ai_document'].includes(kind)))
    desk.warn('setting', 'retriever', 'What it looked things up in is kept as a note; put “Retrieve” before it')
}

interface Asked {
  prompt: string
  system?: string
  /** Names under which n8n gives the answer. */
  gives: { name: string; value: Json }[]
}

const TEXT = '{{ $input.text }}'
const ANSWER = '{{ ($exists($input.object) and $input.object != null ? $input.object : $input.text) }}'

function prompted(desk: Desk, { prompt, system, gives }: Asked): Mapped | null {
  if (prompt.trim() === '' || prompt.length > LONGEST_PROMPT) return null
  tellParts(desk)
  const schema = parserOf(desk)
  const config: JsonObject = {
    prompt,
    data: null,
    ...(system && { system: system.slice(0, 20_000) }),
    ...(schema && { schema }),
  }
  return mapped('ai_prompt', config, {
    ...slotOf(desk),
    follow: { type: 'set_fields', title: 'Answer as n8n calls it', config: { keep_input: true, fields: gives } },
  })
}

/** n8n's own text, or what the chat before it gave. */
function promptOf(desk: Desk): string {
  const { parameters } = desk.step
  const defined = textAt(parameters, 'promptType') === 'define' || textAt(parameters, 'text') !== undefined
  const raw = defined
    ? (at(parameters, 'text') ?? at(parameters, 'prompt'))
    : (at(parameters, 'prompt') ?? '={{ $json.chatInput }}')
  return desk.text(raw, 'text')
}

const agent: Mapper = (desk) =>
  prompted(desk, {
    prompt: promptOf(desk),
    system: desk.text(at(desk.step.parameters, 'options', 'systemMessage') ?? '', 'systemMessage'),
    gives: [{ name: 'output', value: ANSWER }],
  })

const chain: Mapper = (desk) => {
  const system = listAt(desk.step.parameters, 'messages', 'messageValues')
    .map((message, index) => desk.text(at(message, 'message'), `messages.${index}`))
    .join('\n\n')
  return prompted(desk, {
    prompt: promptOf(desk),
    system,
    gives: [
      { name: 'text', value: TEXT },
      { name: 'output', value: ANSWER },
      { name: 'response', value: { text: TEXT } },
    ],
  })
}

const MESSAGE = [
  { name: 'message', value: { role: 'assistant', content: ANSWER } },
  { name: 'choices', value: [{ message: { content: ANSWER } }] },
  { name: 'content', value: ANSWER },
  { name: 'output', value: ANSWER },
]

function messages(desk: Desk, list: Json[]): Pick<Asked, 'prompt' | 'system'> {
  const said = list.map((message, index) => ({
    role: textAt(message, 'role') ?? 'user',
    text: desk.text(at(message, 'content') ?? at(message, 'message'), `messages.${index}`),
  }))
  const system = said.filter(({ role }) => role === 'system').map(({ text }) => text)
  const others = said.filter(({ role }) => role !== 'system').map(({ text }) => text)
  return {
    prompt: (others.length > 0 ? others : system).join('\n\n'),
    system: others.length > 0 ? system.join('\n\n') : '',
  }
}

/** The first-party nodes of model makers: text alone; pictures and sound are made by their API. */
const vendor: Mapper = (desk) => {
  const { parameters, type } = desk.step
  const resource = textAt(parameters, 'resource') ?? (type === 'openAi' ? 'text' : 'text')
  const operation = textAt(parameters, 'operation') ?? 'message'
  if (resource === 'text' || resource === 'chat' || resource === 'assistant') {
    const list = [
      ...listAt(parameters, 'messages', 'values'),
      ...listAt(parameters, 'responses', 'values'),
      ...listAt(parameters, 'prompt', 'messages'),
      ...listAt(parameters, 'messages', 'messages'),
    ]
    if (list.length > 0) return prompted(desk, { ...messages(desk, list), gives: MESSAGE })
    const text = at(parameters, 'prompt') ?? at(parameters, 'text') ?? at(parameters, 'input')
    if (typeof text === 'string')
      return prompted(desk, { prompt: desk.text(text, 'prompt'), gives: [...MESSAGE, { name: 'text', value: TEXT }] })
    return null
  }
  if (resource === 'image' && (operation === 'generate' || operation === 'message' || operation === 'create')) {
    desk.warn('approximate', null, 'Calls OpenAI directly: check what is sent')
    const slot = credentialSlot(desk.step, 'bearer', 'OpenAI')
    const body: JsonObject = { model: 'gpt-image-1', prompt: desk.text(at(parameters, 'prompt'), 'prompt') }
    const config = {
      method: 'POST',
      url: 'https://api.openai.com/v1/images/generations',
      body_type: 'json',
      body,
      gives: 'body',
      timeout_ms: 60_000,
    }
    return mapped('http_request', config, { how: 'bridged', ...(slot && { slot }) })
  }
  return null
}

const extract: Mapper = (desk) => {
  const schema = wanted(desk.step.parameters)
  if (!schema) return null
  const instructions = desk
    .text(at(desk.step.parameters, 'options', 'systemPromptTemplate') ?? '', 'systemPromptTemplate')
    .slice(0, 10_000)
  return mapped(
    'ai_extract',
    { text: desk.value(at(desk.step.parameters, 'text'), 'text'), schema, ...(instructions && { instructions }) },
    {
      ...slotOf(desk),
      follow: {
        type: 'set_fields',
        title: 'Answer as n8n calls it',
        config: { fields: [{ name: 'output', value: '{{ $input.data }}' }] },
      },
    },
  )
}

function routed(
  desk: Desk,
  text: Json,
  ways: { title: string; description: string }[],
  extra: string[],
): Mapped | null {
  if (ways.length < 2 || ways.length > 30) return null
  const taken = new Set(['otherwise', 'error'])
  const routes = ways.map(({ title, description }) => ({
    port: slugOf(title, taken),
    title: title.slice(0, 60),
    description: (description || title).slice(0, 2000),
  }))
  return mapped('ai_route', { text, routes }, { ...slotOf(desk), ports: [...routes.map(({ port }) => port), ...extra] })
}

const classify: Mapper = (desk) => {
  const ways = listAt(desk.step.parameters, 'categories', 'categories').map((one) => ({
    title: (textAt(one, 'category') ?? 'way').replace(/^=/, ''),
    description: (textAt(one, 'description') ?? '').replace(/^=/, ''),
  }))
  desk.warn('approximate', null, 'The input stands under “input” behind it')
  return routed(desk, desk.value(at(desk.step.parameters, 'inputText'), 'inputText'), ways, ['otherwise'])
}

const sentiment: Mapper = (desk) => {
  const asked = textAt(desk.step.parameters, 'options', 'categories') ?? 'Positive, Neutral, Negative'
  const ways = asked
    .split(',')
    .map((title) => ({ title: title.trim(), description: `The text is ${title.trim().toLowerCase()}` }))
  desk.warn('approximate', null, 'The input stands under “input” behind it')
  return routed(desk, desk.value(at(desk.step.parameters, 'inputText'), 'inputText'), ways, [])
}

const summarise: Mapper = (desk) => {
  const own = textAt(desk.step.parameters, 'options', 'summarizationMethodAndPrompts', 'values', 'prompt')
  const prompt =
    own === undefined
      ? 'Write a concise summary of the data.'
      : own.replaceAll('{text}', 'the data').replaceAll('"the data"', 'the data')
  tellParts(desk)
  const answer = { name: 'output', value: { text: TEXT } }
  return mapped(
    'ai_prompt',
    { prompt: prompt.slice(0, LONGEST_PROMPT).replaceAll('{{', '{ {') },
    {
      ...slotOf(desk),
      takes: 'list',
      follow: {
        type: 'set_fields',
        title: 'Answer as n8n calls it',
        config: { keep_input: true, fields: [answer, { name: 'response', value: { text: TEXT } }] },
      },
    },
  )
}

export const AI: Record<string, Mapper> = {
  'lc:agent': agent,
  'lc:chainLlm': chain,
  'lc:chainRetrievalQa': chain,
  'lc:openAiAssistant': agent,
  'lc:openAi': vendor,
  'lc:anthropic': vendor,
  'lc:googleGemini': vendor,
  'lc:mistral': vendor,
  openAi: vendor,
  'lc:informationExtractor': extract,
  'lc:textClassifier': classify,
  'lc:sentimentAnalysis': sentiment,
  'lc:chainSummarization': summarise,
}
