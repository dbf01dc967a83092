/**
 * The engine alone behind HTTP: the shapes at `POST /webhook/<shape>`, without sessions, envelope and the rest of the product.
 * `node bench/engine-server.ts DATABASE_URL ECHO_URL` prints its port. The difference to the product's own hooks is what those cost.
 */

import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { Json } from '#contract/core/primitives.ts'
import { PROCESSOR_LIMITS } from '#contract/runs/processor-limits.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { createEngine } from '#server/engine/engine.ts'
import { Processor } from '#server/engine/processor.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createRunners } from '#server/runners/runners.ts'
import { createOwner, noPorts, storeWorkflow } from '../test/support/engine.ts'
import { SHAPES, shapeDocument } from './shapes.ts'

const [databaseUrl = '', echoUrl = ''] = process.argv.slice(2)
const log = { info: () => {}, warn: console.error, error: console.error }
const pool = createPool(databaseUrl)
await migrate(pool)
const runners = createRunners({ log })
const outbound = createOutbound({ allow: [new URL(echoUrl).host] })
const engine = await createEngine({
  pool,
  databaseUrl,
  executorId: 'bench',
  role: 'all',
  findNode: (type) => catalogue.get(type),
  ports: { ...noPorts, http: outbound.http, code: runners.code },
  holdsStarts: () => false,
  agentCalls: null,
  processor: new Processor(runners.expressions, PROCESSOR_LIMITS),
  log,
})
const owner = await createOwner(pool)
const app = fastify()
for (const shape of SHAPES) {
  const { version_id } = await storeWorkflow(pool, owner, shapeDocument(shape, echoUrl))
  app.post(`/webhook/${shape}`, async (request, reply) => {
    const state = await engine.run(
      {
        workflow_version_id: version_id,
        input: { body: request.body as Json },
        trigger: 'webhook',
        priority: 'normal',
        owner: { user_id: owner },
        mode: 'now',
      },
      25_000,
    )
    if (state.status !== 'succeeded') reply.code(500)
    return state.status === 'succeeded' ? state.output : state
  })
}
app.get('/figures', () => engine.figures)
await app.listen({ port: 0, host: '127.0.0.1' })
console.log((app.server.address() as AddressInfo).port)
process.on(
  'SIGTERM',
  () =>
    void app
      .close()
      .then(() => engine.stop())
      .then(() => process.exit(0)),
)
