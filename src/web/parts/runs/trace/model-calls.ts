/** What the steps of a run logged, as a list of calls: of models, of tools, and what else they said. */
import type { NodeRun } from '#contract/runs/executions.ts'
import { isObject } from '#shared/json.ts'

export type TraceEntry =
  | {
      kind: 'model'
      at: string
      /** Messages since the call before. */
      sent: { role: string; text: string }[]
      text: string
      calls: { name: string; arguments: string }[]
      model: string
      /** Tokens. */
      read: number
      written: number
      cost_micros: number
      ms: number
      /** Why it failed; null when it answered. */
      failed: string | null
    }
  | { kind: 'tool'; at: string; name: string; arguments: string; result: string; ok: boolean; ms: number }
  | { kind: 'note'; at: string; text: string; data: string }

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const objects = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : [])

type Line = NodeRun['logs'][number]

function entryOf({ at, message, data }: Line): TraceEntry {
  const tool = /^Called (.+)$/.exec(message)?.[1]
  if (message === 'Asked the model' && isObject(data)) {
    return {
      kind: 'model',
      at,
      sent: objects(data.sent).map(({ role, text: said }) => ({ role: text(role), text: text(said) })),
      text: text(data.text),
      calls: objects(data.calls).map(({ name, arguments: given }) => ({ name: text(name), arguments: text(given) })),
      model: text(data.model),
      read: number(data.in),
      written: number(data.out),
      cost_micros: number(data.cost_micros),
      ms: number(data.ms),
      failed: typeof data.failed === 'string' ? data.failed : null,
    }
  }
  if (tool !== undefined && isObject(data))
    return {
      kind: 'tool',
      at,
      name: tool,
      arguments: text(data.arguments),
      result: text(data.result),
      ok: data.ok === true,
      ms: number(data.ms),
    }
  return { kind: 'note', at, text: message, data: data === null ? '' : text(data) }
}

/** In their order. */
export const traceOf = ({ logs }: Pick<NodeRun, 'logs'>): TraceEntry[] => logs.map(entryOf)
