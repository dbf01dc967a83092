/**
 * What an action of an app costs over the call itself: `npm run bench -- actions [--calls 400]`.
 *
 * Each action goes the whole way (app, account out of the vault, input checked, request built, guarded connection, answer without secrets,
 * note in the database), in turns with a plain `fetch` of the same request at the same stand-in in another process.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import type { FilesPort } from '#nodes/ports.ts'
import { directCaller } from '#server/areas/connectors/actions/direct-caller.ts'
import { createAccount } from '#server/areas/connectors/app-accounts/app-accounts.ts'
import { assembleConnectors } from '#server/compose/connectors.ts'
import { mint } from '#server/platform/access/grant.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createOwner } from '../test/support/engine.ts'
import { createTestSecrets } from '../test/support/secrets.ts'
import { percentile } from './load.ts'

const { values } = parseArgs({ options: { calls: { type: 'string', default: '400' } } })
const CALLS = Number(values.calls)

interface Example {
  app: string
  action: string
  input: JsonObject
  fields: Record<string, string>
  /** The request that the action becomes. */
  path: string
  body: JsonObject
}

const EXAMPLES: readonly Example[] = [
  {
    ...{ app: 'notion', action: 'create_page', path: '/v1/pages', fields: { token: 'secret_of_some_length_123' } },
    input: { parent: { database_id: 'a' }, properties: { Name: { title: [{ text: { content: 'Asha' } }] } } },
    body: { parent: { database_id: 'a' }, properties: { Name: { title: [{ text: { content: 'Asha' } }] } } },
  },
  {
    ...{ app: 'linear', action: 'create_issue', path: '/graphql', fields: { key: 'lin_api_of_some_length_123' } },
    input: { teamId: 't1', title: 'Fix the login' },
    body: { query: 'mutation', variables: { teamId: 't1', title: 'Fix the login' } },
  },
  {
    ...{
      app: 'stripe',
      action: 'create_customer',
      path: '/v1/customers',
      fields: { token: 'sk_test_of_some_length_1' },
    },
    input: { email: 'asha@example.com' },
    body: { email: 'asha@example.com' },
  },
]

/** Answers everything with the same small object, from a process of its own. */
async function startStandIn(): Promise<{ url: string; stop(): void }> {
  const source = `
    const { createServer } = require('node:http')
    const answer = JSON.stringify({ id: 'p1', object: 'page', ok: true, properties: { Name: 'Asha' } })
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer))
    })
    server.keepAliveTimeout = 60000
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data).trim())))
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const folder = mkdtempSync(join(tmpdir(), 'chowk-bench-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const postgres = await joinPostgres({
  dataDir: folder,
  database: 'actions',
  onLost: (error) => {
    throw error
  },
})
const standIn = await startStandIn()
const pool = createPool(postgres.url)
await migrate(pool)
const db = createDatabase(pool)
const owner = (await createOwner(pool)) as UserId
const files = {
  open: () => Promise.reject(new Error('no files')),
  write: () => Promise.reject(new Error('no files')),
} as FilesPort
const secrets = createTestSecrets(db, files, { allow: [new URL(standIn.url).host] })
const addresses = {
  'https://api.notion.com': standIn.url,
  'https://api.linear.app': standIn.url,
  'https://api.stripe.com': standIn.url,
}
const connectors = assembleConnectors({
  config: { appAddresses: addresses, brandName: 'Chowk' },
  outbound: { open: secrets.open },
  plugins: { registry: null } as never,
  publicUrl: 'https://chowk.test',
  ...{ db, requestDb: db, files, secrets },
  readDocument: () => Promise.reject(new Error('no documents')),
  log: console,
})

const figures: Record<string, string | boolean>[] = []
const cold: number[] = []
for (const { app, action, input, fields, path, body } of EXAMPLES) {
  const found = await connectors.find(app, owner)
  const way = found?.head.sign_in.find(({ type }) => type === 'fields')
  const grant = mint('user.own', { type: 'user', id: owner } as never, owner)
  const account = await createAccount(connectors, grant, app, { name: 'Mine', sign_in: way?.id ?? '', fields })
  const run = () =>
    connectors.actions.run(
      { integration: app, action, input, credential: account.id, all_pages: false },
      directCaller(owner),
      AbortSignal.timeout(10_000),
    )
  const plain = async () => {
    const response = await fetch(`${standIn.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.json()
  }
  const first = await timed(run)
  cold.push(first)
  for (let count = 0; count < 50; count++) await Promise.all([run(), plain()])
  const more: number[] = []
  const [actions, fetches]: [number[], number[]] = [[], []]
  for (let count = 0; count < CALLS; count++) {
    // Each of them first every other time.
    const pair = count % 2 === 0 ? [run, plain] : [plain, run]
    const times = [await timed(pair[0] as typeof run), await timed(pair[1] as typeof run)]
    const [ran = 0, fetched = 0] = count % 2 === 0 ? times : times.reverse()
    actions.push(ran)
    fetches.push(fetched)
    more.push(ran - fetched)
  }
  const ms = (list: number[], share: number) => percentile(list, share).toFixed(2)
  figures.push({
    app,
    'cold ms': first.toFixed(0),
    'fetch p50 ms': ms(fetches, 0.5),
    'action p50 ms': ms(actions, 0.5),
    'more p50 ms': ms(more, 0.5),
    'more p95 ms': ms(more, 0.95),
    met: percentile(more, 0.5) <= 5 && first <= 400,
  })
}
console.table(figures)
secrets.close()
standIn.stop()
await pool.end()
await postgres.leave()
rmSync(folder, { recursive: true, force: true })
if (figures.some(({ met }) => !met)) process.exitCode = 1
