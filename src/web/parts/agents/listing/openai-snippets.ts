/** Calls with OpenAI's own clients, which run as they stand. */
import type { Json } from '#contract/core/primitives.ts'
import { formShape } from '#web/parts/runs/form-shape.ts'
import { exampleInput, type SnippetSource, toPython } from './snippets.ts'

export const OPENAI_LANGUAGES = ['node', 'python', 'curl'] as const
export type OpenAiLanguage = (typeof OPENAI_LANGUAGES)[number]

/** A message that the agent takes: the text of its one field, all of its fields as JSON, or a document. */
export function exampleMessage(source: SnippetSource | null): Json {
  if (source === null) return 'When are you open?'
  const { fields } = formShape(source.input_schema)
  const input = exampleInput(source)
  if (input === null) {
    if (!fields.some(({ kind }) => kind === 'file')) return 'Your text'
    return [
      { type: 'text', text: 'Read this document' },
      { type: 'file', file: { file_id: 'FILE_ID' } },
    ]
  }
  const [[name, value] = [], ...more] = Object.entries(input)
  const isTheirs = fields.some((field) => field.name === name && (field.kind === 'text' || field.kind === 'textarea'))
  return isTheirs && more.length === 0 && typeof value === 'string' ? value : JSON.stringify(input)
}

function nodeSnippet(origin: string, model: string, message: Json): string {
  return [
    "import { env, stdout } from 'node:process'",
    "import OpenAI from 'openai'",
    '',
    `const client = new OpenAI({ apiKey: env.TOKEN, baseURL: '${origin}/v1' })`,
    'const stream = await client.chat.completions.create({',
    `  model: '${model}',`,
    `  messages: [{ role: 'user', content: ${JSON.stringify(message)} }],`,
    '  stream: true,',
    '})',
    "for await (const { choices } of stream) stdout.write(choices[0]?.delta.content ?? '')",
  ].join('\n')
}

function pythonSnippet(origin: string, model: string, message: Json): string {
  return [
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(api_key=os.environ["TOKEN"], base_url="${origin}/v1")`,
    'completion = client.chat.completions.create(',
    `    model="${model}",`,
    `    messages=[{"role": "user", "content": ${toPython(message)}}],`,
    ')',
    'print(completion.choices[0].message.content)',
  ].join('\n')
}

function curlSnippet(origin: string, model: string, message: Json): string {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: message }] })
  // An apostrophe would end the shell's quotes.
  return `curl -s ${origin}/v1/chat/completions \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '${body.replaceAll("'", '’')}'`
}

const WRITE: Record<OpenAiLanguage, (origin: string, model: string, message: Json) => string> = {
  node: nodeSnippet,
  python: pythonSnippet,
  curl: curlSnippet,
}

export const openAiSnippet = (language: OpenAiLanguage, origin: string, model: string, message: Json): string =>
  WRITE[language](origin, model, message)
