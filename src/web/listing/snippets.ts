/** Snippets that run as they stand, for a target and an input taken from a sample. */
import type { AgentSample } from '#contract/agents.ts'
import type { JsonObject } from '#contract/primitives.ts'

export interface SnippetTarget {
  name: 'agent_id' | 'service_id'
  id: string
}

/** An input small enough to be read in a snippet. */
export function exampleInput(samples: readonly AgentSample[]): JsonObject {
  const typed = samples.find((sample) => sample.file === null)
  const text = typed?.input.text
  if (typeof text !== 'string') return { text: 'Your text' }
  const [first = text] = text.match(/^[\s\S]{0,160}[.\n]/) ?? [text.slice(0, 160)]
  return { ...typed?.input, text: first.replaceAll("'", '’').replace(/\s+/g, ' ').trim() }
}

const TOKEN = `-H "Authorization: Bearer $TOKEN"`

export interface Snippets {
  text: string
  file: string
  poll: string
}

/** From email and password to the short-lived token that the other snippets send. */
export const tokenSnippet = (origin: string, email: string): string =>
  [
    `curl -s -c chowk.cookies ${origin}/api/auth/sign-in/email \\\n  -H 'Content-Type: application/json' \\\n  -d '{"email":"${email}","password":"YOUR PASSWORD"}'`,
    `TOKEN=$(curl -s -b chowk.cookies ${origin}/api/auth/token | sed -E 's/.*"token":"([^"]+)".*/\\1/')`,
  ].join('\n\n')

/** `signed` when the target belongs to an account: then a token is sent. */
export function curlSnippets(origin: string, target: SnippetTarget, input: JsonObject, signed: boolean): Snippets {
  const token = signed ? ` \\\n  ${TOKEN}` : ''
  const execute = (value: string, quote: string) =>
    `curl -s ${origin}/api/v1/workflows/execute${token} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quote}${value}${quote}`
  return {
    text: execute(JSON.stringify({ [target.name]: target.id, input, wait_ms: 25_000 }), "'"),
    file: [
      `FILE_ID=$(curl -s ${origin}/api/v1/files${token} \\\n  -F file=@document.pdf | sed -E 's/.*"data":\\{"id":"([^"]+)".*/\\1/')`,
      execute(
        `{\\"${target.name}\\":\\"${target.id}\\",\\"input\\":{\\"file\\":{\\"file_id\\":\\"$FILE_ID\\"}},\\"wait_ms\\":25000}`,
        '"',
      ),
    ].join('\n\n'),
    poll: `curl -s ${origin}/api/v1/workflows/executions/$EXECUTION_ID${signed ? token : ' \\\n  -H "X-Run-Token: $ACCESS_TOKEN"'}`,
  }
}
