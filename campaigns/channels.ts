/**
 * People write to a service by WhatsApp, Telegram, Slack and email while its processes are killed, deliveries come several times and in any
 * order, and the services outside refuse, hang up and say nothing. Each answer costs its price.
 * `node campaigns/channels.ts [--people 40] [--messages 4] [--every 6000] [--bad 0.15] [--workers 2]`
 *
 * Every so many milliseconds a worker, the web process, or all of them are killed. Exits non-zero when a message is lost or answered by two
 * runs, an answer is said twice or to another person, or money is not what the runs cost. An answer whose connection broke while it was
 * sent stays in doubt and is not sent again: these are counted, and are no more than the faults that explain them.
 */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { UserId } from '#contract/core/primitives.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { raise } from '#test/support/raise.ts'
import { giveCredits } from '../test/support/paid-agent.ts'
import { temporaryFolder } from '../test/support/program.ts'
import { done, signIn, signUp, visit } from '../test/support/visit.ts'
import { startWebAndWorkers } from '../test/support/web-and-workers.ts'
import { type Delivery, newName, openWays, type Said, type Way } from './channels/ways.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '40' },
    messages: { type: 'string', default: '4' },
    every: { type: 'string', default: '6000' },
    /** Of the messages, before which a service outside is told to misbehave. */
    bad: { type: 'string', default: '0.15' },
    workers: { type: 'string', default: '2' },
  },
})
const PEOPLE = Number(values.people)
const MESSAGES = Number(values.messages)
const KILL_EVERY_MS = Number(values.every)
/** In which all is written. */
const WRITTEN_IN_MS = 60_000
/** What was in doubt keeps a person’s next answers for two minutes, and services outside may be asked again after some. */
const MOST_MS = 480_000
const PASSWORD = 'admin of the trial'
const PRICE = 300
const CREDITS = PEOPLE * MESSAGES * PRICE * 2

const folder = temporaryFolder()
const database = await joinPostgres({ dataDir: folder.path, database: 'channels', onLost: raise })
const pool = createPool(database.url, 4)
const { ways, addresses, hosts, close } = await openWays()
const env = (url: string) => ({
  DATA_DIR: join(folder.path, 'data'),
  DATABASE_URL: database.url,
  ADMIN_PASSWORD: PASSWORD,
  PUBLIC_URL: url,
  APP_ADDRESSES: JSON.stringify(addresses),
  OUTBOUND_ALLOW: hosts.join(),
})
const programs = await startWebAndWorkers(env, Number(values.workers))
const { url } = programs

/** A service of a buyer whose agent has a price, with all channels on. @returns the addresses they are delivered to, by kind */
async function deploy(): Promise<{ owner: UserId; hooks: Map<string, string> }> {
  const name = newName()
  const buyer = visit(url, await signUp(url, name))
  await signIn(url, 'admin@chowk.local', PASSWORD)
  const { rows } = await pool.query('select id, email from users where email = any($1)', [[name, 'admin@chowk.local']])
  const idOf = (email: string) => rows.find((row) => row.email === email)?.id as UserId
  const agent = workflow(
    [node('start', 'chat_trigger'), set('done', { text: 'Answer to {{ $trigger.message }}: end' })],
    wires('start > done'),
  )
  const listing = { slug: 'front-desk', name: 'Front desk', input_schema: { type: 'object' } }
  await addAgent(pool, idOf('admin@chowk.local'), agent, { ...listing, price: ['per_run', PRICE] })
  await pool.query(`update agents set trial_runs = 0 where slug = 'front-desk'`)
  await giveCredits({ db: createDatabase(pool) } as never, idOf(name), CREDITS)
  const service = await done(buyer.call('POST', '/api/v1/services', { agent_id: 'front-desk' }))
  const hooks = new Map<string, string>()
  for (const { kind, settings } of ways) {
    const limits = { ask_consent: false, daily_per_person: 1_000, daily_runs: 10_000, daily_paise: 100_000_000 }
    const at = `/api/v1/services/${service.id}/channels/${kind}`
    const saved = await done(buyer.call('PUT', at, { ...settings, ...limits, enabled: true }))
    hooks.set(kind, saved.callback_url ?? '')
  }
  return { owner: idOf(name), hooks }
}

const { owner, hooks } = await deploy()
const seen = { refused: 0, again: 0, kills: 0, faults: 0 }

/** As services outside do: again until it is acknowledged. */
async function deliver(hook: string, { body, headers }: Delivery): Promise<void> {
  for (;;) {
    try {
      const { status } = await fetch(hook, { method: 'POST', headers, body })
      if (status < 300) return
      if (status < 500 && status !== 429) throw new Error(`A delivery was refused with ${status}`)
      seen.refused++
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      seen.refused++
    }
    await sleep(300)
  }
}

interface Question {
  way: Way
  person: number
  at: number
  text: string
}

const personWays = Array.from({ length: PEOPLE }, (_, person) => ways[person % ways.length] as Way)
const questions: Question[] = personWays.flatMap((way, person) =>
  Array.from({ length: MESSAGES }, (_, at) => ({ way, person, at, text: `Question ${person}.${at}` })),
)

/** Some time after it was written, some of them twice or after a later one, some when they were answered long ago. */
async function write({ way, person, at, text }: Question): Promise<void> {
  await sleep((at / MESSAGES) * WRITTEN_IN_MS + Math.random() * 1.5 * (WRITTEN_IN_MS / MESSAGES))
  if (Math.random() < Number(values.bad)) {
    seen.faults++
    way.misbehave()
  }
  const delivery = await way.message(person, at, text)
  if (delivery === null) return
  const hook = hooks.get(way.kind) ?? ''
  const copies = 1 + Math.floor(Math.random() * 3)
  seen.again += copies - 1
  await Promise.all(
    Array.from({ length: copies }, async (_, copy) => {
      await sleep(copy * Math.random() * 20_000)
      await deliver(hook, delivery)
    }),
  )
}

let isOver = false
async function kill(): Promise<void> {
  while (KILL_EVERY_MS > 0) {
    await sleep(KILL_EVERY_MS)
    if (isOver) return
    seen.kills += await programs.killNext()
  }
}

/** What Meta says afterwards, twice. */
async function tellStatuses(): Promise<void> {
  while (!isOver) {
    for (const way of ways)
      for (const delivery of way.statuses()) for (const _ of [1, 2]) await deliver(hooks.get(way.kind) ?? '', delivery)
    await sleep(1_000)
  }
}

const count = async (text: string, values: unknown[] = []): Promise<number> =>
  Number((await pool.query(text, values)).rows[0]?.count ?? 0)

/** Until every message has been stored and answered, and nothing is to be sent. */
async function untilSettled(): Promise<void> {
  const until = Date.now() + MOST_MS
  while (Date.now() < until) {
    const stored = await count('select count(*) from channel_messages')
    const open = await count(`select count(*) from channel_messages where state <> 'done'`)
    const toSend = await count(`select count(*) from channel_outbox where state in ('waiting', 'sending', 'held')`)
    if (stored >= questions.length && open + toSend === 0) return
    await sleep(1_000)
  }
}

const began = performance.now()
const killing = kill()
const telling = tellStatuses()
await Promise.all(questions.map(write))
// Processes are killed while messages are written; what is left is done in peace, as after a bad hour.
isOver = true
await Promise.all([killing, telling])
isOver = false
const tellingAgain = tellStatuses()
await untilSettled()
isOver = true
await tellingAgain
const took = performance.now() - began

const saidBy = new Map<Way, Said[]>()
for (const way of ways) saidBy.set(way, await way.said())
const { rows: runs } = await pool.query<{ text: string; runs: number; done: number; doubt: number }>(
  `select m.text, count(distinct e.id)::int as runs, count(distinct e.id) filter (where e.status = 'succeeded')::int as done,
     (select count(*)::int from channel_outbox o where o.cause = 'answer ' || m.key || ' 0' and o.state = 'unknown') as doubt
   from conversation_messages m left join executions e on e.id = m.execution_id where m.role = 'person' group by m.text, m.key`,
)
const known = new Map(runs.map((row) => [row.text, row]))
const lost: string[] = []
const wrong = { twice_answered: 0, twice_said: 0, to_another: 0, in_doubt: 0 }
for (const { way, person, text } of questions) {
  const row = known.get(text)
  const said = (saidBy.get(way) ?? []).filter((one) => one.text.includes(`${text}:`))
  if ((row?.runs ?? 0) > 1) wrong.twice_answered++
  if (said.length > 1) wrong.twice_said++
  if (said.some(({ to }) => to !== way.addressOf(person))) wrong.to_another++
  if (row?.doubt) wrong.in_doubt++
  if (said.length === 0 && !row?.doubt) lost.push(`${way.kind} ${text}: ${JSON.stringify(row ?? 'not stored')}`)
}
const succeeded = runs.reduce((sum, row) => sum + row.done, 0)
const settled = await count(`select count(*) from charges where status = 'settled' and price_paise = $1`, [PRICE])
const held = await count(`select count(*) from charges where status in ('held', 'running')`)
const books = await count('select coalesce(sum(paise), 0) as count from ledger_balances')
const left = await count(
  `select coalesce(sum(b.paise), 0) as count from ledger_balances b join ledger_accounts a on a.id = b.account_id
   where a.kind = 'credits' and a.owner_id = $1`,
  [owner],
)
const isMoneyRight = succeeded === settled && held === 0 && books === 0 && left === CREDITS - settled * PRICE
for (const line of lost.slice(0, 10)) console.error(line.slice(0, 600))
console.table({
  'people, messages': `${PEOPLE}, ${questions.length}`,
  'processes killed': seen.kills,
  'deliveries: repeated, not acknowledged': `${seen.again}, ${seen.refused}`,
  'faults of services outside': seen.faults,
  lost: lost.length,
  'answered by two runs': wrong.twice_answered,
  'said twice': wrong.twice_said,
  'said to another person': wrong.to_another,
  'in doubt, not sent again': wrong.in_doubt,
  'runs, charges, held, books, credits left': `${succeeded}, ${settled}, ${held}, ${books}, ${left} of ${CREDITS}`,
  'money is right': isMoneyRight,
  'took, s': Math.round(took / 1000),
  load: loadavg()
    .map((one) => one.toFixed(1))
    .join(' '),
})
await programs.end()
await close()
await pool.end()
await database.leave()
folder.remove()
const explained = wrong.in_doubt <= seen.faults + seen.kills
const isWrong = lost.length + wrong.twice_answered + wrong.twice_said + wrong.to_another > 0
process.exit(!isWrong && isMoneyRight && explained ? 0 : 1)
