/**
 * A process of the campaign of batches: an engine and the job of batches, killed at any moment. `node test/support/batch-worker.ts DATABASE MS`;
 * each run takes so many ms, and every tenth document can’t be read.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Json } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { createBillingGate } from '#server/areas/billing/charges/billing-gate.ts'
import { advanceBatches } from '#server/areas/services/batches/advance.ts'
import { assembleModels } from '#server/compose/models.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createTestEngine, noPorts } from './engine.ts'
import { createTestSecrets } from './secrets.ts'

const [url = '', ms = '20'] = process.argv.slice(2)
const pool = createPool(url, 10)
const db = createDatabase(pool)
const billingGate = createBillingGate({
  db,
  trials: { secret: 'a secret of the campaign of batches, long enough!', askProof: false },
})
const { engine } = await createTestEngine(
  { pool, url },
  {
    billingGate,
    behaviours: {
      read: async (ctx) => {
        await pause(Number(ms))
        const text = String(ctx.config.with)
        if (/9$/.test(text)) throw new NodeError('file_broken', 'The document can’t be read')
        return output({ said: text } as Json)
      },
    },
  },
)
const outbound = createOutbound()
const { vault } = createTestSecrets(db, noPorts.files)
const models = assembleModels({ config: { model: null, outboundAllow: [] }, db, vault, outbound }, () => {})
const log = { warn: (about: object) => process.env.DEBUG_BATCHES && console.error(about) }
const stop = new AbortController().signal
console.log('ready')
for (;;) {
  await advanceBatches({ db, engine, models, billingGate, log }, stop).catch(() => {})
  await pause(100)
}
