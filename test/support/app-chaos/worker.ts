/**
 * A worker of the chaos of connectors: the engine, the vault, apps, MCP servers and a model as the program puts them together, with the jobs
 * that continue waits and look at triggers. It is killed at any moment. `node test/support/app-chaos/worker.ts '{"database_url", …}'`
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { continueAccountWaits } from '#server/areas/runs/account-waits/account-waits.ts'
import { advanceAppTriggers } from '#server/areas/runs/app-triggers/advance.ts'
import { startItems } from '#server/areas/runs/app-triggers/start-items.ts'
import { syncAppTriggers } from '#server/areas/runs/app-triggers/sync.ts'
import { createModelPort } from '#server/areas/workflows/models/model-port.ts'
import { assembleModels } from '#server/compose/models.ts'
import { nextRun } from '#server/engine/schedules.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createTestEngine, noPorts } from '#test/support/engine.ts'
import { assembleApps } from './apps.ts'

export interface WorkerOptions {
  database_url: string
  executor_id: string
  vault_key: string
  /** Of the stand-in for Google. */
  stand_in: string
  mcp: string
  model: string
}

const options = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions
const pool = createPool(options.database_url, 12)
const folder = mkdtempSync(join(tmpdir(), 'chowk-app-chaos-worker-'))
const { db, connectors, secrets, files } = assembleApps(pool, folder, options)
const host = new URL(options.model).host
const models = assembleModels(
  {
    config: {
      model: {
        ...{ provider: 'custom', base_url: options.model, model: 'obedient', api_key: null },
        ...{ input_price: null, output_price: null, country: null },
      },
      outboundAllow: [host],
    },
    db,
    vault: secrets.vault,
    outbound: createOutbound({ allow: [host] }),
  },
  () => {},
)
const { engine } = await createTestEngine(
  { pool, url: options.database_url },
  {
    executorId: options.executor_id,
    role: 'worker',
    ports: { ...noPorts, files, http: secrets.http, actions: connectors.actions, model: createModelPort(models) },
    log: { warn: () => {}, error: (detail) => console.error(inspect(detail, { depth: 5 })) },
    onLost: () => process.exit(1),
  },
)

const log = { warn: () => {} } as never
const stop = new AbortController().signal
const repeat = async (work: () => Promise<unknown>) => {
  for (;;) {
    // The next turn does what this one could not.
    await work().catch(() => {})
    await pause(300)
  }
}
void repeat(() => continueAccountWaits(db, (id) => engine.resolveWait(id, { type: 'account' }, null)))
const { triggers, ring } = connectors
void repeat(() => syncAppTriggers(db, triggers, ring))
void repeat(() => advanceAppTriggers({ db, triggers, ring, publicUrl: 'https://chowk.example', nextRun, log }, stop))
void repeat(() => startItems(db, (run) => engine.start(run), log))
console.log('ready')
