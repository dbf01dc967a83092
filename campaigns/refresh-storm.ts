/**
 * Many connected accounts whose tokens run out at the same moment, opened by several processes at once, round after round, at a service that
 * rotates refresh tokens, is slow, loses questions and answers, and revokes some accounts meanwhile.
 * `node campaigns/refresh-storm.ts [--accounts 200] [--processes 4] [--rounds 5] [--revoked 20]`. Prints figures, and exits non-zero when a
 * token that was not revoked is lost, or a revoked account is not told apart.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { findSealed, insertCredential } from '#server/areas/accounts/credentials/credentials.store.ts'
import { createFreshen } from '#server/areas/accounts/credentials/freshen.ts'
import { createVaultOf } from '#server/areas/accounts/credentials/vault-of.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { seal, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import { createOAuth } from '#server/gateways/vault/oauth.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { raise } from '#test/support/raise.ts'
import { type RotatingService, startRotatingService } from '#test/support/rotating-tokens.ts'
import { insertUser } from '#test/support/users.ts'

/** What a process is given. */
interface Work {
  database: string
  key: string
  allow: string
  owner: UserId
  accounts: string[]
  rounds: number
}
/** What it tells at the end: how long each opening took in ms, and why others gave up. */
interface Told {
  took: number[]
  refused: Record<string, number>
  tries: number
}

const KEY_ID = '0123456789abcdef'
const ringOf = (key: string): KeyRing => [{ id: KEY_ID, key: Buffer.from(key, 'base64') }]
/** A token is used until a minute before its end, so each of these is good for a second. */
const LASTS_S = 61
const GIVES_UP_MS = 180_000

async function work({ database, key, allow, owner, accounts, rounds }: Work): Promise<Told> {
  const pool = createPool(database, 10)
  const db = createDatabase(pool)
  const ring = ringOf(key)
  const { http } = createOutbound({ allow: [allow] })
  const oauth = createOAuth({ http, gmail: null, redirect_uri: 'http://localhost/', findApplication: async () => null })
  const vault = createVaultOf(db, ring, createFreshen(db, ring, oauth))
  const told: Told = { took: [], refused: {}, tries: 0 }
  const open = async (id: string) => {
    const began = performance.now()
    for (;;) {
      told.tries++
      try {
        await vault.open(id, { owner: { user_id: owner }, author: owner, version: 'storm' })
        told.took.push(performance.now() - began)
        return
      } catch (error) {
        if (!(error instanceof NodeError)) throw error
        const isOver = !error.retryable || performance.now() - began > GIVES_UP_MS
        if (isOver) {
          told.refused[error.code] = (told.refused[error.code] ?? 0) + 1
          return
        }
        await delay(200 + Math.random() * 300)
      }
    }
  }
  for (let round = 0; round < rounds; round++) {
    await Promise.all(accounts.map(open))
    await delay(1500)
  }
  await pool.end()
  return told
}

const processOf = (given: Work): Promise<Told> =>
  new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, ['--child'], { execArgv: [...process.execArgv, '--no-warnings'] })
    child.once('message', (told) => resolve(told as Told))
    child.once('error', reject)
    child.once('exit', (code) => code !== 0 && reject(new Error(`A process ended with ${code}`)))
    child.send(given)
  })

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)

function summed(told: readonly Told[]): Record<string, number> {
  const all: Record<string, number> = {}
  for (const { refused } of told)
    for (const [code, times] of Object.entries(refused)) all[code] = (all[code] ?? 0) + times
  return all
}

interface Storm {
  db: Database
  ring: KeyRing
  owner: UserId
  service: RotatingService
}

/** Accounts of which every token has run out. */
async function connect({ db, ring, owner, service }: Storm, accounts: number): Promise<string[]> {
  const ids = Array.from({ length: accounts }, () => uuidv7())
  for (const [index, id] of ids.entries()) {
    const belongs = { id, owner_id: owner, type: 'app_account' as const }
    const { url } = service
    const fields = {
      ...{ connector: 'storm', sign_in: 'account', base_url: 'https://storm.example', hosts: 'storm.example' },
      ...{ placement: '{}', authorize_url: url, token_url: url, scope: '', client_id: 'a', client_secret: 'b' },
      ...{ access_token: 'old', refresh_token: service.open(id), expires_at: new Date(0).toISOString() },
    }
    const named = { connector: 'storm', name: `Account ${index}`, shown: {}, hint: null, status: 'ready' }
    await insertCredential(db, { ...belongs, ...seal(ring, fields, belongs), ...named } as never, accounts)
  }
  return ids
}

async function storm(
  url: string,
  pool: ReturnType<typeof createPool>,
  given: Record<string, number>,
): Promise<boolean> {
  const { accounts = 0, processes = 0, rounds = 0, revoked = 0 } = given
  const db = createDatabase(pool)
  const key = randomBytes(32).toString('base64')
  const ring = ringOf(key)
  const service = await startRotatingService(
    { lost_questions: 0.05, lost_answers: 0.05, slow: 0.03, slow_ms: 4000 },
    LASTS_S,
  )
  const owner = await insertUser({ pool }, 'seller')
  const ids = await connect({ db, ring, owner, service }, accounts)
  const ended = new Set(ids.slice(0, revoked))
  const began = performance.now()
  const work = { database: url, key, allow: new URL(service.url).host, owner, accounts: ids, rounds }
  const running = Array.from({ length: processes }, () => processOf(work))
  // In the middle of the storm.
  await delay(3000)
  for (const id of ended) service.revoke(id)
  const told = await Promise.all(running)
  const took_s = (performance.now() - began) / 1000
  let lost = 0
  let missed = 0
  for (const id of ids) {
    const row = await findSealed(db, id)
    if (!row) throw new Error(`Account ${id} is gone`)
    const { refresh_token = '' } = unseal(ring, row, { id, owner_id: owner, type: 'app_account' })
    if (ended.has(id)) missed += row.status === 'reconnect' ? 0 : 1
    else if (row.status !== 'ready' || service.isEnded(id) || !service.takes(id, refresh_token)) lost++
  }
  const times = told.flatMap(({ took }) => took).sort((a, b) => a - b)
  const { asked, rotated, lost_questions, lost_answers, slow, refused } = service.figures
  console.table({
    accounts: `${accounts}, ${revoked} of them revoked meanwhile`,
    'processes and rounds': `${processes} and ${rounds}`,
    'openings asked for': processes * rounds * accounts,
    'openings that got a token': times.length,
    'openings refused': JSON.stringify(summed(told)),
    'questions at the service': asked,
    'tokens rotated': rotated,
    'questions lost, answers lost, answers of 4 s': `${lost_questions}, ${lost_answers}, ${slow}`,
    'refused by the service': refused,
    'an opening took, p50 and p95': `${quantile(times, 0.5)} ms, ${quantile(times, 0.95)} ms`,
    took: `${took_s.toFixed(1)} s`,
    'revoked accounts that are still ready': missed,
    'tokens lost': lost,
  })
  await service.close()
  return lost > 0 || missed > 0 || times.length === 0
}

if (process.argv.includes('--child')) {
  process.once('message', async (given) => {
    const told = await work(given as Work)
    process.send?.(told, () => process.exit(0))
  })
} else {
  const { values } = parseArgs({
    options: {
      accounts: { type: 'string', default: '200' },
      processes: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '5' },
      revoked: { type: 'string', default: '20' },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'chowk-refresh-'))
  // When root runs this the database runs as another account, which must be able to enter.
  chmodSync(folder, 0o755)
  const postgres = await joinPostgres({ dataDir: folder, database: 'storm', onLost: raise })
  const pool = createPool(postgres.url, 10)
  let failed = true
  try {
    await migrate(pool)
    failed = await storm(postgres.url, pool, Object.fromEntries(Object.entries(values).map(([k, v]) => [k, Number(v)])))
  } finally {
    await pool.end()
    await postgres.leave()
    rmSync(folder, { recursive: true, force: true })
  }
  process.exitCode = failed ? 1 : 0
}
