/**
 * The whole program: what one account asks for takes the connections of the database from nobody else. Nor does the deletion of an account,
 * however long it takes, and it leaves nothing that began meanwhile.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { databaseTimeDuring } from './support/database-time.ts'
import { node, set, wires, workflow } from './support/engine.ts'
import { outside } from './support/one-connection.ts'
import { giveCredits, insertAgent } from './support/paid-agent.ts'
import { giveSellerDetails } from './support/seller-details.ts'
import { besiege, type Siege } from './support/siege.ts'
import { PASSWORD, signIn, signUp, type Visit, visit } from './support/visit.ts'

const small = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const asks = workflow([node('start', 'manual_trigger'), node('ask', 'approval')], wires('start > ask'))

let siege: Siege
let price: Awaited<ReturnType<typeof insertAgent>>
/** The id of `siege.one`. */
let owner: string
const query = async (text: string, values: unknown[] = []) => (await siege.database.pool.query(text, values)).rows
beforeAll(async () => {
  siege = await besiege()
  price = await insertAgent(siege.database, small)
  await siege.one.call('GET', '/api/v1/auth/profile')
  owner = (await query(`update users set role = 'seller' where email = 'one@example.com' returning id`))[0].id
}, 120_000)
afterAll(() => siege.end())

describe('one account whose requests wait for the database', () => {
  it('keeps neither others nor the probes waiting, and gets its answers', { timeout: 60_000 }, async () => {
    const lock = await siege.database.pool.connect()
    await lock.query('begin')
    await lock.query('lock table credentials')
    const asked = Array.from({ length: 30 }, () => siege.one.call('GET', '/api/v1/credentials'))
    const others = await Promise.all(Array.from({ length: 10 }, () => siege.nobody.call('GET', '/api/v1/agents')))
    const ready = await siege.nobody.call('GET', '/readyz')
    await lock.query('rollback')
    lock.release()
    expect([...others, ready].map(({ status }) => status)).toEqual(Array(11).fill(200))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(30).fill(200))
  })
})

async function allAnswered(method: string, paths: readonly string[]): Promise<void> {
  const answers = await Promise.all(paths.map((path) => siege.one.call(method, path)))
  expect(answers.map(({ status }) => status)).toEqual(Array(paths.length).fill(200))
}

/** Expects that the answers together cost the database less than half of what it costs to read this once for each of them. */
async function expectUnread(all: string, method: string, paths: readonly string[]): Promise<void> {
  const { pool } = siege.database
  const once = await databaseTimeDuring(pool, () => query(all))
  const answers = await databaseTimeDuring(pool, () => allAnswered(method, paths))
  expect(answers).toBeLessThanOrEqual((once * paths.length) / 2)
}

describe('nothing large is read to find out', () => {
  it('which workflows use a credential or another workflow', { timeout: 60_000 }, async () => {
    const empty = '{"schema_version":1,"nodes":[],"edges":[],"notes":[],"groups":[]}'
    const [used, archived] = await query(
      `insert into workflows (owner_id, name, document, archived_at) values ($1, 'used', $2, null), ($1, 'archived', $2, now())
       returning id`,
      [owner, empty],
    )
    await query(
      `insert into workflows (owner_id, name, document) select $1, 'W' || w, $2::jsonb || jsonb_build_object('nodes',
         (select jsonb_agg(jsonb_build_object('id', 'n' || i, 'type', 'set', 'config', jsonb_build_object('text', repeat(md5(i::text), 27) || $3)))
          from generate_series(1, 1000) i)) from generate_series(1, 40) w`,
      [owner, empty, `${used.id} ${archived.id}`],
    )
    await query(
      `insert into credentials (owner_id, type, name, key_id, wrapped_key, sealed)
       select $1, 'bearer', 'C' || c, 'k', '', '' from generate_series(1, 100) c`,
      [owner],
    )
    const each = [
      '/api/v1/credentials',
      `/api/v1/workflows/${used.id}/uses`,
      `/api/v1/workflow-hub/${archived.id}/loss`,
    ]
    await expectUnread('select sum(length(document::text)) from workflows', 'GET', Array(8).fill(each).flat())
  })

  it('whether another run needs the files of one that is deleted', { timeout: 60_000 }, async () => {
    const run = (count: number, input: string) =>
      query(
        `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, output, finished_at)
         select gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'succeeded', 'manual', ${input}, '1', now()
         from generate_series(1, ${count}) n returning id`,
        [owner],
      )
    await run(100, `to_json(repeat(md5(n::text), 28000))`)
    await query(
      `insert into files (owner_id, name, mime, bytes, sha256) select $1, 'a.txt', 'text/plain', 1, 'x' from generate_series(1, 100)`,
      [owner],
    )
    const named = await run(
      20,
      `(select json_agg(json_build_object('file_id', f.id)) from files f where f.owner_id = $1)`,
    )
    const paths = named.map(({ id }) => `/api/v1/executions/${id}`)
    await expectUnread('select sum(length(input::text)) from executions', 'DELETE', paths)
  })
})

interface Account {
  id: UserId
  email: string
  as: Visit
}

async function account(email: string): Promise<Account> {
  const as = visit(siege.url, await signUp(siege.url, email))
  await as.call('GET', '/api/v1/auth/profile')
  const [{ id }] = await query(`update users set role = 'seller' where email = $1 returning id`, [email])
  await giveCredits(siege.database, id, 50_000)
  return { id, email, as }
}

let leaving: Account
let other: Account
let made = 0
async function makeAccounts(): Promise<void> {
  made++
  leaving = await account(`leaving${made}@example.com`)
  other = await account(`other${made}@example.com`)
}

/** Keeps what `lock` locks while `work` goes on. */
async function holding(lock: string, work: () => Promise<void>): Promise<void> {
  const client = await siege.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(lock)
    await outside(work)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const waiting = async (text: string): Promise<number> =>
  (
    await query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and strpos(query, $1) > 0`,
      [text],
    )
  )[0].n

/** Deletes the account, and does `meanwhile` while the deletion waits at its statement `at` on the table. */
async function deleting({ as, email }: Account, table: string, at: string, meanwhile: () => Promise<void>) {
  let deletion: ReturnType<Visit['call']> | undefined
  await holding(`lock table ${table} in exclusive mode`, async () => {
    deletion = as.call('POST', '/api/v1/users/me/deletion', { email })
    await expect.poll(() => waiting(at), { timeout: 20_000 }).toBe(1)
    await meanwhile()
    expect(await waiting(at)).toBe(1)
  })
  expect(await deletion).toMatchObject({ status: 200 })
}

describe('while an account is deleted', () => {
  beforeEach(makeAccounts)

  it('super admins sign in and block others', { timeout: 60_000 }, async () => {
    await deleting(leaving, 'execution_waits', 'delete from execution_waits', async () => {
      const body = { reason: 'x', duration_days: null }
      expect(await siege.admin.call('POST', `/api/v1/user-management/${other.id}/block`, body)).toMatchObject({
        status: 200,
      })
      await signIn(siege.url, 'admin@chowk.local', 'admin of the trial')
    })
  })

  it('the runs of its customers begin and end', { timeout: 60_000 }, async () => {
    const sold = await insertAgent(siege.database, small)
    await query('update agents set seller_id = $2 where id = $1', [sold.agent_id, leaving.id])
    await query('update workflows set owner_id = $2 where owner_id = $1', [sold.seller, leaving.id])
    await giveSellerDetails(siege.database.pool, leaving.id)
    await deleting(leaving, 'execution_waits', 'delete from execution_waits', async () => {
      const run = await other.as.run({ agent_id: sold.agent_id }, { text: 'x' }, 5_000)
      expect(run.status).toBe('succeeded')
      const [charge] = await query('select status from charges where execution_id = $1', [run.execution_id])
      expect(charge.status).toBe('settled')
    })
  })

  it('what it begins is stopped, erased and costs nothing', { timeout: 60_000 }, async () => {
    const free = await insertAgent(siege.database, small, { type: 'free' })
    const open = await insertAgent(siege.database, asks, { type: 'free' })
    let paid: Promise<unknown> | undefined
    await deleting(leaving, 'erased_subjects', 'insert into erased_subjects', async () => {
      expect(await leaving.as.run({ agent_id: free.agent_id }, { text: 'mine' }, 5_000)).toMatchObject({
        status: 'succeeded',
      })
      await leaving.as.run({ agent_id: open.agent_id }, { text: 'mine' })
      paid = leaving.as.call('POST', '/api/v1/workflows/execute', { agent_id: price.agent_id, input: { text: 'mine' } })
      await expect.poll(() => waiting('post_ledger')).toBe(1)
    })
    expect(await paid).toMatchObject({ status: 401 })
    const left = await query(
      `select e.status, e.input::text, e.output::text, e.title, count(j.*)::int as rows from executions e left join journal j on j.execution_id = e.id
       where e.owner_id = $1 group by e.id order by e.status`,
      [leaving.id],
    )
    const nothing = { input: 'null', output: null, title: null, rows: 0 }
    expect(left).toEqual([
      { ...nothing, status: 'cancelled' },
      { ...nothing, status: 'succeeded' },
    ])
    expect(await query('select from charges where buyer_id = $1', [leaving.id])).toEqual([])
    expect(
      await query('select from execution_waits w join executions e on e.id = w.execution_id where e.owner_id = $1', [
        leaving.id,
      ]),
    ).toEqual([])
  })
})

describe('requests of one account that wait for a lock', () => {
  beforeAll(makeAccounts)

  const others = async () => {
    const id = await other.as.workflow('Theirs', small)
    for (const target of [{ workflow_id: id }, { agent_id: price.agent_id }])
      expect((await other.as.run(target, { text: 'x' }, 5_000)).status).toBe('succeeded')
  }

  it('to sign in are answered at once, and leave connections to the runs of others', { timeout: 60_000 }, async () => {
    await holding(`select from users where id = '${leaving.id}' for update`, async () => {
      await signIn(siege.url, leaving.email, PASSWORD)
      await others()
    })
  })

  it('with its API keys are answered at once, and leave connections to everyone else', {
    timeout: 60_000,
  }, async () => {
    const { data } = await leaving.as.call('POST', '/api/v1/api-keys', { name: 'mine', scopes: ['run', 'read'] })
    const program = visit(siege.url, data.secret)
    await holding(`select from api_keys where owner_id = '${leaving.id}' for update`, async () => {
      const ask = () => program.call('GET', '/api/v1/executions').then(({ status }) => status)
      expect(new Set(await Promise.all(Array.from({ length: 24 }, ask)))).toEqual(new Set([200]))
      await others()
    })
  })

  it('to hold what runs cost leave connections to the runs of others', { timeout: 60_000 }, async () => {
    let asked: Promise<unknown>[] = []
    await holding(`select from users where id = '${leaving.id}' for update`, async () => {
      asked = Array.from({ length: 24 }, () =>
        leaving.as.run({ agent_id: price.agent_id }, { text: 'x' }).catch(() => {}),
      )
      await expect.poll(() => waiting('post_ledger')).toBeGreaterThan(0)
      await others()
    })
    await Promise.all(asked)
  })

  it('to pause and cancel leave connections to the runs of others', { timeout: 60_000 }, async () => {
    const id = await leaving.as.workflow('Mine', asks)
    const run = await leaving.as.run({ workflow_id: id }, {}, 1_000)
    let asked: Promise<unknown>[] = []
    await holding(`select from executions where id = '${run.execution_id}' for update`, async () => {
      asked = Array.from({ length: 24 }, () =>
        leaving.as.call('POST', `/api/v1/executions/${run.execution_id}/control`, { action: 'pause' }),
      )
      await expect.poll(() => waiting('select * from executions')).toBeGreaterThan(0)
      await others()
    })
    await Promise.all(asked)
  })
})
