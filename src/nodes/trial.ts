/** Runs one node outside of the engine, with a fixed clock and no world: for tests of nodes. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { evaluateHere } from '#graph/expressions/evaluate-here.ts'
import type { Evaluator } from '#graph/expressions/evaluator.ts'
import type { InboundValue, NodeContext, NodeDefinition, NodeResult, Resolution } from './node.ts'
import type { Ports } from './ports.ts'

export interface Trial {
  input?: Json
  inputs?: InboundValue[]
  ports?: Partial<Ports>
  resolution?: Resolution
  /** The settings went through the schema already. */
  parsed?: true
  log?: (message: string, data?: Json) => void
  traceTool?: NodeContext<unknown>['traceTool']
  call?: NodeContext<unknown>['call']
  evaluator?: Evaluator
}

const absent = () => {
  throw new Error('This trial has no such port')
}

const signal = {
  aborted: false,
  reason: undefined,
  throwIfAborted: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
} as unknown as AbortSignal

/** The fixed clock of a trial. */
export const TRIAL_TIME = new Date('2026-01-31T09:30:00.000Z')

/** Parses the settings and runs, or with a `resolution` resumes, the node. */
export async function tryNode<N extends Pick<NodeDefinition, 'type'>>(
  node: N,
  config: JsonObject,
  trial: Trial = {},
): Promise<NodeResult> {
  const { config: schema, run, resume } = node as unknown as NodeDefinition
  const context: NodeContext<never> = {
    http: absent,
    actions: { run: absent },
    sql: { query: absent },
    mail: { send: absent },
    documents: { parse: absent },
    files: { open: absent, write: absent },
    paperwork: absent,
    curated: { find: absent },
    skills: { list: absent, read: absent, readFile: absent },
    memory: { earlier: absent, keepSummary: absent, facts: absent, remember: absent, forget: absent },
    handOver: { ask: absent },
    knowledge: { search: absent, searchChosen: absent, put: absent, remove: absent },
    code: absent,
    embed: absent,
    codes: { search: absent, get: absent, under: absent, table: absent },
    tables: { find: absent, add: absent, update: absent, addOrUpdate: absent, delete: absent },
    model: { generate: absent, available: () => Promise.resolve(false) },
    ...trial.ports,
    config: (trial.parsed ? config : schema.parse(config)) as never,
    input: trial.input ?? null,
    inputs: trial.inputs ?? [],
    run: {
      execution_id: 'e1',
      node_id: node.type,
      owner: { user_id: 'u1' },
      as: { owner: { user_id: 'u1' }, author: null, version: null },
      iteration: '',
      attempt: 1,
      idempotency_key: `e1:${node.type}:`,
    },
    evaluator: trial.evaluator ?? evaluateHere,
    signal,
    waits: () => () => undefined,
    hold: () => undefined,
    call: trial.call ?? absent,
    now: () => TRIAL_TIME,
    log: trial.log ?? (() => undefined),
    traceTool: trial.traceTool ?? (() => undefined),
    inTool: (_, work) => work(),
    under: () => ({ model: context.model, traceTool: context.traceTool }),
    progress: () => undefined,
    showPlan: () => undefined,
  }
  if (!trial.resolution) return run(context)
  if (!resume) throw new Error(`${node.type} does not wait`)
  return resume(context, trial.resolution)
}

/** The output of a run that ended with one. */
export async function outputOf(...given: Parameters<typeof tryNode>): Promise<Json> {
  const result = await tryNode(...given)
  if (result.type !== 'output') throw new Error(`Ended as ${result.type}`)
  return result.output
}
