/** A request that is repeated with its Idempotency-Key takes effect once. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import { createIdempotency } from '#server/platform/idempotency/idempotency.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'

const PRICE = 500
const document = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
  wires('start > done'),
)
let test: TestApp
let buyer: Person
let agent: PaidAgent
beforeAll(async () => {
  test = await createTestApp()
  buyer = await test.person('seller')
  agent = await insertAgent(test.database, document, { type: 'per_run', paise: PRICE })
})
afterAll(() => test.close())

const post = (url: string, body: unknown, key: string, as: Person | null = buyer) =>
  test.call('POST', url, { as, body, headers: { 'idempotency-key': key } })
const count = async (table: string) =>
  Number((await test.database.pool.query(`select count(*) from ${table}`)).rows[0].count)

describe('a paid run', () => {
  it('that 200 copies of one request ask for is made once and charged once', async () => {
    await giveCredits(test.database, buyer.id, 100_000)
    const body = { agent_id: agent.agent_id, input: { text: 'once' }, wait_ms: 10_000 }
    const key = randomUUID()
    const storm = await Promise.all(Array.from({ length: 200 }, () => post('/api/v1/workflows/execute', body, key)))
    const last = await post('/api/v1/workflows/execute', body, key)
    expect(last).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    for (const { status, body: answer } of storm)
      if (status === 200) expect(answer).toEqual(last.body)
      else expect([status, answer.errors[0].code]).toEqual([409, 'idempotency_in_progress'])
    expect(await count('executions')).toBe(1)
    expect(await count('sales')).toBe(1)
    const credits = await test.call('GET', '/api/v1/credits', { as: buyer })
    expect(credits.body.data).toMatchObject({ balance_paise: 100_000 - PRICE, held_paise: 0 })
  })
})

describe('a paid run that goes wrong on the way', () => {
  const runs = async () => [await count('executions'), await count('sales')]
  const body = (text: string) => ({ agent_id: agent.agent_id, input: { text }, wait_ms: 10_000 })

  it('is charged once when its answer could not be stored, and answered all the same', async () => {
    const { pool } = test.database
    const [executions = 0, sales = 0] = await runs()
    const key = randomUUID()
    await pool.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
      create trigger full_disk before update on idempotent_requests for each row execute function fail()`)
    const first = await post('/api/v1/workflows/execute', body('not stored'), key)
    await pool.query('drop trigger full_disk on idempotent_requests')
    expect(first).toMatchObject({ status: 200, body: { data: { status: 'succeeded' } } })
    const second = await post('/api/v1/workflows/execute', body('not stored'), key)
    expect([second.status, second.body.errors[0].code]).toEqual([409, 'idempotency_in_progress'])
    expect(await runs()).toEqual([executions + 1, sales + 1])
  })

  it('is begun by the first of two owners who ask with one key, for each of them', async () => {
    const other = await test.person('seller')
    await giveCredits(test.database, other.id, 10_000)
    const [executions = 0, sales = 0] = await runs()
    const key = randomUUID()
    const [mine, theirs] = await Promise.all([
      post('/api/v1/workflows/execute', body('same'), key),
      post('/api/v1/workflows/execute', body('same'), key, other),
    ])
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(mine.body.data.execution_id).not.toBe(theirs.body.data.execution_id)
    expect(await runs()).toEqual([executions + 2, sales + 2])
  })

  it('may be asked for again with the key of a request that was invalid', async () => {
    const key = randomUUID()
    expect((await post('/api/v1/workflows/execute', { agent_id: agent.agent_id }, key)).status).toBe(400)
    expect((await post('/api/v1/workflows/execute', body('valid now'), key)).status).toBe(200)
  })
})

describe('a request that failed', () => {
  const idempotency = () => createIdempotency(test.database.db, 'secret', { warn: () => {} })
  const asked = (fingerprint: Buffer | null = Buffer.alloc(32)) => ({
    scope: 'somebody',
    key: randomUUID(),
    fingerprint,
    readFingerprint: () => Buffer.alloc(32),
    fingerprintOfRepeat: async () => Buffer.alloc(32),
  })
  const failing = (error: Error) => {
    let times = 0
    const work = async () => {
      times += 1
      throw error
    }
    return { work, times: () => times }
  }

  it('after it may have taken effect does not take effect twice', async () => {
    const request = asked()
    const { work, times } = failing(new Error('Connection terminated unexpectedly'))
    await expect(idempotency().once(request, work)).rejects.toThrow('Connection terminated')
    await expect(idempotency().once(request, work)).rejects.toMatchObject({ code: 'idempotency_unknown' })
    expect(times()).toBe(1)
  })

  it.each(['unavailable', 'too_many_requests', 'gateway_unavailable'] as const)(
    'with %s before anything happened is carried out when it is sent again',
    async (code) => {
      const request = asked()
      const { work, times } = failing(new AppError(code))
      await expect(idempotency().once(request, work)).rejects.toMatchObject({ code })
      await expect(idempotency().once(request, work)).rejects.toMatchObject({ code })
      expect(times()).toBe(2)
    },
  )

  it('because an upload broke off is carried out when it is sent again', async () => {
    const request = asked(null)
    const { work, times } = failing(new Error('aborted'))
    await expect(idempotency().once(request, work)).rejects.toThrow('aborted')
    await expect(idempotency().once(request, work)).rejects.toThrow('aborted')
    expect(times()).toBe(2)
  })
})

describe('a key', () => {
  const make = (name: string, key: string, as: Person | null = buyer) =>
    post('/api/v1/api-keys', { name, scopes: ['read'] }, key, as)

  it('gives the same status and body again, and the secret is not readable at rest', async () => {
    const key = randomUUID()
    const first = await make('One', key)
    const second = await make('One', key)
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    const { rows } = await test.database.pool.query(
      'select answer, id from idempotent_requests where answer is not null',
    )
    for (const { answer, id } of rows) {
      expect(Buffer.from(answer).toString('latin1')).not.toContain(first.body.data.secret)
      expect(Buffer.from(id)).not.toEqual(createHash('sha256').update(key).digest())
    }
  })

  it('is refused for another body', async () => {
    const key = randomUUID()
    await make('One', key)
    const other = await make('Two', key)
    expect([other.status, other.body.errors[0].code]).toEqual([409, 'idempotency_mismatch'])
  })

  it('is the caller’s own: another user begins with it', async () => {
    const key = randomUUID()
    const first = await make('Mine', key)
    const theirs = await make('Mine', key, await test.person('seller'))
    expect(theirs.status).toBe(201)
    expect(theirs.body.data.api_key.id).not.toBe(first.body.data.api_key.id)
  })

  it('repeats a refusal, and after a day is free again', async () => {
    const key = randomUUID()
    const body = { agent_id: randomUUID() }
    expect((await post('/api/v1/services', body, key)).status).toBe(404)
    const again = await post('/api/v1/services', { agent_id: agent.agent_id }, key)
    expect(again.body.errors[0].code).toBe('idempotency_mismatch')
    await test.database.pool.query("update idempotent_requests set created_at = now() - interval '25 hours'")
    expect((await post('/api/v1/services', { agent_id: agent.agent_id }, key)).body.errors?.[0].code).not.toBe(
      'idempotency_mismatch',
    )
  })

  it('of a request that was cut off is never carried out a second time', async () => {
    const key = randomUUID()
    await make('Cut', key)
    await test.database.pool.query(
      "update idempotent_requests set answer = null, created_at = now() - interval '1 hour'",
    )
    expect((await make('Cut', key)).body.errors[0].code).toBe('idempotency_unknown')
  })

  it('that is empty or too long is named', async () => {
    const answer = await make('One', 'x'.repeat(256))
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'Idempotency-Key' }] } })
  })
})

describe('an upload', () => {
  const upload = (text: string, key: string) => {
    const payload = `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--b--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'idempotency-key': key }
    return test.call('POST', '/api/v1/files', { as: buyer, payload, headers })
  }
  it('of the same file is one file, and another file with the key is refused', async () => {
    const key = randomUUID()
    const first = await upload('the same', key)
    const second = await upload('the same', key)
    expect(second.body).toEqual(first.body)
    expect((await upload('another', key)).body.errors[0].code).toBe('idempotency_mismatch')
  })
})
