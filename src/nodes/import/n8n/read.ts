/** Reads an n8n export leniently: what is not as expected is left out, what is there is never trusted. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { openingsIn } from '#graph/parse-document.ts'
import { DOCUMENT_LIMITS } from '#graph/values/document-values.ts'
import { IMPORT_LIMITS, ImportError, readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import { HOUR_MS } from '#shared/time.ts'

export interface Step {
  name: string
  /** As in the file: `n8n-nodes-base.set`. */
  from: string
  /** Without the package: `set`, `lc:agent` for LangChain. */
  type: string
  version: number
  parameters: JsonObject
  position: { x: number; y: number }
  disabled: boolean
  notes: string
  credentials: { type: string; name: string }[]
  on_error: 'stop' | 'continue' | 'error_port'
  retry: { max_attempts: number; delay_ms: number; backoff: number } | undefined
  /** The node of the file. */
  original: JsonObject
}

/** From the way out `output` of `from` to `to`. `kind` is `main`, or what a LangChain part is to its owner. */
export interface Link {
  from: string
  output: number
  kind: string
  to: string
  input: number
}

export interface Source {
  name: string
  description: string
  steps: Step[]
  notes: { text: string; position: { x: number; y: number }; size: { width: number; height: number } }[]
  links: Link[]
}

/** Others keep their connections as a list of edges. */
export const isN8n = (value: unknown): boolean =>
  Array.isArray(readAt(value, 'nodes')) &&
  !Array.isArray(readAt(value, 'edges')) &&
  readAt(value, 'schema_version') === undefined &&
  readAt(value, 'format') === undefined

/** @throws ImportError `not_a_workflow`, `too_many_nodes`, `too_many_edges`, `too_many_expressions` */
export function readSource(raw: Json): Source {
  const nodes = readAt(raw, 'nodes')
  if (!Array.isArray(nodes))
    throw new ImportError('not_a_workflow', 'The file contains no n8n workflow: “nodes” is missing', 'nodes')
  if (nodes.length > IMPORT_LIMITS.steps)
    throw new ImportError(
      'too_many_nodes',
      `A workflow can have at most ${IMPORT_LIMITS.steps} nodes; this one has ${nodes.length}`,
      'nodes',
    )
  refuseManyExpressions(nodes)
  const steps: Step[] = []
  const notes: Source['notes'] = []
  const names = new Set<string>()
  for (const node of nodes) {
    if (!isObject(node)) continue
    const type = shortType(readTextAt(node, 'type') ?? 'unknown')
    if (type === 'stickyNote') notes.push(readNote(node))
    else {
      const wanted = (readTextAt(node, 'name') ?? type).slice(0, 500) || type
      let name = wanted
      for (let count = 2; names.has(name); count++) name = `${wanted} ${count}`
      names.add(name)
      steps.push(readStep(node, name, type))
    }
  }
  return {
    name: (readTextAt(raw, 'name') ?? '').trim().slice(0, 120),
    description: (readTextAt(raw, 'meta', 'description') ?? readTextAt(raw, 'description') ?? '').slice(0, 5000),
    steps,
    notes,
    links: readLinks(readAt(raw, 'connections'), namesOf(steps)),
  }
}

/**
 * Before any of them is translated, which takes some 0.1 ms each: a step ends up in one workflow, whose limit it may not pass alone, and
 * all steps end up in so many workflows.
 * @throws ImportError `too_many_expressions`
 */
function refuseManyExpressions(nodes: readonly Json[]): void {
  const { expressions: most } = DOCUMENT_LIMITS
  let all = 0
  for (const [index, node] of nodes.entries()) {
    const own = expressionsIn(node)
    all += own
    if (own > most || all > most * IMPORT_LIMITS.workflows)
      throw new ImportError(
        'too_many_expressions',
        `A workflow can have at most ${most} expressions`,
        own > most ? `nodes.${index}` : 'nodes',
      )
  }
}

function expressionsIn(node: Json): number {
  let count = 0
  const stack: Json[] = [node]
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value === 'string') count += openingsIn(value)
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) stack.push(part)
  }
  return count
}

const shortType = (type: string): string =>
  type
    .slice(0, 200)
    .replace(/^n8n-nodes-base\./, '')
    .replace(/^@n8n\/n8n-nodes-langchain\./, 'lc:')

const FARTHEST = 1_000_000
const coordinate = (value: Json | undefined): number =>
  typeof value === 'number' ? Math.max(-FARTHEST, Math.min(FARTHEST, Math.round(value))) : 0

function readPosition(node: Json): { x: number; y: number } {
  const place = readAt(node, 'position')
  return {
    x: coordinate(readAt(place, 0) ?? readAt(place, 'x')),
    y: coordinate(readAt(place, 1) ?? readAt(place, 'y')),
  }
}

function readNote(node: JsonObject): Source['notes'][number] {
  const side = (name: string, otherwise: number) => {
    const found = readAt(node, 'parameters', name)
    return typeof found === 'number' && found > 0 ? Math.min(found, FARTHEST) : otherwise
  }
  return {
    text: (readTextAt(node, 'parameters', 'content') ?? '').slice(0, 20_000),
    position: readPosition(node),
    size: { width: side('width', 240), height: side('height', 160) },
  }
}

function readStep(node: JsonObject, name: string, type: string): Step {
  const parameters = readAt(node, 'parameters')
  const credentials = readAt(node, 'credentials')
  const version = readAt(node, 'typeVersion')
  return {
    name,
    from: (readTextAt(node, 'type') ?? 'unknown').slice(0, 200),
    type,
    version: typeof version === 'number' ? version : 1,
    parameters: isObject(parameters) ? parameters : {},
    position: readPosition(node),
    disabled: readAt(node, 'disabled') === true,
    notes: (readTextAt(node, 'notes') ?? '').slice(0, 5000),
    credentials: isObject(credentials)
      ? Object.entries(credentials)
          .slice(0, 20)
          .map(([kind, found]) => ({
            type: kind.slice(0, 100),
            name: (readTextAt(found, 'name') ?? kind).slice(0, 120),
          }))
      : [],
    on_error: readOnError(node),
    retry: readRetry(node),
    original: node,
  }
}

function readOnError(node: JsonObject): Step['on_error'] {
  const said = readAt(node, 'onError')
  if (said === 'continueErrorOutput') return 'error_port'
  return said === 'continueRegularOutput' || readAt(node, 'continueOnFail') === true ? 'continue' : 'stop'
}

function readRetry(node: JsonObject): Step['retry'] {
  if (readAt(node, 'retryOnFail') !== true) return undefined
  const number = (name: string, otherwise: number, least: number, most: number) => {
    const found = readAt(node, name)
    return typeof found === 'number' && Number.isFinite(found)
      ? Math.max(least, Math.min(most, Math.round(found)))
      : otherwise
  }
  return {
    max_attempts: number('maxTries', 3, 1, 10),
    delay_ms: number('waitBetweenTries', 1000, 0, HOUR_MS),
    backoff: 1,
  }
}

/** Ways name their ends by the node's name; some programs that write n8n's format take its id. */
function namesOf(steps: readonly Step[]): ReadonlyMap<string, string> {
  const ids = steps.flatMap(({ name, original }) => [[readTextAt(original, 'id') ?? name, name] as const])
  return new Map([...ids, ...steps.map(({ name }) => [name, name] as const)])
}

/** @throws ImportError `too_many_edges` */
function readLinks(connections: Json | undefined, names: ReadonlyMap<string, string>): Link[] {
  const links: Link[] = []
  for (const [key, kinds] of isObject(connections) ? Object.entries(connections) : []) {
    const from = names.get(key)
    if (from === undefined || !isObject(kinds)) continue
    for (const [kind, outputs] of Object.entries(kinds)) {
      for (const [output, targets] of (Array.isArray(outputs) ? outputs : []).entries()) {
        for (const target of Array.isArray(targets) ? targets : []) {
          const to = names.get(readTextAt(target, 'node') ?? '')
          if (to === undefined) continue
          const input = readAt(target, 'index')
          links.push({ from, output, kind, to, input: typeof input === 'number' ? input : 0 })
          if (links.length > 4000)
            throw new ImportError('too_many_edges', 'A workflow can have at most 2,000 connections', 'connections')
        }
      }
    }
  }
  return links
}

/** The parts (`ai_languageModel` …) that hang on a step. */
export const partsOf = (source: Source, owner: string): { kind: string; step: Step }[] =>
  listParts(source).filter((part) => part.owner === owner)

const known = new WeakMap<Source, { kind: string; owner: string; step: Step }[]>()

export function listParts(source: Source): { kind: string; owner: string; step: Step }[] {
  const found = known.get(source)
  if (found) return found
  const byName = new Map(source.steps.map((step) => [step.name, step]))
  const parts = source.links.flatMap(({ kind, from, to }) => {
    const step = byName.get(from)
    return kind === 'main' || !step ? [] : [{ kind, owner: to, step }]
  })
  known.set(source, parts)
  return parts
}
