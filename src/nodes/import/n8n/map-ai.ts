/** n8n's nodes around language models, agents aside. The parts that hang on them become settings, or are lost. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { listAt, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { KEEP_INPUT, type Mapped, type Mapper, mapped } from './mapped.ts'
import { formOf, modelOf } from './model-parts.ts'
import { wanted } from './schema-of.ts'
import { accountSlot, appConfig } from './services/app.ts'
import { slugOf } from './slug.ts'
import type { StepReader } from './step-reader.ts'
import { FILE_OF_INPUT, kept, storeOf, topOf } from './vector-parts.ts'

const LONGEST_PROMPT = 50_000

interface Asked {
  prompt: string
  system?: string
  /** Names under which n8n gives the answer. */
  gives: { name: string; value: Json }[]
}

/** Where only the choice of the model goes into a node. */
function modelSlots(reader: StepReader): Pick<Mapped, 'slots' | 'folded'> {
  const { slots, folded } = modelOf(reader)
  return { slots, folded }
}

const TEXT = '{{ $input.text }}'
export const ANSWER = '{{ ($exists($input.object) and $input.object != null ? $input.object : $input.text) }}'

function prompted(reader: StepReader, { prompt, system, gives }: Asked): Mapped | null {
  if (prompt.length > LONGEST_PROMPT) return null
  if (prompt.trim() === '') reader.warn('setting', 'prompt', 'The prompt is empty in the file: enter it')
  const { schema, folded } = formOf(reader)
  const model = modelOf(reader)
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
    follow: { type: 'set_fields', title: 'Answer in the n8n format', config: { keep_input: true, fields: gives } },
  })
}

/** n8n's own text, or what the chat before it gave. */
export function promptOf(reader: StepReader): string {
  const { parameters } = reader.step
  const defined = readTextAt(parameters, 'promptType') === 'define' || readTextAt(parameters, 'text') !== undefined
  const raw = defined
    ? (readAt(parameters, 'text') ?? readAt(parameters, 'prompt'))
    : (readAt(parameters, 'prompt') ?? '={{ $json.chatInput }}')
  return reader.text(raw, 'text')
}

const chain: Mapper = (reader) => {
  const system = listAt(reader.step.parameters, 'messages', 'messageValues')
    .map((message, index) => reader.text(readAt(message, 'message'), `messages.${index}`))
    .join('\n\n')
  return prompted(reader, {
    prompt: promptOf(reader),
    system,
    gives: [
      { name: 'text', value: TEXT },
      { name: 'output', value: ANSWER },
      { name: 'response', value: { text: TEXT } },
    ],
  })
}

/** A chain that answers from what a vector store gives. */
const answered: Mapper = (reader) => {
  const made = chain(reader)
  const retriever = reader.parts.find(({ kind }) => kind === 'ai_retriever')?.step
  const store =
    retriever?.type === 'lc:retrieverVectorStore'
      ? reader.partsOf(retriever).find(({ kind }) => kind === 'ai_vectorStore')?.step
      : undefined
  const found = store && storeOf(reader, store)
  if (!made || !retriever || !store || !found) return made
  const prompt = kept(String(made.config.prompt))
  const query = { ...found.config, operation: 'search', query: prompt, limit: topOf(retriever) }
  const folded = [retriever, store].map(({ name }) => ({ name, how: 'mapped' as const }))
  return {
    ...made,
    config: { ...made.config, prompt, data: '{{ [$input.results.text] }}' },
    before: [KEEP_INPUT, { type: 'vector_store', title: 'What is known', config: query, slots: found.slots }],
    folded: [...(made.folded ?? []), ...found.folded, ...folded],
  }
}

export const MESSAGE = [
  { name: 'message', value: { role: 'assistant', content: ANSWER } },
  { name: 'choices', value: [{ message: { content: ANSWER } }] },
  { name: 'content', value: ANSWER },
  { name: 'output', value: ANSWER },
]

function messages(reader: StepReader, list: Json[]): Pick<Asked, 'prompt' | 'system'> {
  const said = list.map((message, index) => ({
    role: readTextAt(message, 'role') ?? 'user',
    text: reader.text(readAt(message, 'content') ?? readAt(message, 'message'), `messages.${index}`),
  }))
  const system = said.filter(({ role }) => role === 'system').map(({ text }) => text)
  const others = said.filter(({ role }) => role !== 'system').map(({ text }) => text)
  return {
    prompt: (others.length > 0 ? others : system).join('\n\n'),
    system: others.length > 0 ? system.join('\n\n') : '',
  }
}

/** What the first-party nodes of model makers are told; null where they are told nothing. */
export function toldTo(reader: StepReader): Pick<Asked, 'prompt' | 'system'> | null {
  const { parameters } = reader.step
  const list = [
    ...listAt(parameters, 'messages', 'values'),
    ...listAt(parameters, 'responses', 'values'),
    ...listAt(parameters, 'prompt', 'messages'),
    ...listAt(parameters, 'messages', 'messages'),
  ]
  return list.length > 0 ? messages(reader, list) : null
}

/** The first-party nodes of model makers: text alone; pictures and sound are made by their API. */
const vendor: Mapper = (reader) => {
  const { parameters, type } = reader.step
  const resource = readTextAt(parameters, 'resource') ?? 'text'
  const operation = readTextAt(parameters, 'operation') ?? 'message'
  // The instructions of an assistant are kept at OpenAI.
  if (resource === 'assistant') return null
  if (resource === 'text' || resource === 'chat') {
    const told = toldTo(reader)
    if (told) return prompted(reader, { ...told, gives: MESSAGE })
    const text = readAt(parameters, 'prompt') ?? readAt(parameters, 'text') ?? readAt(parameters, 'input')
    if (typeof text === 'string')
      return prompted(reader, {
        prompt: reader.text(text, 'prompt'),
        gives: [...MESSAGE, { name: 'text', value: TEXT }],
      })
    return prompted(reader, { prompt: '', gives: MESSAGE })
  }
  return ['lc:openAi', 'openAi', 'lc:lmChatOpenAi'].includes(type) ? openAiMedia(reader, resource, operation) : null
}

const OPENAI = { integration: 'openai' }

/** Pictures and sound of OpenAI: actions of the app. */
function openAiMedia(reader: StepReader, resource: string, operation: string): Mapped | null {
  const { parameters } = reader.step
  const act = (
    action: string,
    title: string,
    input: JsonObject,
    effect: 'read' | 'write',
    rest: Partial<Mapped> = {},
  ) =>
    mapped('app_action', appConfig(OPENAI, { action, title }, input), { slot: accountSlot('OpenAI'), effect, ...rest })
  if (resource === 'image' && ['generate', 'message', 'create'].includes(operation)) {
    const input = { model: 'gpt-image-1', prompt: reader.text(readAt(parameters, 'prompt'), 'prompt') }
    return act('generate_image', 'Generate an image', input, 'write')
  }
  if (resource === 'audio' && (operation === 'transcribe' || operation === 'translate')) {
    reader.warn('files', 'file', 'Choose the recording again: files work differently here')
    const input = { file: { file_id: '{{ $input.file_id }}' }, model: 'whisper-1' }
    return act('transcribe_audio', 'Transcribe audio', input, 'read')
  }
  if (resource === 'audio') {
    const input = {
      model: reader.text(reader.get('model') ?? 'tts-1', 'model'),
      input: reader.text(readAt(parameters, 'input'), 'input'),
      voice: readTextAt(parameters, 'voice') ?? 'alloy',
    }
    return act('convert_text_to_speech', 'Convert text to speech', input, 'read')
  }
  const urls = reader.get('imageUrls')
  const isFile = readTextAt(parameters, 'inputType') === 'base64'
  if (resource !== 'image' || (typeof urls !== 'string' && !isFile)) return null
  const text = reader.text(readAt(parameters, 'text') ?? 'What is in this image?', 'text')
  const url = isFile ? '{{ $input.content }}' : reader.text(urls, 'imageUrls')
  const content: Json[] = [
    { type: 'text', text: isFile ? kept(text) : text },
    { type: 'image_url', image_url: { url } },
  ]
  const model = reader.text(reader.get('modelId') ?? 'gpt-4o-mini', 'modelId')
  const input = { model: isFile ? kept(model) : model, messages: [{ role: 'user', content }] }
  if (isFile) reader.warn('files', null, 'Files work differently here: check where this step takes its picture from')
  const picture = { type: 'file_content', title: 'The picture', config: { file: FILE_OF_INPUT, as: 'data_url' } }
  const answer = { name: 'content', value: '{{ $input.choices[0].message.content }}' }
  return act('ask_model', 'Ask a model', input, 'write', {
    ...(isFile && { before: [KEEP_INPUT, picture] }),
    follow: { type: 'set_fields', title: 'Answer in the n8n format', config: { keep_input: true, fields: [answer] } },
  })
}

const extract: Mapper = (reader) => {
  const schema = wanted(reader.step.parameters)
  if (!schema) return null
  const instructions = reader
    .text(readAt(reader.step.parameters, 'options', 'systemPromptTemplate') ?? '', 'systemPromptTemplate')
    .slice(0, 10_000)
  return mapped(
    'ai_extract',
    {
      text: reader.value(readAt(reader.step.parameters, 'text'), 'text'),
      schema,
      ...(instructions && { instructions }),
    },
    {
      ...modelSlots(reader),
      follow: {
        type: 'set_fields',
        title: 'Answer in the n8n format',
        config: { fields: [{ name: 'output', value: '{{ $input.data }}' }] },
      },
    },
  )
}

function routed(
  reader: StepReader,
  text: Json,
  ways: { title: string; description: string }[],
  extra: string[],
): Mapped | null {
  if (ways.length === 1 && extra.length > 0)
    ways = [...ways, { title: 'Anything else', description: 'Nothing of the above' }]
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
    { ...modelSlots(reader), ports: [...routes.map(({ port }) => port), ...extra] },
  )
}

const classify: Mapper = (reader) => {
  const ways = listAt(reader.step.parameters, 'categories', 'categories').map((one) => ({
    title: (readTextAt(one, 'category') ?? 'way').replace(/^=/, ''),
    description: (readTextAt(one, 'description') ?? '').replace(/^=/, ''),
  }))
  reader.warn('approximate', null, 'Its input is available under “input” in the steps after it')
  return routed(reader, reader.value(readAt(reader.step.parameters, 'inputText'), 'inputText'), ways, ['otherwise'])
}

const sentiment: Mapper = (reader) => {
  const asked = readTextAt(reader.step.parameters, 'options', 'categories') ?? 'Positive, Neutral, Negative'
  const ways = asked
    .split(',')
    .map((title) => ({ title: title.trim(), description: `The text is ${title.trim().toLowerCase()}` }))
  reader.warn('approximate', null, 'Its input is available under “input” in the steps after it')
  return routed(reader, reader.value(readAt(reader.step.parameters, 'inputText'), 'inputText'), ways, [])
}

const summarise: Mapper = (reader) => {
  const own = readTextAt(reader.step.parameters, 'options', 'summarizationMethodAndPrompts', 'values', 'prompt')
  const prompt =
    own === undefined
      ? 'Write a concise summary of the data.'
      : own.replaceAll('{text}', 'the data').replaceAll('"the data"', 'the data')
  const answer = { name: 'output', value: { text: TEXT } }
  const { slots, folded = [] } = modelSlots(reader)
  const splitter = reader.parts.find(({ kind }) => kind === 'ai_textSplitter')?.step
  if (splitter)
    reader.warn('approximate', 'chunking', 'n8n summarised part by part; here the whole text is given at once')
  return mapped(
    'ai_prompt',
    { prompt: prompt.slice(0, LONGEST_PROMPT).replaceAll('{{', '{ {') },
    {
      slots,
      folded: [...folded, ...(splitter ? [{ name: splitter.name, how: 'bridged' as const }] : [])],
      takes: 'list',
      follow: {
        type: 'set_fields',
        title: 'Answer in the n8n format',
        config: { keep_input: true, fields: [answer, { name: 'response', value: { text: TEXT } }] },
      },
    },
  )
}

export const AI: Record<string, Mapper> = {
  'lc:chainLlm': chain,
  'lc:chainRetrievalQa': answered,
  'lc:openAi': vendor,
  // Some exports call the step by the name of the model.
  'lc:lmChatOpenAi': vendor,
  'lc:anthropic': vendor,
  'lc:googleGemini': vendor,
  'lc:mistral': vendor,
  openAi: vendor,
  'lc:informationExtractor': extract,
  'lc:textClassifier': classify,
  'lc:sentimentAnalysis': sentiment,
  'lc:chainSummarization': summarise,
}
