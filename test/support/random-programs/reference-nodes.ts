/** What single nodes do, by the rules of the catalogue: the part of the reference that knows no order. */
import { isTrue, type Value } from './formulas.ts'

export interface ReferenceNode {
  id: string
  type: string
  config: { [name: string]: Value }
  retry?: { max_attempts: number }
  on_error?: string
  disabled?: boolean
}
export interface ReferenceEdge {
  from: { node: string; port: string }
  to: { node: string }
}
export interface ReferenceDocument {
  nodes: readonly ReferenceNode[]
  edges: readonly ReferenceEdge[]
}

export interface Given {
  port: string
  output: Value
}
export interface Failure {
  code: string
  message: string
  node_id: string
}
export type End = { status: 'succeeded'; output: Value } | { status: 'failed'; output: Value; error: Failure }

export interface Early {
  /** Ends the whole run, also from inside of a body. */
  all: boolean
  end: End
}

/** What a node makes of its input. */
export type Did = { gives: Given } | { fails: Failure } | { stops: End } | { early: Early[] }

export const failure = (node_id: string, code: string, message: string): Failure => ({ code, message, node_id })

/** The nodes that need nothing but their settings and input; null for others. */
export function simpleNode(
  node: ReferenceNode,
  config: { [name: string]: Value },
  input: Value,
  inputs: { node: string; value: Value }[],
): Did | null {
  const through = (port: string, output: Value = input): Did => ({ gives: { port, output } })
  switch (node.type) {
    case 'manual_trigger':
    case 'wait':
      return through('out')
    case 'set_fields':
      return setFields(node.id, config, input)
    case 'if':
      return through(isTrue(config.condition) ? 'true' : 'false')
    case 'switch': {
      const rules = config.rules as { port: string; condition?: Value }[]
      return through(rules.find(({ condition }) => isTrue(condition))?.port ?? 'default')
    }
    case 'merge':
      return merge(node.id, config.mode as string, inputs)
    case 'stop': {
      const output = config.output === undefined ? input : config.output
      const text = (config.message as string) || 'The workflow was stopped.'
      if (config.status === 'succeeded') return { stops: { status: 'succeeded', output } }
      return { stops: { status: 'failed', output, error: failure(node.id, 'stopped', text) } }
    }
    case 'approval': {
      // What the person of this trial answers stands in the question.
      const approved = config.title === 'yes'
      return through(approved ? 'approved' : 'rejected', { comment: config.title ?? '', by: null, input })
    }
    default:
      return null
  }
}

function setFields(id: string, config: { [name: string]: Value }, input: Value): Did {
  const result: { [name: string]: Value } = {}
  if (config.keep_input === true) {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      return { fails: failure(id, 'not_an_object', `Expected an object, got ${kindOf(input)}`) }
    }
    Object.assign(result, input)
  }
  for (const { name, value } of config.fields as { name: string; value?: Value }[]) result[name] = value ?? null
  return { gives: { port: 'out', output: result } }
}

function merge(id: string, mode: string, inputs: { node: string; value: Value }[]): Did {
  const gives = (output: Value): Did => ({ gives: { port: 'out', output } })
  if (mode === 'first') return gives(inputs[0]?.value ?? null)
  if (mode === 'append') return gives(inputs.flatMap(({ value }) => (value === null ? [] : value)))
  if (mode === 'by_node') return gives(Object.fromEntries(inputs.map(({ node, value }) => [node, value])))
  const result: { [name: string]: Value } = {}
  for (const { node, value } of inputs) {
    if (value === null) continue
    if (typeof value !== 'object' || Array.isArray(value)) {
      return {
        fails: failure(id, 'not_an_object', `“${node}” returned ${kindOf(value)}; only objects can be combined`),
      }
    }
    Object.assign(result, value)
  }
  return gives(result)
}

export function kindOf(value: Value): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return `a ${typeof value === 'string' ? 'text' : typeof value}`
}
