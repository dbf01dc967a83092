/** Snippets that run as they stand, for a target and an input taken from a sample. */
import type { AgentSample } from '#contract/agents.ts'
import type { Json, JsonObject } from '#contract/primitives.ts'
import { formShape } from '#web/run/form-shape.ts'

export interface SnippetTarget {
  name: 'agent_id' | 'service_id'
  id: string
}

/** What is run: its form, and what it was tried with. */
interface SnippetSource {
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
function exampleInput({ input_schema, samples }: SnippetSource): JsonObject | null {
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
