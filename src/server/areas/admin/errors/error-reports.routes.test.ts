import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REPORT_LIMITS } from '#contract/admin/report-limits.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { busy } from '#test/support/busy.ts'
import { removeOldErrors } from './errors.store.ts'
import { scrubText } from './scrub.ts'

let lines: string[] = []
const written = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ deps: { log: pino({ level: 'warn' }, written) } })
})
afterAll(() => test.close())
beforeEach(async () => {
  lines = []
  await test.database.pool.query('truncate error_reports, auth.attempts')
})

let addresses = 0
const ip = () => `198.51.100.${++addresses}`
const report = (changes: object = {}) => ({
  error: {
    name: 'TypeError',
    message: 'x is not a function',
    stack: 'TypeError: x\n    at draw (/assets/page-a1.js:1:2)',
    cause: null,
  },
  context: { url: 'http://chowk.test/agent/icd10-coder' },
  recovery: { retryCount: 2 },
  ...changes,
})
const send = (body: unknown, options: object = {}) =>
  test.call('POST', '/api/v1/errors/report', { body, ip: ip(), ...options })
const feedback = (body: unknown, options: object = {}) =>
  test.call('POST', '/api/v1/errors/feedback', { body, ip: ip(), ...options })
const rows = async () => (await test.database.pool.query('select * from error_reports order by id')).rows

describe('a report', () => {
  it('is stored with what §7 sends, for any sender', async () => {
    expect((await send(report())).status).toBe(201)
    const person = await test.person()
    expect((await send(report({ recovery: undefined, context: undefined }), { as: person })).status).toBe(201)
    expect(await rows()).toMatchObject([
      {
        kind: 'report',
        name: 'TypeError',
        retry_count: 2,
        user_id: null,
        context: { url: 'http://chowk.test/agent/icd10-coder' },
      },
      { kind: 'report', retry_count: 0, user_id: person.id, context: {} },
    ])
  })

  it('needs no more than a name and a message, and takes a cause of any shape', async () => {
    expect((await send({ error: { name: 'Error', message: '' } })).status).toBe(201)
    expect(
      (await send(report({ error: { name: 'E', message: 'm', cause: { code: 7, token: 'abcdef' } } }))).status,
    ).toBe(201)
    expect((await rows())[1].cause).toBe('{"code":7,"token":"(hidden)"}')
  })

  it.each([
    ['error.name', { error: { name: 'x'.repeat(REPORT_LIMITS.name + 1), message: '' } }],
    ['error.message', { error: { name: 'E', message: 'x'.repeat(REPORT_LIMITS.message + 1) } }],
    ['error.stack', { error: { name: 'E', message: '', stack: 'x'.repeat(REPORT_LIMITS.stack + 1) } }],
    ['context', { context: { x: 'x'.repeat(REPORT_LIMITS.context) } }],
    ['error', { error: 'broken' }],
    ['recovery.retryCount', { recovery: { retryCount: -1 } }],
  ])('that is too large or of another shape is refused at %s', async (field, changes) => {
    const { status, body } = await send(report(changes))
    expect(status).toBe(400)
    expect(body.errors[0].field).toBe(field)
    expect(await rows()).toEqual([])
  })

  it('is stored without the secrets it held', async () => {
    const secrets = [
      'https://asha:hunter2hunter@chowk.test/x',
      '/reset?token=s3cr3ts3cr3t&next=/',
      '/oauth2/gmail/callback?code=4/0AbCdEf&state=xyz123',
      '#access_token=ya29.abc',
      'Authorization: Bearer abc.def.ghi',
      'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl',
      '/hooks/0123456789abcdef0123456789abcdef',
      'sk_live_0123456789abcdef0123',
      'a'.repeat(48),
      'card 4111 1111 1111 1111',
    ].join('\n')
    await send(
      report({
        error: { name: 'Error', message: secrets, stack: secrets, cause: secrets },
        context: { url: secrets, password: 'hunter2', nested: { api_key: 'k', Authorization: 'x', list: [secrets] } },
      }),
    )
    const text = JSON.stringify(await rows()) + lines.join('')
    for (const secret of [
      'hunter2',
      's3cr3t',
      '0AbCdEf',
      'xyz123',
      'ya29',
      'abc.def.ghi',
      'c2lnbmF0',
      '0123456789abcdef',
      'aaaaaaaa',
      '4111',
      '"k"',
    ])
      expect(text).not.toContain(secret)
    // What helps to find the fault stays.
    for (const kept of ['chowk.test/x', '/reset?token=', '&next=/', '/oauth2/gmail/callback'])
      expect(text).toContain(kept)
  })

  it('holds nobody up, whatever it is made of', async () => {
    const most = REPORT_LIMITS.stack
    const spent = busy()
    for (const piece of [
      '?token',
      '&code',
      'a',
      '\n',
      '\n ',
      '://',
      'eyJ-',
      'ab_',
      '/hooks/',
      'bearer ',
      '1 ',
      '?a=?token=b',
    ]) {
      const stack = piece.repeat(most).slice(0, most)
      expect((await send(report({ error: { name: 'E', message: 'm', stack } }))).status).toBe(201)
    }
    expect(spent()).toBeLessThan(3000)
  })

  it('of beginnings of tokens is read once, and without a secret in them', () => {
    const spent = busy()
    expect(scrubText(`a ${'eyJ-'.repeat(100_000)}.abc.def b`)).toBe('a (hidden) b')
    expect(spent()).toBeLessThan(500)
  })

  it('is one line in the log, whatever line breaks it holds', async () => {
    await send(
      report({ error: { name: 'E\r\nlevel=fatal', message: 'a\r\n{"level":60,"msg":"root signed in"}\u2028b' } }),
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd().split(/\r|\n/)).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'E\r\nlevel=fatal', msg: 'a client sent an error report' })
  })

  it('is taken so many times an hour per caller', async () => {
    const from = ip()
    const max = REPORT_LIMITS.reports_per_hour
    const answers = await Promise.all(Array.from({ length: max + 5 }, () => send(report(), { ip: from })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(max)
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await feedback({ ...report(), feedback: 'x' }, { ip: from })).status).toBe(201)
    expect((await send(report())).status).toBe(201)
  })
})

describe('feedback', () => {
  const given = { error: { name: 'TypeError', message: 'x' }, context: { url: '/' }, feedback: '  I pressed Run.  ' }
  it('is stored trimmed and scrubbed', async () => {
    expect((await feedback(given)).status).toBe(201)
    await feedback({ ...given, feedback: 'My link was /reset?token=abcdefgh' })
    expect(await rows()).toMatchObject([
      { kind: 'feedback', feedback: 'I pressed Run.' },
      { feedback: 'My link was /reset?token=(hidden)' },
    ])
  })

  it.each(['', '   \n ', 'x'.repeat(5001), undefined])('needs a text of a sensible length (%#)', async (text) => {
    const { status, body } = await feedback({ ...given, feedback: text })
    expect(status).toBe(400)
    expect(body.errors[0].field).toBe('feedback')
    expect(await rows()).toEqual([])
  })
})

describe('the list of them', () => {
  it('shows admins the newest first and how often each was seen', async () => {
    await send(report({ error: { name: 'TypeError', message: 'run 17 is gone', stack: 'x\n at f (a.js:1:1)' } }))
    await send(report({ error: { name: 'TypeError', message: 'run 18 is gone', stack: 'x\n at f (a.js:1:1)' } }))
    await feedback({ error: { name: 'TypeError', message: 'other' }, feedback: '<script>alert(1)</script>' })
    const { status, body } = await test.call('GET', '/api/v1/admin/errors', { as: await test.person('admin') })
    expect(status).toBe(200)
    expect(body.data.total).toBe(3)
    expect(body.data.items.map(({ kind, seen }: { kind: string; seen: number }) => [kind, seen])).toEqual([
      ['feedback', 1],
      ['report', 2],
      ['report', 2],
    ])
    const some = await test.call('GET', '/api/v1/admin/errors', {
      as: await test.person('super_admin'),
      query: { kind: 'feedback', limit: '1' },
    })
    expect(some.body.data).toMatchObject({ total: 1, items: [{ feedback: '<script>alert(1)</script>' }] })
  })

  it('is for admins', async () => {
    expect((await test.call('GET', '/api/v1/admin/errors', { as: await test.person('creator_admin') })).status).toBe(
      403,
    )
    expect((await test.call('GET', '/api/v1/admin/errors')).status).toBe(401)
  })

  it('forgets what is old, and what is beyond the newest', async () => {
    for (let n = 0; n < 4; n += 1) await send(report({ error: { name: 'E', message: `m${n}` } }))
    await test.database.pool.query(
      `update error_reports set created_at = now() - interval '31 days' where message = 'm3'`,
    )
    await removeOldErrors(test.database.db, { days: 30, most: 2 })
    expect((await rows()).map(({ message }) => message)).toEqual(['m1', 'm2'])
  })
})
