/** n8n's nodes around language models, agents aside. The parts that hang on them become settings, or are lost. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { at, listAt, textAt } from '#nodes/import/untrusted.ts'
import type { Desk } from './desk.ts'
import { type Mapped, type Mapper, mapped } from './mapped.ts'
import { formOf, modelOf } from './model-parts.ts'
import { wanted } from './schema-of.ts'
import { credentialSlot } from './slots.ts'
import { slugOf } from './slug.ts'

const LONGEST_PROMPT = 50_000

interface Asked {
  prompt: string
  system?: string
  /** Names under which n8n gives the answer. */
  gives: { name: string; value: Json }[]
}

/** Where only the choice of the model goes into a node. */
function modelSlots(desk: Desk): Pick<Mapped, 'slots' | 'folded'> {
  const { slots, folded } = modelOf(desk)
  return { slots, folded }
}

const TEXT = '{{ $input.text }}'
export const ANSWER = '{{ ($exists($input.object) and $input.object != null ? $input.object : $input.text) }}'

function prompted(desk: Desk, { prompt, system, gives }: Asked): Mapped | null {
  if (prompt.trim() === '' || prompt.length > LONGEST_PROMPT) return null
  const { schema, folded } = formOf(desk)
  const model = modelOf(desk)
  const config: JsonObject = {
    prompt,
    data: null,
    ...(system && { system: system.slice(0, 20_000) }),
    ...(schema && { schema }),
    ...model.settings,
  }
  return mapped('ai_prompt', config, {
    slots: model.slots,
    folded: [...model.folded, ...folded],
    follow: { type: 'set_fields', title: 'Answer as n8n calls it', config: { keep_input: true, fields: gives } },
  })
}

/** n8n's own text, or what the chat before it gave. */
export function promptOf(desk: Desk): string {
  const { parameters } = desk.step
  const defined = textAt(parameters, 'promptType') === 'define' || textAt(parameters, 'text') !== undefined
  const raw = defined
    ? (at(parameters, 'text') ?? at(parameters, 'prompt'))
    : (at(parameters, 'prompt') ?? '={{ $json.chatInput }}')
  return desk.text(raw, 'text')
}

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
  // The instructions of an assistant are kept at OpenAI.
  if (resource === 'assistant') return null
  if (resource === 'text' || resource === 'chat') {
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
      ...modelSlots(desk),
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
  return mapped(
    'ai_route',
    { text, routes },
    { ...modelSlots(desk), ports: [...routes.map(({ port }) => port), ...extra] },
  )
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
  const answer = { name: 'output', value: { text: TEXT } }
  return mapped(
    'ai_prompt',
    { prompt: prompt.slice(0, LONGEST_PROMPT).replaceAll('{{', '{ {') },
    {
      ...modelSlots(desk),
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
  'lc:chainLlm': chain,
  'lc:chainRetrievalQa': chain,
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
