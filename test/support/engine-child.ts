/**
 * A process with an engine, to be killed: `node test/support/engine-child.ts '{"databaseUrl", "executorId", "role", "sink"}'`.
 * Its node `effect` asks the sink; with `{"does": "die"}` it ends its own process, with `hang` it never answers.
 */
import { inspect } from 'node:util'
import { NodeError, output } from '#nodes/node.ts'
import { createPool } from '#server/database/pool.ts'
import { createEngine } from '#server/engine/engine.ts'
import { behaving, noPorts } from './engine.ts'

export interface ChildOptions {
  databaseUrl: string
  executorId: string
  role: 'web' | 'worker' | 'all'
  sink: string
}

const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions
const pool = createPool(options.databaseUrl)
try {
  const engine = await createEngine({
    pool,
    databaseUrl: options.databaseUrl,
    executorId: options.executorId,
    role: options.role,
    ports: noPorts,
    log: {
      warn: () => {},
      error: (detail) => console.error(inspect(detail, { depth: 4 })),
    },
    findNode: behaving({
      die: () => process.kill(process.pid, 'SIGKILL') && new Promise(() => {}),
      hang: () => new Promise(() => {}),
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
      .then(() => pool.end())
      .then(() => process.exit(0))
  })
  console.log('ready')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
