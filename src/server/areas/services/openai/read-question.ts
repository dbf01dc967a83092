/** A question to an agent, as requests of OpenAI's API have it. */
import { fieldError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { ChatCompletionRequest, ResponseRequest } from '#contract/services/openai.ts'
import type { Question, SentFile, Turn } from '#server/areas/services/protocol-runs/question.ts'
import { isObject } from '#shared/json.ts'

/** @throws always: unsupported_parameter */
function refuse(field: string, message: string): never {
  throw fieldError(field, message, 'unsupported_parameter')
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

const OWN_TOOLS = 'An agent works with its own tools. Leave this out.'

/** @throws AppError unsupported_parameter for what would change the answer and can't be honoured */
function refuseParameters(request: Partial<ChatCompletionRequest & ResponseRequest>): void {
  if (isSet(request.tools)) refuse('tools', OWN_TOOLS)
  if (isSet(request.functions)) refuse('functions', OWN_TOOLS)
  if (isSet(request.tool_choice) && request.tool_choice !== 'auto' && request.tool_choice !== 'none')
    refuse('tool_choice', OWN_TOOLS)
  if ((request.n ?? 1) !== 1) refuse('n', 'An agent answers once. Leave this out.')
  if (request.logprobs) refuse('logprobs', 'Agents don’t tell probabilities. Leave this out.')
  if (isSet(request.audio) || request.modalities?.some((one) => one !== 'text'))
    refuse('modalities', 'Agents answer with text. Leave this out.')
  if (isSet(request.stop)) refuse('stop', 'Agents write to their end. Leave this out.')
  const format = request.response_format?.type ?? request.text?.format?.type ?? 'text'
  if (format !== 'text')
    refuse(
      request.text ? 'text.format' : 'response_format',
      'The agent decides the form of its answer. Leave this out.',
    )
  if (request.background) refuse('background', 'Stream the response, or start a run with /api/v1/workflows/execute.')
  if (isSet(request.conversation)) refuse('conversation', 'Continue with previous_response_id instead.')
}

const DATA = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w.+-]+=[\w.+"-]*)*;base64,([A-Za-z0-9+/\s]*={0,2}\s*)$/
const NAMES: Readonly<Record<string, string>> = {
  'image/png': 'image.png',
  'image/jpeg': 'image.jpg',
  'application/pdf': 'document.pdf',
  'text/plain': 'text.txt',
}

/** @throws AppError invalid_input */
function readData(data: string, field: string, name: string | undefined): SentFile {
  const [, mime = '', base64 = ''] = DATA.exec(data) ?? []
  if (mime === '')
    throw fieldError(
      field,
      'Send the file as a data URL (data:application/pdf;base64,…), or upload it with POST /api/v1/files and name its file_id.',
    )
  return { field, name: name ?? NAMES[mime] ?? 'file', content: { mime, bytes: Buffer.from(base64, 'base64') } }
}

const textIn = (value: unknown, name: string): string | undefined => {
  const found = isObject(value) ? value[name] : undefined
  return typeof found === 'string' ? found : undefined
}

/** Chat completions have fields of a file in an object, responses in the part. */
function fileOf(part: JsonObject, field: string): SentFile | null {
  const image = textIn(part, 'image_url') ?? textIn(part.image_url, 'url')
  if (image !== undefined) return readData(image, `${field}.image_url`, undefined)
  const file = isObject(part.file) ? part.file : part
  const file_id = textIn(file, 'file_id')
  const name = textIn(file, 'filename')?.slice(0, 255)
  if (file_id) return { field: `${field}.file_id`, name: name ?? 'file', content: { file_id: file_id.slice(0, 100) } }
  const data = textIn(file, 'file_data')
  return data === undefined ? null : readData(data, `${field}.file_data`, name)
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text'])
const FILES: ReadonlySet<string> = new Set(['image_url', 'input_image', 'file', 'input_file'])

interface Read {
  text: string
  files: SentFile[]
}

/** @param withFiles false reads texts alone: files of earlier messages were answered then */
function readContent(content: string | JsonObject[] | null | undefined, field: string, withFiles: boolean): Read {
  if (typeof content === 'string') return { text: content, files: [] }
  const texts: string[] = []
  const files: SentFile[] = []
  for (const [index, part] of (content ?? []).entries()) {
    const place = `${field}.${index}`
    const type = textIn(part, 'type') ?? ''
    if (TEXTS.has(type)) texts.push(textIn(part, 'text') ?? '')
    else if (!FILES.has(type)) refuse(`${place}.type`, 'Agents take text, images and files.')
    else if (withFiles) {
      const file = fileOf(part, place)
      if (file === null) throw fieldError(place, 'This part has no file. Send image_url, file_data or file_id.')
      files.push(file)
    }
  }
  return { text: texts.join('\n'), files }
}

interface Message {
  role: string
  content?: string | JsonObject[] | null | undefined
}

function questionOf(messages: readonly Message[], field: string, whole: string): Question {
  const last = messages.length - 1
  if (messages[last]?.role !== 'user')
    throw fieldError(`${field}.${last}.role`, 'The last message must be one of the user.')
  const before: Turn[] = []
  const instructions: string[] = []
  for (const [index, { role, content }] of messages.slice(0, last).entries()) {
    const { text } = readContent(content, `${field}.${index}.content`, false)
    if (text.trim() === '') continue
    if (role === 'system' || role === 'developer') instructions.push(text)
    else before.push({ role: role === 'assistant' ? 'workflow' : 'person', text })
  }
  const asked = readContent(messages[last].content, `${field}.${last}.content`, true)
  const place = whole === '' ? `${field}.${last}.content` : whole
  if (asked.text.trim() === '' && asked.files.length === 0) throw fieldError(place, 'Write a message.')
  return { ...asked, before, instructions: instructions.join('\n\n'), field: place }
}

/** @throws AppError invalid_input, unsupported_parameter */
export function readChat(request: ChatCompletionRequest): Question {
  refuseParameters(request)
  for (const [index, { role, tool_calls }] of request.messages.entries()) {
    if (role === 'tool' || role === 'function') refuse(`messages.${index}.role`, OWN_TOOLS)
    if (isSet(tool_calls)) refuse(`messages.${index}.tool_calls`, OWN_TOOLS)
  }
  return questionOf(request.messages, 'messages', '')
}

/** @throws AppError invalid_input, unsupported_parameter */
export function readResponse(request: ResponseRequest): Question {
  refuseParameters(request)
  const { input, instructions } = request
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const messages = items.map((item, index): Message => {
    if ('type' in item && item.type !== undefined && item.type !== 'message') refuse(`input.${index}.type`, OWN_TOOLS)
    if (item.role === undefined) throw fieldError(`input.${index}.role`, 'Say who wrote this message.')
    return { role: item.role, content: item.content }
  })
  const question = questionOf(messages, 'input', typeof input === 'string' ? 'input' : '')
  const told = [instructions ?? '', question.instructions].filter((one) => one.trim() !== '').join('\n\n')
  return { ...question, instructions: told }
}
