/**
 * A process of the campaign of triggers from apps: the jobs and the address of deliveries, over a stand-in for an app. It is killed at any
 * moment. `node test/support/app-trigger-worker.ts DATABASE STAND_IN PORT KEY FOLDER`; the folder has the files of plugins.
 */
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Action, Trigger } from '#connectors/connector.ts'
import type { Json } from '#contract/core/primitives.ts'
import { wholeApp } from '#server/areas/connectors/catalogue/app.ts'
import { createPieceTriggers } from '#server/areas/connectors/triggers/piece-triggers.ts'
import { createTriggerPort } from '#server/areas/connectors/triggers/triggers-port.ts'
import { advanceAppTriggers } from '#server/areas/runs/app-triggers/advance.ts'
import { appHookHandlers } from '#server/areas/runs/app-triggers/receive.routes.ts'
import { startItems } from '#server/areas/runs/app-triggers/start-items.ts'
import { syncAppTriggers } from '#server/areas/runs/app-triggers/sync.ts'
import { nextRun } from '#server/engine/schedules.ts'
import { loadKeyRing } from '#server/gateways/vault/keys.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createTestEngine } from './engine.ts'
import { openPieces } from './pieces/lamp-plugin.ts'

const [url = '', standIn = '', port = '0', vaultKey = '', folder = ''] = process.argv.slice(2)
const pool = createPool(url, 10)
const db = createDatabase(pool)
const { engine } = await createTestEngine({ pool, url })

const head = { title: '', description: '', group: '', input: { type: 'object' }, sample: null }
const triggers: Trigger[] = [
  { ...head, id: 'polled', kind: 'polling', polling: { action: 'list', items: '', id: '/id', order: 'newest_first' } },
  {
    ...head,
    id: 'delivered',
    kind: 'webhook',
    delivery: { verify: { by: 'secret', header: 'x-secret' }, id: { pointer: '/id' } },
    subscribing: {
      subscribe: {
        action: 'subscribe',
        input: { address: '{address}', secret: '{secret}', name: '{input:name}' },
        remote: '/id',
      },
      unsubscribe: { action: 'unsubscribe', input: { id: '{remote}' } },
      find: { action: 'subscriptions', input: {}, items: '', address: '/address', remote: '/id' },
    },
  },
]
const app = wholeApp({
  ...{
    id: 'stand-in',
    name: 'Stand-in',
    description: '',
    source: 'builtin',
    provider: '',
    version: '1',
    categories: [],
  },
  ...{ logo: null, website: null, licence: null, sign_in: [], base_url: standIn, variables: [], hosts: [] },
  ...{ actions: [] as Action[], triggers },
})
const { scene, pieces, parts } = await openPieces({ db, folder, standIn })
process.on('SIGTERM', () => void scene.stop().finally(() => process.exit(0)))
const port_ = createTriggerPort({
  find: async (id) => (id === 'stand-in' ? app : pieces.find(id)),
  pieces: createPieceTriggers(parts),
  actions: {
    run: async ({ action, input }, _caller, signal) => {
      const answer = await fetch(`${standIn}/${action}`, { method: 'POST', body: JSON.stringify(input), signal })
      return { type: 'answer', output: (await answer.json()) as Json }
    },
  },
})
const ring = loadKeyRing(vaultKey, '/nowhere')
const log = { warn: () => {} } as never
const address = `http://127.0.0.1:${port}`
const stop = new AbortController().signal
const { receiveAppHook } = appHookHandlers({
  db,
  triggers: port_,
  ring,
  findEvents: async () => null,
  publicUrl: address,
})

createServer(async (request, response) => {
  const bytes = new Uint8Array(await buffer(request))
  const context = {
    ...{ method: 'POST', raw: { query: {}, headers: request.headers }, received: { bytes, files: [] } },
    signal: stop,
  }
  const input = {
    params: { token: request.url?.split('/').at(-1) ?? '' },
    body: JSON.parse(String(Buffer.from(bytes))),
  }
  const handle = async () => receiveAppHook.handle(input as never, context as never)
  const status = await handle().then(
    () => 200,
    () => 500,
  )
  response.writeHead(status).end()
}).listen(Number(port), '127.0.0.1')

const repeat = async (work: () => Promise<unknown>) => {
  for (;;) {
    await work().catch(() => {})
    await pause(100)
  }
}
void repeat(() => syncAppTriggers(db, port_, ring))
void repeat(() => advanceAppTriggers({ db, triggers: port_, ring, publicUrl: address, nextRun, log }, stop))
void repeat(() => startItems(db, (run) => engine.start(run), log))
console.log('ready')
