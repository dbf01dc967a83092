/** An engine on a test database, documents in one line, and nodes that misbehave on demand. */

import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { PROCESSOR_LIMITS } from '#contract/runs/processor-limits.ts'
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { shareHere } from '#graph/expressions/evaluate-here.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { defineNode, type NodeContext, type NodeDefinition, NodeError, type NodeResult, output } from '#nodes/node.ts'
import type { Ports } from '#nodes/ports.ts'
import { hashCanonical } from '#server/areas/selling/publishing/samples.ts'
import type { EngineOptions } from '#server/engine/assemble.ts'
import { createEngine, type Engine } from '#server/engine/engine.ts'
import { Processor } from '#server/engine/processor.ts'
import type { StartRequest } from '#server/engine/request.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { insertUser } from './users.ts'

type Config = Partial<Pick<WorkflowNode, 'retry' | 'timeout_ms' | 'on_error' | 'disabled'>>

/** `node('a', 'set_fields', {…})`. */
export const node = (id: string, type: string, config: JsonObject = {}, rest: Config = {}): WorkflowNode => ({
  id,
  type,
  version: 1,
  title: id,
  config,
  position: { x: 0, y: 0 },
  ...rest,
})

/** `wires('a > b', 'b:true > c')`; the port is `out` when not named. */
export const wires = (...lines: string[]): Edge[] =>
  lines.flatMap((line) => {
    const stops = line.split('>').map((stop) => stop.trim())
    return stops.slice(1).map((to, index) => {
      const [from = '', port = 'out'] = (stops[index] ?? '').split(':')
      const target = to.split(':')[0] ?? ''
      return { id: `${from}:${port}>${target}`, from: { node: from, port }, to: { node: target, port: 'in' } }
    })
  })

export const workflow = (nodes: WorkflowNode[], edges: Edge[]): WorkflowDocument => ({
  schema_version: 1,
  nodes,
  edges,
  notes: [],
  groups: [],
})

/** `set_fields` with one field per entry. */
export const set = (id: string, fields: JsonObject): WorkflowNode =>
  node(id, 'set_fields', { fields: Object.entries(fields).map(([name, value]) => ({ name, value })) })

/** What a test does in a node: looked up by the node's `does` setting. */
export type Behaviour = (ctx: NodeContext<{ does: string; with?: Json }>) => NodeResult | Promise<NodeResult>

/** Nodes `pure`, `effect` and `wait` that do what the test says. */
export function behaving(behaviours: Record<string, Behaviour>): (type: string) => NodeDefinition | undefined {
  const make = (kind: 'pure' | 'effect' | 'wait') =>
    defineNode({
      type: kind,
      version: 1,
      title: kind,
      category: 'code',
      icon: 'code',
      description: 'A node of a test.',
      kind,
      config: z.object({ does: z.string(), with: Json.optional() }),
      output: Json,
      sentence: () => kind,
      run: (ctx) => {
        const behaviour = behaviours[ctx.config.does]
        if (!behaviour) throw new NodeError('unknown', `No behaviour ${ctx.config.does}`)
        return behaviour(ctx as never)
      },
      // `after x` says what a node does once its wait for `x` has ended; its input is how.
      resume: (ctx, resolution) => {
        const next = behaviours[`after ${ctx.config.does}`]
        return next ? next({ ...ctx, input: resolution as unknown as Json }) : output(resolution as unknown as Json)
      },
    }) as unknown as NodeDefinition
  const nodes = new Map((['pure', 'effect', 'wait'] as const).map((kind) => [kind as string, make(kind)]))
  return (type) => nodes.get(type) ?? catalogue.get(type)
}

const absent = () => {
  throw new NodeError('no_port', 'This test has no such port')
}
export const noPorts = {
  http: absent,
  actions: { run: absent },
  sql: { query: absent },
  mail: { send: absent },
  documents: { parse: absent },
  files: { open: absent, write: absent },
  paperwork: absent,
  code: absent,
  embed: absent,
  codes: { search: absent, get: absent, under: absent, table: absent },
  tables: { find: absent, add: absent, update: absent, addOrUpdate: absent, delete: absent },
  model: { generate: absent, available: () => Promise.resolve(false) },
  curated: { find: absent },
  handOver: { ask: absent },
  skills: { list: absent, read: absent, readFile: absent },
  memory: { earlier: absent, keepSummary: absent, facts: absent, remember: absent, forget: absent },
  knowledge: { search: absent, searchChosen: absent, put: absent, remove: absent },
} satisfies Ports & EngineOptions['ports']

export interface TestEngine extends AsyncDisposable {
  engine: Engine
  owner: string
  /** Everything the engine reported as unexpected. */
  problems: unknown[]
  /** Stores a document and says how to start it. */
  publish(document: WorkflowDocument): Promise<(input?: Json, rest?: Partial<StartRequest>) => StartRequest>
}

export const createOwner = (pool: Pool): Promise<string> => insertUser({ pool }, 'seller')

/** Asks again and again until there is an answer. @throws Error after `ms` */
export async function until<T>(ask: () => Promise<T | undefined | false>, ms = 60_000, every_ms = 10): Promise<T> {
  for (const end = Date.now() + ms; ; ) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`Nothing came within ${ms} ms`)
    await new Promise((resolve) => setTimeout(resolve, every_ms))
  }
}

/** @returns the id of the version */
export async function storeWorkflow(
  pool: Pool,
  owner: string,
  document: WorkflowDocument,
): Promise<{ workflow_id: string; version_id: string }> {
  const workflow_id = uuidv7()
  const version_id = uuidv7()
  const text = JSON.stringify(document)
  await pool.query('insert into workflows (id, owner_id, name, document) values ($1, $2, $3, $4)', [
    workflow_id,
    owner,
    'Test',
    text,
  ])
  await pool.query(
    'insert into workflow_versions (id, workflow_id, number, document, content_hash) values ($1, $2, 1, $3, $4)',
    [version_id, workflow_id, text, hashCanonical(document)],
  )
  return { workflow_id, version_id }
}

export async function createTestEngine(
  database: { pool: Pool; url: string },
  options: Partial<EngineOptions> & { behaviours?: Record<string, Behaviour> } = {},
): Promise<TestEngine> {
  const { behaviours, ...rest } = options
  const problems: unknown[] = []
  const engine = await createEngine({
    pool: database.pool,
    databaseUrl: database.url,
    executorId: `test-${uuidv7()}`,
    role: 'all',
    findNode: behaving(behaviours ?? {}),
    ports: noPorts,
    processor: new Processor(shareHere, PROCESSOR_LIMITS),
    holdsStarts: () => false,
    agentCalls: null,
    log: {
      warn: () => {},
      error: (detail) => {
        problems.push(detail)
        if (process.env.DEBUG_ENGINE) console.error(detail)
      },
    },
    ...rest,
  })
  const owner = await createOwner(database.pool)
  return {
    engine,
    owner,
    problems,
    async publish(document) {
      const { version_id } = await storeWorkflow(database.pool, owner, document)
      return (input = null, more = {}) => ({
        workflow_version_id: version_id,
        input,
        trigger: 'manual',
        priority: 'normal',
        owner: { user_id: owner },
        mode: 'now',
        ...more,
      })
    },
    async [Symbol.asyncDispose]() {
      await engine.stop()
    },
  }
}
