/**
 * The long form of `test/webhook-storm.test.ts`: 10,000 webhooks, each one to five copies, shuffled, 5 % changed on the way, 2 % lost.
 * `node campaigns/payments.ts [--events 10000] [--seed 1] [--decisions 5000]`. Then credits are spent on results that are charged when they are accepted.
 * Exits non-zero when a changed one was believed, a place of a code was given twice or to nobody, something lost was not made up for, or the ledger does not sum to zero.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { runAcceptanceStorm } from '#test/support/acceptance-storm.ts'
import { raise } from '#test/support/raise.ts'
import { webhookStorm } from '../test/support/webhook-storm.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    decisions: { type: 'string', default: '5000' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'chowk-payments-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const server = await joinPostgres({ dataDir: folder, database: 'payments', settings: { fsync: 'off' }, onLost: raise })
const pool = createPool(server.url, 20)
try {
  await migrate(pool)
  // An order makes three events, or a little less.
  const orders = Math.ceil(Number(values.events) / 2.7)
  const database = { url: server.url, pool, db: createDatabase(pool), drop: async () => {} }
  const storm = await webhookStorm(database, { orders, seed: Number(values.seed) })
  const repaired = storm.differing - storm.differing_after.length
  console.table({
    orders: storm.orders,
    webhooks: storm.events,
    'sent, with copies': storm.sent,
    'changed on the way': storm.tampered,
    'of these believed': storm.tampered_accepted,
    lost: storm.dropped,
    'states that differed before the comparison': storm.differing,
    'made up for, %': storm.differing === 0 ? 100 : (100 * repaired) / storm.differing,
    'sum of the ledger, paise': storm.ledger_sum,
    'balances that drifted': storm.drift,
    'credits as they must be, paise': storm.credits_due,
    'credits, paise': storm.credits,
    'places of the code': storm.coupon.most,
    'taken, and held': `${storm.coupon.taken}, ${storm.coupon.held}`,
    'freed, and beyond': `${storm.coupon.freed}, ${storm.coupon.beyond}`,
    'orders with the code that do not fit': storm.coupon.wrong.length,
    seconds: Math.round(storm.seconds),
  })
  // In the same books: credits that were paid for results which are charged when they are accepted.
  const decided = await runAcceptanceStorm(database, {
    moves: Number(values.decisions),
    workers: 4,
    cut_every_ms: 250,
    seed: Number(values.seed),
  })
  const { breaks, took_ms, ...counts } = decided
  console.table({ ...counts, breaks: breaks.length, seconds: Math.round(took_ms / 1000) })
  const missed =
    breaks.length > 0 ||
    storm.events < Number(values.events) ||
    storm.tampered_accepted > 0 ||
    storm.differing_after.length > 0 ||
    storm.ledger_sum !== 0 ||
    storm.drift > 0 ||
    storm.credits !== storm.credits_due ||
    storm.coupon.wrong.length > 0 ||
    storm.coupon.redeemed !== storm.coupon.taken + storm.coupon.held ||
    storm.coupon.redeemed > storm.coupon.most
  for (const one of [...storm.differing_after, ...storm.coupon.wrong, ...breaks].slice(0, 20)) console.log(one)
  if (missed) process.exitCode = 1
  console.log(missed ? 'Missed.' : 'Reached.')
} finally {
  await pool.end()
  await server.leave()
  rmSync(folder, { recursive: true, force: true })
}
