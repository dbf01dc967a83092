/** Tables of what n8n's nodes can do, and the entry that is meant by the parameters of one. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { readTextAt } from '#nodes/import/untrusted.ts'

/** `resource/operation` → call. The first of a resource is what n8n takes when none is named, the first of all likewise. */
export type Calls<Call> = ReadonlyMap<string, Call>

/** Reads a table. An entry begins at the margin, with parts between `|`; its calls are indented, `resource/operation call`. */
export function readTable<Entry, Call>(
  table: string,
  begin: (parts: readonly string[], calls: Calls<Call>) => Entry,
  read: (call: string) => Call,
): Entry[] {
  const entries: Entry[] = []
  let calls = new Map<string, Call>()
  for (const line of table.split('\n')) {
    if (line.trim() === '') continue
    if (line.startsWith(' ')) {
      const [key = '', ...call] = line.trim().split(' ')
      calls.set(key, read(call.join(' ')))
    } else {
      calls = new Map()
      const parts = line.split('|').map((part) => part.trim())
      entries.push(begin(parts, calls))
    }
  }
  return entries
}

/** The call for a resource and an operation; n8n leaves out what is its default. */
export function callOf<Call>(calls: Calls<Call>, parameters: JsonObject): Call | undefined {
  const resource = readTextAt(parameters, 'resource')
  const operation = readTextAt(parameters, 'operation')
  const keys = [...calls.keys()]
  const wanted = resource ?? keys[0]?.split('/')[0] ?? ''
  if (operation === undefined) return calls.get(keys.find((key) => key.startsWith(`${wanted}/`)) ?? '')
  const found = calls.get(`${wanted}/${operation}`)
  if (found !== undefined || resource !== undefined) return found
  return calls.get(keys.find((key) => key.endsWith(`/${operation}`)) ?? '')
}

/** What follows a call that answers a list in one of its fields. */
export const eachOf = (list: string) => ({
  type: 'split',
  title: `Each of ${list}`.slice(0, 120),
  config: { field: list },
})
