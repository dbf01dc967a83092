/** Snippets that run as they stand, for a target and an input taken from a sample. */
import type { AgentSample } from '#contract/agents/agents.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { formShape } from '#web/parts/runs/form-shape.ts'

export interface SnippetTarget {
  name: 'agent_id' | 'service_id'
  id: string
}

/** What is run: its form, and what it was tried with. */
export interface SnippetSource {
  input_schema: JsonObject
  samples: readonly AgentSample[]
}

const MOST = 160

/** The first sentence of a longer text. */
function shortened(value: Json): Json {
  if (typeof value !== 'string' || value.length <= MOST) return value
  const [first = value.slice(0, MOST)] = value.match(new RegExp(`^[\\s\\S]{0,${MOST}}?[.\\n]`)) ?? []
  return first.replace(/\s+/g, ' ').trim()
}

/** An input small enough to be read in a snippet: that of a sample; null when the agent takes nothing but a document. */
export function exampleInput({ input_schema, samples }: SnippetSource): JsonObject | null {
  const typed = samples.find((sample) => sample.file === null)
  if (typed) return Object.fromEntries(Object.entries(typed.input).map(([name, value]) => [name, shortened(value)]))
  const field = formShape(input_schema).fields.find(({ kind }) => kind === 'textarea' || kind === 'text')
  return field ? { [field.name]: 'Your text' } : null
}

const TOKEN = `-H "Authorization: Bearer $TOKEN"`

/** Null: the agent takes no such input. */
export interface Snippets {
  text: string | null
  file: string | null
  poll: string
}

/** `signed` when a key of an account has to be sent. */
export function curlSnippets(origin: string, target: SnippetTarget, source: SnippetSource, signed: boolean): Snippets {
  const token = signed ? ` \\\n  ${TOKEN}` : ''
  const execute = (value: string, quote: string) =>
    `curl -s ${origin}/api/v1/workflows/execute${token} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quote}${value}${quote}`
  const input = exampleInput(source)
  const document = formShape(source.input_schema).fields.find(({ kind }) => kind === 'file')?.name
  const body = JSON.stringify({ [target.name]: target.id, input, wait_ms: 25_000 })
  return {
    // An apostrophe would end the shell's quotes.
    text: input && execute(body.replaceAll("'", '’'), "'"),
    file:
      document === undefined
        ? null
        : [
            `FILE_ID=$(curl -s ${origin}/api/v1/files${token} \\\n  -F file=@document.pdf | sed -E 's/.*"data":\\{"id":"([^"]+)".*/\\1/')`,
            execute(
              `{\\"${target.name}\\":\\"${target.id}\\",\\"input\\":{\\"${document}\\":{\\"file_id\\":\\"$FILE_ID\\"}},\\"wait_ms\\":25000}`,
              '"',
            ),
          ].join('\n\n'),
    poll: `curl -s ${origin}/api/v1/workflows/executions/$EXECUTION_ID${signed ? token : ' \\\n  -H "X-Run-Token: $ACCESS_TOKEN"'}`,
  }
}

export const SNIPPET_LANGUAGES = ['curl', 'node', 'python'] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]

/** A JSON value as Python writes it; strings are the same in both. */
export function toPython(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)}: ${toPython(one)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}

/** What one program sends: a text of its own, or where the agent takes none, a document. Null when it takes neither. */
interface Sent {
  body: JsonObject
  /** The field that takes the document. */
  file: string | null
}

function sentOf(target: SnippetTarget, source: SnippetSource): Sent | null {
  const input = exampleInput(source)
  const file = formShape(source.input_schema).fields.find(({ kind }) => kind === 'file')?.name ?? null
  if (input === null && file === null) return null
  const rest = { wait_ms: 25_000 }
  if (input !== null) return { body: { [target.name]: target.id, input, ...rest }, file: null }
  return { body: { [target.name]: target.id, input: {}, ...rest }, file }
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

function nodeSnippet(origin: string, { body, file }: Sent, signed: boolean): string {
  const key = signed ? ["const authorization = 'Bearer ' + env.TOKEN"] : []
  const upload =
    file === null
      ? []
      : [
          'const form = new FormData()',
          "form.append('file', await openAsBlob('document.pdf'), 'document.pdf')",
          `const uploaded = await fetch('${origin}/api/v1/files', { method: 'POST',${signed ? ' headers: { authorization },' : ''} body: form })`,
          'const { data: file } = await uploaded.json()',
        ]
  const shown = JSON.stringify(body, null, 2)
  const sent =
    file === null ? shown : shown.replace('"input": {}', `"input": { ${JSON.stringify(file)}: { "file_id": file.id } }`)
  return [
    ...(file === null ? [] : ["import { openAsBlob } from 'node:fs'"]),
    ...(signed ? ["import { env } from 'node:process'"] : []),
    ...key,
    ...upload,
    `const answer = await fetch('${origin}/api/v1/workflows/execute', {`,
    "  method: 'POST',",
    `  headers: { 'content-type': 'application/json'${signed ? ', authorization' : ''} },`,
    `  body: JSON.stringify(${indented(sent, '  ')}),`,
    '})',
    'const { data, errors } = await answer.json()',
    'if (!answer.ok) throw new Error(errors[0].message)',
    'console.log(data.status, data.output)',
  ].join('\n')
}

function pythonSnippet(origin: string, { body, file }: Sent, signed: boolean): string {
  const headers = signed ? ', headers=headers' : ''
  const shown = toPython(body)
  const sent =
    file === null ? shown : shown.replace('"input": {}', `"input": {${JSON.stringify(file)}: {"file_id": file_id}}`)
  return [
    ...(signed ? ['import os'] : []),
    'import requests',
    '',
    ...(signed ? ['headers = {"Authorization": f"Bearer {os.environ[\'TOKEN\']}"}'] : []),
    ...(file === null
      ? []
      : [
          'with open("document.pdf", "rb") as document:',
          `    uploaded = requests.post("${origin}/api/v1/files", files={"file": document}${headers}, timeout=60)`,
          'uploaded.raise_for_status()',
          'file_id = uploaded.json()["data"]["id"]',
        ]),
    'answer = requests.post(',
    `    "${origin}/api/v1/workflows/execute",`,
    `    json=${sent}${headers},`,
    '    timeout=40,',
    ')',
    'answer.raise_for_status()',
    'data = answer.json()["data"]',
    'print(data["status"], data["output"])',
  ].join('\n')
}

/** A whole program that runs it once; null when the agent takes neither a text nor a document. */
export function programSnippet(
  language: Exclude<SnippetLanguage, 'curl'>,
  origin: string,
  target: SnippetTarget,
  { signed, ...source }: SnippetSource & { signed: boolean },
): string | null {
  const sent = sentOf(target, source)
  if (sent === null) return null
  return language === 'node' ? nodeSnippet(origin, sent, signed) : pythonSnippet(origin, sent, signed)
}

/** What a page of another site holds to show a service. */
export const widgetSnippet = (origin: string, token: string): string =>
  `<script src="${origin}/widget.js" data-service="${token}" async></script>`
