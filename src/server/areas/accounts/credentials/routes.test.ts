import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREDENTIAL_TYPES, ENTERED_TYPE_NAMES } from '#contract/accounts/credential-types.ts'
import type { VaultState } from '#contract/accounts/vault.ts'
import type { ModelId } from '#contract/workflows/models.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { rotateKeys } from '#server/areas/admin/vault/rotate.ts'
import { vaultHandlers } from '#server/areas/admin/vault/vault.routes.ts'
import { LISTS } from '#server/areas/platform/account-data/export.store.ts'
import { openModelKey, sealKey } from '#server/areas/workflows/models/model-key.ts'
import { loadKeyRing } from '#server/gateways/vault/keys.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { newVaultKey } from '#test/support/secrets.ts'
import { createVaultOf } from './vault-of.ts'

const api = '/api/v1/credentials'
const CANARY = 'canary-7f3a9b2c-secret'
const KEY = newVaultKey()

let echo: Server
let host: string
let heard: string[] = []
/** Every line of the log of requests. */
const logged: string[] = []
let test: TestApp
let owner: Person
beforeAll(async () => {
  echo = createServer((request, response) => {
    heard.push(String(request.headers.authorization))
    response.writeHead(request.url === '/fails' ? 401 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ you_sent: request.headers.authorization }))
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(echo.address() as AddressInfo).port}`
  const logger = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  test = await createTestApp({ secrets: { allow: [host], keys: KEY }, logger })
  owner = await test.person('creator_admin')
})
afterAll(async () => {
  await test.close()
  echo.close()
})

const bearer = (rest: object = {}) => ({
  type: 'bearer',
  name: 'Clinic',
  fields: { token: CANARY, hosts: host },
  ...rest,
})
const make = async (body: object = bearer(), as = owner) => {
  const made = await test.call('POST', api, { as, body })
  expect(made.status).toBe(201)
  return made.body.data.credential as { id: string }
}
const list = async (as = owner) =>
  (await test.call('GET', api, { as })).body.data.items as { id: string; used_by: object[] }[]
const calling = (credential: string, url = `http://${host}/`): WorkflowDocument =>
  workflow([node('start', 'manual_trigger'), node('ask', 'http_request', { url, credential })], wires('start > ask'))
const save = (document: WorkflowDocument, as = owner) =>
  test.call('POST', '/api/v1/workflows', { as, body: { name: 'Asks the clinic', document } })

describe('a credential', () => {
  it('is kept, and listed without what is secret', async () => {
    const { id } = await make()
    expect(await list()).toMatchObject([
      {
        id,
        type: 'bearer',
        name: 'Clinic',
        shown: { hosts: host },
        last_four: 'cret',
        status: 'ready',
        used_by: [],
        last_used_at: null,
      },
    ])
    const { rows } = await test.database.pool.query('select * from credentials where id = $1', [id])
    expect(
      JSON.stringify(rows, (_key, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      ),
    ).not.toContain('canary')
  })

  it('of another person does not exist', async () => {
    const { id } = await make()
    const other = await test.person('super_admin')
    for (const [method, path, body] of [
      ['PUT', '', { name: 'Mine now' }],
      ['DELETE', '?even_if_used=true'],
      ['POST', '/test'],
      ['POST', '/connect'],
    ] as const)
      expect((await test.call(method, `${api}/${id}${path}`, { as: other, body })).status).toBe(404)
    expect(await list(other)).toEqual([])
    expect((await list()).some((one) => one.id === id)).toBe(true)
    expect((await test.call('GET', api)).status).toBe(401)
  })

  it('is replaced as a whole: no secret stays that could be sent elsewhere', async () => {
    const { id } = await make()
    const put = (body: object) => test.call('PUT', `${api}/${id}`, { as: owner, body })
    expect((await put({ fields: { hosts: 'evil.example' } })).body.errors).toMatchObject([{ field: 'fields.token' }])
    expect((await put({})).status).toBe(400)
    expect((await put({ name: 'New' })).body.data.credential).toMatchObject({ name: 'New', last_four: 'cret' })
    const changed = await put({ fields: { token: 'another-token-1234', hosts: host } })
    expect(changed.body.data.credential).toMatchObject({ last_four: '1234', name: 'New' })
    const opened = await test.secrets.vault.open(id, { owner: { user_id: owner.id }, author: null, version: null })
    expect(opened.fields.token).toBe('another-token-1234')
  })

  it.each<[string, object, string[]]>([
    ['an unknown type', { type: 'telegraph' }, ['type']],
    ['no name', { name: ' ' }, ['name']],
    ['missing fields', { fields: {} }, ['fields.token', 'fields.hosts']],
    ['a field that is not there', { fields: { token: 'x', hosts: 'a.in', admin: 'yes' } }, ['fields.admin']],
    ['a line break', { fields: { token: 'x\r\nHost: evil', hosts: 'a.in' } }, ['fields.token']],
    ['an address for a host', { fields: { token: 'x', hosts: 'https://a.in/path' } }, ['fields.hosts']],
    ['every host', { fields: { token: 'x', hosts: '*' } }, ['fields.hosts']],
    [
      'a header of the connection',
      { type: 'api_key_header', fields: { header: 'Host', value: 'x', hosts: 'a.in' } },
      ['fields.header'],
    ],
    [
      'a header that survives a redirect',
      { type: 'api_key_header', fields: { header: 'Idempotency-Key', value: 'x', hosts: 'a.in' } },
      ['fields.header'],
    ],
    ['a colon in a user name', { type: 'basic', fields: { user: 'a:b', hosts: 'a.in' } }, ['fields.user']],
    [
      'a short signing secret',
      { type: 'signing_secret', fields: { secret: 'short', hosts: 'a.in' } },
      ['fields.secret'],
    ],
    [
      'a port that is none',
      { type: 'postgres', fields: { host: 'a.in', port: '70000', database: 'd', user: 'u', tls: 'maybe' } },
      ['fields.port', 'fields.tls'],
    ],
    ['a webhook without https', { type: 'slack_webhook', fields: { url: 'http://hooks.example/x' } }, ['fields.url']],
    ['a field that is too long', { fields: { token: 'x'.repeat(4001), hosts: 'a.in' } }, ['fields.token']],
  ])('is refused for %s, without repeating what was entered', async (_what, change, fields) => {
    const before = (await list()).length
    const { status, body } = await test.call('POST', api, { as: owner, body: { ...bearer(), ...change } })
    expect(status).toBe(400)
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual(fields)
    expect(JSON.stringify(body)).not.toContain('canary')
    expect(await list()).toHaveLength(before)
  })

  it('of Gmail needs an installation that Google knows', async () => {
    const { status, body } = await test.call('POST', api, { as: owner, body: { type: 'gmail', name: 'G', fields: {} } })
    expect([status, body.errors[0].code]).toEqual([409, 'way_not_offered'])
  })

  it('is one of a hundred at most, however many are made at once', async () => {
    const busy = await test.person()
    const made = await Promise.all(
      Array.from({ length: 105 }, () => test.call('POST', api, { as: busy, body: bearer() })),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(100)
    expect(made.find(({ status }) => status !== 201)?.body.errors[0].code).toBe('limit_reached')
  })

  it('that cannot be tried out says so', async () => {
    const { id } = await make()
    expect((await test.call('POST', `${api}/${id}/test`, { as: owner })).body.errors[0].code).toBe('not_testable')
    expect((await test.call('POST', `${api}/${id}/connect`, { as: owner })).body.errors[0].code).toBe('not_testable')
  })

  it('is tried out by asking its service', async () => {
    const model = await make({
      type: 'openai_compatible',
      name: 'M',
      fields: { base_url: `http://${host}/v1`, api_key: CANARY },
    })
    const works = await test.call('POST', `${api}/${model.id}/test`, { as: owner })
    expect(works.body.data).toEqual({ works: true, message: 'The server answers.' })
    const wrong = await make({
      type: 'openai_compatible',
      name: 'M',
      fields: { base_url: 'https://localhost:9', api_key: CANARY },
    })
    const { data } = (await test.call('POST', `${api}/${wrong.id}/test`, { as: owner })).body
    expect(data).toEqual({ works: false, message: 'This address is not on the public internet' })
  })
})

describe('a workflow', () => {
  it('names a credential of its owner, and that is told where it is kept', async () => {
    const { id } = await make()
    const saved = await save(calling(id))
    expect(saved.status).toBe(201)
    const found = (await list()).find((one) => one.id === id)
    expect(found?.used_by).toEqual([{ kind: 'workflow', id: saved.body.data.id, name: 'Asks the clinic' }])
    const refused = await test.call('DELETE', `${api}/${id}`, { as: owner })
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'credential_in_use'])
    expect(refused.body.errors[0].message).toContain('“Asks the clinic”')
    const gone = await test.call('DELETE', `${api}/${id}`, { as: owner, query: { even_if_used: 'true' } })
    expect(gone.status).toBe(200)
    // The rest of the workflow can still be edited, and its run says what is missing.
    const operations = [{ type: 'set_title', node_id: 'ask', title: 'Ask again' }]
    const { revision } = saved.body.data
    const path = `/api/v1/workflows/${saved.body.data.id}`
    const edited = await test.call('PUT', path, { as: owner, body: { base_revision: revision, operations } })
    expect([edited.status, edited.body.errors]).toEqual([200, undefined])
    expect(await startRefused(saved.body.data.id)).toMatchObject(MISSING)
  })

  it('that names a foreign one, or none there is, is not saved', async () => {
    const { id } = await make()
    const other = await test.person('creator_admin')
    heard = []
    for (const credential of [id, '01890000-0000-7000-8000-000000000009', 'not an id', '{{ $input.id }}']) {
      const { status, body } = await save(calling(credential), other)
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([{ code: 'foreign_credential', field: 'document.ask.credential' }])
    }
    const tool = { kind: 'http', name: 'ask', credential: id, config: { credential: id } }
    const agent = workflow([node('start', 'manual_trigger'), node('work', 'ai_agent', { tools: [tool] })], [])
    const fields = (await save(agent, other)).body.errors.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['document.work.tools.0.credential', 'document.work.tools.0.config.credential'])
    const saved = await save(workflow([node('start', 'manual_trigger')], []), other)
    const document = calling(id)
    const path = `/api/v1/workflows/${saved.body.data.id}`
    const put = await test.call('PUT', path, { as: other, body: { base_revision: 0, document } })
    expect([put.status, put.body.errors[0].code]).toEqual([400, 'foreign_credential'])
    expect((await test.call('GET', path, { as: other })).body.data.document.nodes).toHaveLength(1)
    expect(heard).toEqual([])
  })

  it('that came to name a foreign one past the door is refused when it runs', async () => {
    const { id } = await make()
    const other = await test.person('creator_admin')
    const saved = await save(workflow([node('start', 'manual_trigger')], []), other)
    await test.database.pool.query('update workflows set document = $2 where id = $1', [
      saved.body.data.id,
      JSON.stringify(calling(id)),
    ])
    heard = []
    expect(await startRefused(saved.body.data.id, other)).toMatchObject(MISSING)
    // What starts by itself is not asked before: its step is refused.
    const version_id = uuidv7()
    await test.database.pool.query(
      'insert into workflow_versions (id, workflow_id, number, document, content_hash) values ($1, $2, 99, $3, $4)',
      [version_id, saved.body.data.id, JSON.stringify(calling(id)), version_id],
    )
    const owned = { user_id: other.id }
    const request = {
      workflow_version_id: version_id,
      input: {},
      trigger: 'schedule',
      priority: 'normal',
      owner: owned,
    }
    const ended = await test.engine.engine.run({ ...request, mode: 'now' } as never, 10_000)
    expect(ended.error).toMatchObject({ code: 'credential_not_found', node_id: 'ask' })
    expect(heard).toEqual([])
  })
})

const MISSING = [{ code: 'credential_missing', field: 'document.ask.credential' }]

/** What its start is refused with. */
async function startRefused(workflow_id: string, as = owner) {
  const body = { workflow_id, input: {} }
  const answer = await test.call('POST', '/api/v1/workflows/execute', { as, body })
  expect(answer.status).toBe(409)
  return answer.body.errors
}

async function run(workflow_id: string, as = owner) {
  const { body } = await test.call('POST', '/api/v1/workflows/execute', {
    as,
    body: { workflow_id, input: {} },
  })
  const id = body.data.execution_id as string
  return settled(async () => {
    const detail = (await test.call('GET', `/api/v1/executions/${id}`, { as })).body
    return ['succeeded', 'failed'].includes(detail.data?.status) ? { id, ...detail.data } : null
  })
}
async function settled<T>(ask: () => Promise<T | null>): Promise<T> {
  let found: T | null = null
  await expect.poll(async () => (found = await ask()), { timeout: 10_000, interval: 20 }).not.toBeNull()
  return found as T
}

describe('a secret that was used', () => {
  it('is in no row, log, event, export, answer or error of the run', async () => {
    const { id } = await make()
    heard = []
    const good = await save(calling(id))
    const bad = await save(calling(id, `http://${host}/fails`))
    const runs = [await run(good.body.data.id), await run(bad.body.data.id)]
    expect(heard).toEqual([`Bearer ${CANARY}`, `Bearer ${CANARY}`])
    expect(runs.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    const seen = [JSON.stringify(runs)]
    for (const { id: execution } of runs) {
      for (const path of [`/api/v1/executions/${execution}`, `/api/v1/workflows/executions/${execution}`])
        seen.push(JSON.stringify((await test.call('GET', path, { as: owner })).body))
    }
    seen.push(JSON.stringify(await list()))
    seen.push(JSON.stringify((await test.call('GET', `/api/v1/workflows/${good.body.data.id}`, { as: owner })).body))
    for (const { query } of LISTS) {
      const person = { id: owner.id, subject: owner.id, email: `${owner.id}@example.com`, proven: true }
      seen.push(JSON.stringify((await query(person as never).execute(test.database.db)).rows))
    }
    const { rows: tables } = await test.database.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth')`,
    )
    for (const { name } of tables) {
      const { rows } = await test.database.pool.query(`select t::text as row from ${name} t`)
      seen.push(JSON.stringify(rows))
    }
    seen.push(JSON.stringify(test.engine.problems), logged.join())
    for (const text of seen) {
      expect(text).not.toContain('canary')
      expect(text).not.toContain(Buffer.from(CANARY).toString('hex'))
      expect(text).not.toContain(Buffer.from(CANARY).toString('base64'))
    }
    expect(seen.join()).toContain('[hidden]')
  })
})

describe('the keys of the vault', () => {
  const who = () => ({ owner: { user_id: owner.id }, author: null, version: null })

  it('change by naming a newer one first: everything moves, and still opens with the newer alone', async () => {
    const { id } = await make()
    const next = newVaultKey()
    const both = loadKeyRing(`${next},${KEY}`, '/nowhere')
    const { db } = test.database
    const moved = await rotateKeys(db, both)
    expect(moved.unreadable).toBe(0)
    expect(moved.rewrapped).toBeGreaterThan(0)
    expect(await rotateKeys(db, both)).toEqual({ rewrapped: 0, unreadable: 0 })
    const alone = createVaultOf(db, loadKeyRing(next, '/nowhere'))
    expect((await alone.open(id, who())).fields.token).toBe(CANARY)
    // The app of this test still has the old key only: it says so plainly, and goes on.
    await expect(test.secrets.vault.open(id, who())).rejects.toMatchObject({ code: 'credential_unreadable' })
    expect(await list()).toContainEqual(expect.objectContaining({ id, status: 'unreadable' }))
    expect((await rotateKeys(db, loadKeyRing(KEY, '/nowhere'))).unreadable).toBeGreaterThan(0)
    await rotateKeys(db, loadKeyRing(`${KEY},${next}`, '/nowhere'))
    expect((await test.secrets.vault.open(id, who())).fields.token).toBe(CANARY)
  })

  it('are moved by a super admin, who is told how many and named in the audit log', async () => {
    const { id } = await make()
    const [older, newest] = [newVaultKey(), KEY]
    const { db, pool } = test.database
    await rotateKeys(db, loadKeyRing(`${older},${newest}`, '/nowhere'))
    const admin = await test.person('super_admin')
    const ring = loadKeyRing(`${newest},${older}`, '/nowhere')
    const handlers = vaultHandlers({ db, ring })
    const as = { caller: { type: 'user', id: admin.id, role: 'super_admin' } } as never
    const before = (await handlers.getVault({} as never, as)) as VaultState
    expect(before).toMatchObject({ keys: 2, newest: 0, unreadable: 0 })
    expect(before.older).toBeGreaterThan(0)
    expect(await handlers.rotateVault({} as never, as)).toEqual({
      rewrapped: before.older,
      state: { keys: 2, newest: before.older, older: 0, unreadable: 0 },
    })
    const { rows } = await pool.query(`select * from audit_log where action = 'vault.rotate' and actor_id = $1`, [
      admin.id,
    ])
    expect(rows).toMatchObject([{ details: { rewrapped: before.older, unreadable: 0 } }])
    expect(JSON.stringify(rows)).not.toContain(newest)
    expect((await test.secrets.vault.open(id, who())).fields.token).toBe(CANARY)
    // Over the wire, and for nobody else.
    const path = '/api/v1/admin/vault'
    expect((await test.call('GET', path, { as: admin })).body.data).toMatchObject({ keys: 1, older: 0 })
    expect((await test.call('POST', `${path}/rotate`, { as: admin })).body.data).toMatchObject({ rewrapped: 0 })
    const stranger = await test.person('admin')
    expect([
      (await test.call('GET', path, { as: stranger })).status,
      (await test.call('POST', `${path}/rotate`, { as: stranger })).status,
      (await test.call('POST', `${path}/rotate`)).status,
    ]).toEqual([403, 403, 401])
  })

  it('of models change with them', async () => {
    const row = { id: '01890000-0000-7000-8000-00000000000a' as ModelId, owner_id: null }
    const [old, next] = [newVaultKey(), newVaultKey()]
    const vaultOfKeys = (keys: string) => createVaultOf(test.database.db, loadKeyRing(keys, '/nowhere'))
    const { key_id, wrapped_key, sealed } = sealKey(vaultOfKeys(old), 'key-of-a-model-1', row)
    await test.database.pool.query(
      `insert into models (id, name, provider, base_url, model, key_id, wrapped_key, sealed)
       values ($1, 'M', 'openai_compatible', 'https://x.example', 'm', $2, $3, $4)`,
      [row.id, key_id, wrapped_key, sealed],
    )
    await rotateKeys(test.database.db, loadKeyRing(`${next},${old}`, '/nowhere'))
    const { rows } = await test.database.pool.query('select * from models where id = $1', [row.id])
    expect(openModelKey(vaultOfKeys(next), rows[0])).toBe('key-of-a-model-1')
  })

  it('open no row whose owner, type or content was swapped in the database', async () => {
    const [mine, theirs] = [
      await make(),
      await make(bearer({ fields: { token: 'of somebody else', hosts: host } }), await test.person()),
    ]
    const pool = test.database.pool
    await pool.query('update credentials set owner_id = $2 where id = $1', [theirs.id, owner.id])
    await expect(test.secrets.vault.open(theirs.id, who())).rejects.toMatchObject({ code: 'credential_unreadable' })
    await pool.query(
      'update credentials a set sealed = b.sealed, wrapped_key = b.wrapped_key from credentials b where a.id = $1 and b.id = $2',
      [mine.id, theirs.id],
    )
    await expect(test.secrets.vault.open(mine.id, who())).rejects.toMatchObject({ code: 'credential_unreadable' })
    await pool.query('update credentials set sealed = $2 where id = $1', [mine.id, randomBytes(60)])
    expect((await test.call('GET', api, { as: owner })).status).toBe(200)
  })
})

describe('the table of types', () => {
  it('asks for every field by a name, and hides what is secret', () => {
    for (const type of ENTERED_TYPE_NAMES) {
      const { fields, hint, connect } = CREDENTIAL_TYPES[type]
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length)
      for (const { label, help } of fields)
        expect([label.length > 0, help === '' || help.endsWith('.')]).toEqual([true, true])
      if (hint !== null) expect(fields.find(({ name }) => name === hint)?.secret).toBe(true)
      if (!connect) expect(fields.some(({ secret }) => secret)).toBe(true)
    }
  })
})
