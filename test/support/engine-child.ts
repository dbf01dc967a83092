/**
 * A process with an engine, to be killed: `node test/support/engine-child.ts '{"databaseUrl", "executorId", "role", "sink"}'`.
 * Its node `effect` asks the sink; with `{"does": "die"}` it ends its own process, with `hang` it never answers.
 */

import { inspect } from 'node:util'
import { z } from 'zod'
import { PROCESSOR_LIMITS } from '#contract/runs/processor-limits.ts'
import { shareHere } from '#graph/expressions/evaluate-here.ts'
import { type NodeDefinition, NodeError, output } from '#nodes/node.ts'
import { createEngine } from '#server/engine/engine.ts'
import { Processor } from '#server/engine/processor.ts'
import type { AgentCallsPort } from '#server/engine/request.ts'
import { createOutputs, type Outputs } from '#server/gateways/outputs.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { behaving, noPorts } from './engine.ts'

export interface ChildOptions {
  databaseUrl: string
  executorId: string
  role: 'web' | 'worker' | 'all'
  sink: string
  /** The folder of large outputs; without it they stay in their rows. */
  outputs?: string
  /** The process is killed when a large output whose key ends so has been written. */
  diesAfter?: string
  /** 2: a later build, whose node `effect` has a newer version with other settings. */
  build?: number
  /** Whether its runs may run agents. */
  agents?: boolean
}

const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions

/** The later build calls the setting `does` otherwise, and knows how to read the older one. */
const ofLaterBuild = (node: NodeDefinition | undefined): NodeDefinition | undefined =>
  node?.type !== 'effect'
    ? node
    : {
        ...node,
        version: 2,
        config: z.object({ action: z.string() }),
        migrate: ({ does }) => ({ action: does ?? null }),
        run: (ctx) =>
          node.run({ ...ctx, run: ctx.run, input: ctx.input, config: { does: ctx.config.action } } as never),
      }

const findNode: typeof behaving = (behaviours) => {
  const find = behaving(behaviours)
  return options.build === 2 ? (type) => ofLaterBuild(find(type)) : find
}

/** Loaded where a test needs it: it is most of the server. */
async function callsOfAgents(pool: Pool): Promise<AgentCallsPort> {
  const [{ createBillingGate }, { createAgentCalls }] = await Promise.all([
    import('#server/areas/billing/charges/billing-gate.ts'),
    import('#server/areas/runs/executions/agent-calls.ts'),
  ])
  const trials = { secret: 'x', askProof: false }
  return createAgentCalls({ billingGate: createBillingGate({ db: createDatabase(pool), trials }) })
}

function outputsIn(dir: string): Outputs {
  const outputs = createOutputs(createFolderObjects({ dir }))
  return {
    ...outputs,
    put: async (key, text) => {
      await outputs.put(key, text)
      if (options.diesAfter && key.endsWith(options.diesAfter)) {
        process.kill(process.pid, 'SIGKILL')
        await new Promise(() => {})
      }
    },
  }
}

const pool = createPool(options.databaseUrl)
try {
  const settings = await openSettings(createDatabase(pool), { warn: () => {} })
  const engine = await createEngine({
    pool,
    databaseUrl: options.databaseUrl,
    executorId: options.executorId,
    role: options.role,
    ports: noPorts,
    outputs: options.outputs ? outputsIn(options.outputs) : null,
    agentCalls: options.agents ? await callsOfAgents(pool) : null,
    holdsStarts: () => settings.now().maintenance !== null,
    processor: new Processor(shareHere, PROCESSOR_LIMITS),
    log: {
      warn: () => {},
      error: (detail) => console.error(inspect(detail, { depth: 4 })),
    },
    onLost: () => process.exit(1),
    findNode: findNode({
      die: () => process.kill(process.pid, 'SIGKILL') && new Promise(() => {}),
      hang: () => new Promise(() => {}),
      large: () => output('x'.repeat(300_000)),
      sink: async (ctx) => {
        const headers = { 'idempotency-key': ctx.run.idempotency_key }
        const answer = await fetch(options.sink, { method: 'POST', headers, signal: ctx.signal }).catch((cause) => {
          throw new NodeError('sink_away', 'The sink does not answer', { retryable: true, cause })
        })
        await answer.text()
        return output({ from: options.executorId, n: ((ctx.input as { n?: number } | null)?.n ?? 0) + 1 })
      },
    }),
  })
  process.once('SIGTERM', () => {
    void engine
      .drain(300)
      .then(() => engine.stop())
      .then(() => settings.close())
      .then(() => pool.end())
      .then(() => process.exit(0))
  })
  console.log('ready')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
