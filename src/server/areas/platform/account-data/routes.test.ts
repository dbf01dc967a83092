import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessions } from '#server/areas/accounts/sign-in/sessions.ts'
import { createHandlers } from '#server/areas/handlers.ts'
import { createFileStore } from '#server/gateways/files.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { readZipEntries } from '#server/gateways/zip.ts'
import { readPrimary } from '#server/platform/database/reader.ts'
import { createApp } from '#server/platform/http/app.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, set, type TestEngine, wires, workflow } from '#test/support/engine.ts'
import { neverDeleted } from '#test/support/files.ts'
import { Browser, createTestIdentity, enterAnew, PASSWORD, SECRET, type TestIdentity } from '#test/support/identity.ts'
import { PLAIN_APP, PLAIN_PARTS } from '#test/support/parts.ts'
import { confirmAddress, leftOf, writeAsVisitor } from '#test/support/visitor.ts'
import { findUnfinished } from './deletion.store.ts'
import { finishDeletions } from './deletion.ts'
import { LISTS } from './export.store.ts'
import { createExports, type Exports } from './exports.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const waiting = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'Is it right?' })],
  wires('start > ask'),
)

let database: TestDatabase
let engine: TestEngine
let identity: TestIdentity
let exports: Exports
let app: FastifyInstance
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  engine = await createTestEngine(database, {})
  identity = await createTestIdentity(database)
  folder = mkdtempSync(join(tmpdir(), 'chowk-account-'))
  exports = createExports({
    db: database.db,
    objects: createFolderObjects({ dir: folder }),
    withOutputs: (rows) => engine.engine.withOutputs(rows),
    log: { warn: (detail) => console.error(detail) },
  })
  const unused = new Proxy({}, { get: () => () => Promise.reject(new Error('not asked in this test')) }) as never
  app = await createApp({
    ...PLAIN_APP,
    handlers: createHandlers({
      ...PLAIN_PARTS,
      reader: readPrimary(database.db),
      secrets: { secret: SECRET, vault: unused } as never,
      connectors: unused,
      billingGate: unused,
      models: { db: database.db } as never,
      db: database.db,
      engine: engine.engine,
      files: createFileStore({ objects: createFolderObjects({ dir: folder }), whileKept: neverDeleted }),
      documents: unused,
      feed: unused,
      chatFeed: unused,
      workflowFeed: unused,
      portrait: async (bytes) => bytes,
      paperwork: undefined as never,
      exports,
      retention: unused,
      identity,
      fresh_ms: 0,
      mailIsSetUp: false,
    }),
    sessions: createSessions(database.db, identity),
    secret: SECRET,
  })
})
afterAll(async () => {
  await app.close()
  await exports.stop()
  await engine[Symbol.asyncDispose]()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function call(method: string, url: string, token: string | null, body?: object) {
  const response = await app.inject({
    method: method as 'GET',
    url,
    remoteAddress: '203.0.113.41',
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  const json = /json/.test(String(response.headers['content-type']))
  return {
    status: response.statusCode,
    headers: response.headers,
    body: json ? response.json() : null,
    bytes: response.rawPayload,
  }
}

let made = 0
async function somebody(name = `Somebody Number${++made}x`, role = 'basic_user') {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}@clinic.example`
  const browser = new Browser(`203.0.113.${made % 200}`)
  await enterAnew(identity, { email, password: PASSWORD, display_name: name }, browser)
  const token = browser.keep(await identity.accounts.token(browser))
  const { id } = (await call('GET', '/api/v1/users/me', token)).body.data as { id: string }
  if (role !== 'basic_user') await database.pool.query('update users set role = $2 where id = $1', [id, role])
  return { name, email, browser, token, id }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

async function upload(token: string, name: string, text: string): Promise<string> {
  const boundary = 'x'.repeat(20)
  const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--${boundary}--\r\n`
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  const response = await app.inject({ method: 'POST', url: '/api/v1/files', headers, payload })
  return response.json().data.id
}

/** Leaves something of a person in every place that takes something. */
async function live(person: Somebody) {
  const { token, name, email, id } = person
  await confirmAddress(database, email)
  await database.pool.query(`update users set role = 'creator_admin' where id = $1`, [id])
  const seller = await somebody()
  const agent = await addAgent(database.pool, seller.id, document, { listing: { workflow_open: true } })
  await call('PUT', '/api/v1/auth/profile', token, { bio: `I am ${name}`, website_url: 'https://me.example' })
  const flow = await call('POST', '/api/v1/workflows', token, { name: `Flow of ${name}`, document })
  expect(flow.status).toBe(201)
  const service = await call('POST', '/api/v1/services', token, { agent_id: agent.slug, name: `For ${name}` })
  const file = await upload(token, `${name}.txt`, `A letter of ${name}`)
  for (const target of [
    { agent_id: agent.slug },
    { service_id: service.body.data.id },
    { workflow_id: flow.body.data.id },
  ])
    await call('POST', '/api/v1/workflows/execute', token, {
      ...target,
      input: { text: `${name} <${email}>` },
      wait_ms: 10_000,
    })
  const asking = await call('POST', '/api/v1/workflows', token, { name: 'Asks', document: waiting })
  const open = await call('POST', '/api/v1/workflows/execute', token, {
    workflow_id: asking.body.data.id,
    input: { for: name },
    wait_ms: 0,
  })
  await expect
    .poll(
      async () => (await call('GET', `/api/v1/executions/${open.body.data.execution_id}`, token)).body.data.status,
      { timeout: 30_000 },
    )
    .toBe('waiting')
  const key = await call('POST', '/api/v1/api-keys', token, { name: `Key of ${name}`, scopes: ['run', 'read'] })
  const { pool } = database
  await queueMail(database.db, { to: email, subject: 'Hello', text: `Dear ${name}` })
  await queueMail(database.db, {
    to: 'support@chowk.example',
    subject: 'Message',
    text: `From ${email}`,
    reply_to: email,
  })
  await pool.query(
    `insert into contact_messages (id, reference, topic, name, email, message) values (uuidv7(), $1, 'help', $2, $3, 'Hi')`,
    [id.slice(-8), name, email],
  )
  await pool.query(
    `insert into error_reports (id, kind, fingerprint, name, message, feedback, user_id)
     values (uuidv7(), 'feedback', 'f', 'Error', 'x', $1, $2)`,
    [`It broke, says ${name}`, id],
  )
  await pool.query(`insert into avatars (owner_id, key, image) values ($1, $2, 'x')`, [
    id,
    id.replaceAll('-', '').slice(0, 22),
  ])
  return {
    agent,
    seller,
    file,
    flow: flow.body.data.id,
    run: open.body.data.execution_id,
    secret: key.body.data.secret,
  }
}

async function placesOf(...words: string[]): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of rows)
    for (const word of words) {
      const hits = await database.pool.query(
        `select x::text as row from ${name} x where strpos(lower(x::text), lower($1)) > 0`,
        [word],
      )
      for (const { row } of hits.rows) found.push(`${name}: ${row.slice(0, 200)}`)
    }
  return found
}

const remove = (person: Somebody, email = person.email) =>
  call('POST', '/api/v1/users/me/deletion', person.token, { email })

describe('a copy of one’s data', () => {
  const ready = async (person: Somebody) => {
    await expect
      .poll(async () => (await call('GET', '/api/v1/users/me/export', person.token)).body.data.export?.status, {
        timeout: 30_000,
      })
      .toBe('ready')
    return call('GET', '/api/v1/users/me/export/file', person.token)
  }
  const unzip = (bytes: Buffer) =>
    Object.fromEntries(
      (readZipEntries(bytes) ?? []).map(({ name, offset, compressedSize }) => {
        const from = offset + 30 + bytes.readUInt16LE(offset + 26)
        return [name, inflateRawSync(bytes.subarray(from, from + compressedSize)).toString()]
      }),
    )

  it('holds everything of the person, nothing of others and no secret', async () => {
    const asha = await somebody('Asha Exported')
    const things = await live(asha)
    expect((await call('GET', '/api/v1/users/me/export', asha.token)).body.data).toEqual({ export: null })
    const asked = await call('POST', '/api/v1/users/me/export', asha.token)
    expect(asked).toMatchObject({ status: 202, body: { data: { export: { status: 'queued' } } } })
    const { status, headers, bytes } = await ready(asha)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"/)
    const files = unzip(bytes)
    expect(Object.keys(files).toSorted()).toEqual(
      ['README.txt', 'picture.webp', ...LISTS.map(({ file }) => file)].toSorted(),
    )
    const read = (name: string) => JSON.parse(files[name] ?? '')
    expect(read('profile.json')).toMatchObject([{ email: asha.email, bio: 'I am Asha Exported' }])
    expect(read('sign-in.json')).toMatchObject([
      { ways: [{ provider: 'credential' }], sessions: [{ browser: 'test browser' }] },
    ])
    expect(read('workflows.json').map(({ name }: { name: string }) => name)).toContain('Flow of Asha Exported')
    expect(read('services.json')).toMatchObject([{ name: 'For Asha Exported' }])
    expect(read('runs.json')).toHaveLength(4)
    expect(read('runs.json')[0]).toMatchObject({
      input: { text: `Asha Exported <${asha.email}>` },
      steps: [{}, { output: { ok: true } }],
    })
    expect(read('files.json')).toMatchObject([{ name: 'Asha Exported.txt' }])
    expect(read('messages.json')).toHaveLength(1)
    expect(read('error-reports.json')).toHaveLength(1)
    expect(read('mails.json')).toContainEqual(expect.objectContaining({ subject: 'Hello' }))
    expect(read('api-keys.json')).toMatchObject([{ name: 'Key of Asha Exported' }])
    const whole = Object.values(files).join('\n')
    expect(whole).not.toContain(things.seller.email)
    expect(whole).not.toMatch(/"(?:password|token|secret|hash|privateKey|backupCodes)":/i)
    expect(whole).not.toContain(things.secret.slice(20))
  })

  it('holds nothing of the real owner of an address that was only typed', async () => {
    await writeAsVisitor(database, 'owner.of.it@clinic.example')
    const stranger = await somebody('Owner of it')
    await call('POST', '/api/v1/users/me/export', stranger.token)
    const files = unzip((await ready(stranger)).bytes)
    expect(JSON.parse(files['messages.json'] ?? '')).toEqual([])
    expect(JSON.parse(files['mails.json'] ?? '')).toEqual([])
    await confirmAddress(database, stranger.email)
    await call('POST', '/api/v1/users/me/export', stranger.token)
    const proven = unzip((await ready(stranger)).bytes)
    expect(JSON.parse(proven['messages.json'] ?? '')).toHaveLength(1)
  })

  it('is one at a time, its owner’s alone, and gone after a day', async () => {
    const asha = await somebody()
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', '/api/v1/users/me/export', asha.token)),
    )
    expect(asked.filter(({ status }) => status === 202).length).toBeGreaterThanOrEqual(1)
    for (const { status } of asked) expect([202, 409]).toContain(status)
    const { status } = await ready(asha)
    expect(status).toBe(200)
    const stranger = await somebody()
    expect((await call('GET', '/api/v1/users/me/export/file', stranger.token)).status).toBe(404)
    expect((await call('GET', '/api/v1/users/me/export/file', null)).status).toBe(401)
    const before = readdirSync(join(folder, 'exports')).length
    await database.pool.query(`update data_exports set expires_at = now() where owner_id = $1`, [asha.id])
    expect((await call('GET', '/api/v1/users/me/export/file', asha.token)).status).toBe(404)
    expect((await call('GET', '/api/v1/users/me/export', asha.token)).body.data.export).toBeNull()
    await exports.tidy()
    expect(readdirSync(join(folder, 'exports'))).toHaveLength(before - 1)
  })

  it('is made again by another process when the first one dies', async () => {
    const asha = await somebody()
    await database.pool.query(
      `insert into data_exports (owner_id, status, attempts, taken_until) values ($1, 'running', 1, now() - interval '1 s')`,
      [asha.id],
    )
    const other = createExports({
      db: database.db,
      objects: createFolderObjects({ dir: folder }),
      withOutputs: (rows) => engine.engine.withOutputs(rows),
      log: { warn: () => {} },
    })
    await other.prepareWaiting(new AbortController().signal)
    expect((await ready(asha)).status).toBe(200)
    await other.stop()
  })

  it('of a big account is read a few rows at a time, from one moment', async () => {
    const asha = await somebody()
    await database.pool.query(
      `insert into notifications (user_id, kind, title, href, seq) select $1, 'run_failed', 'Notice ' || n, '/', n from generate_series(1, 5000) n`,
      [asha.id],
    )
    await call('POST', '/api/v1/users/me/export', asha.token)
    expect(JSON.parse(unzip((await ready(asha)).bytes)['notifications.json'] ?? '')).toHaveLength(5000)
  })
})

describe('the deletion of an account', () => {
  it('leaves no trace of the email and the name anywhere in the database', async () => {
    const asha = await somebody('Asha Vanishing')
    await somebody('Told Admin', 'admin')
    const asked = await call('POST', '/api/v1/role-requests', asha.token, {
      role: 'seller',
      reason: 'I am Asha Vanishing',
    })
    expect(asked.status).toBeLessThan(300)
    const things = await live(asha)
    await call('POST', '/api/v1/users/me/export', asha.token)
    expect((await placesOf(asha.email, asha.name)).length).toBeGreaterThan(10)
    const summary = await call('GET', '/api/v1/users/me/deletion', asha.token)
    expect(summary.body.data).toEqual({
      workflows: 2,
      services: 1,
      runs: 4,
      open_runs: 1,
      files: 1,
      api_keys: 1,
      agents_kept: 0,
      agents_removed: 0,
      refusal: null,
    })
    expect(await remove(asha, asha.email.toUpperCase())).toMatchObject({
      status: 200,
      body: { data: { deleted: true } },
    })
    expect(await placesOf(asha.email, asha.name)).toEqual([])
    // At once: signed out, the key dead, the run ended, the file gone from the disk.
    expect((await call('GET', '/api/v1/users/me', asha.token)).status).toBe(401)
    await expect(identity.accounts.token(asha.browser)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await call('GET', '/api/v1/services', things.secret)).status).toBe(401)
    const { rows } = await database.pool.query('select status from executions where id = $1', [things.run])
    expect(rows.filter(({ status }) => status === 'waiting')).toEqual([])
    const left = readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' })
    expect(left.filter((path) => path.includes(things.file))).toEqual([])
    // The agent of somebody else keeps its count.
    const counted = await database.pool.query(`select count(*) from executions where agent_id = $1`, [things.agent.id])
    expect(counted.rows[0].count).toBe(2)
  })

  it('takes nothing from the real owner of an address that was only typed', async () => {
    const email = 'real.owner@clinic.example'
    await writeAsVisitor(database, email)
    expect(await leftOf(database, email)).toBe(3)
    const stranger = await somebody('Real Owner')
    // The mail that asks the owner to confirm the address: it is the account's, and goes with it.
    await expect.poll(() => leftOf(database, email)).toBe(4)
    expect((await remove(stranger)).status).toBe(200)
    expect(await leftOf(database, email)).toBe(3)
  })

  it('takes nothing of an address that ends with the deleted one', async () => {
    const victim = 'carol.n@clinic.example'
    await writeAsVisitor(database, victim)
    const mentioned = await somebody('n')
    await confirmAddress(database, mentioned.email)
    const text = `${victim} wrote about ${mentioned.email}. Then n@clinic.example.org did.`
    await queueMail(database.db, { to: 'support@chowk.example', subject: 'About', text })
    expect((await remove(mentioned)).status).toBe(200)
    expect(await leftOf(database, victim)).toBe(4)
    const { rows } = await database.pool.query(`select body from mails where subject = 'About'`)
    expect(rows).toEqual([{ body: `${victim} wrote about (deleted). Then n@clinic.example.org did.` }])
  })

  it('frees the email for a new account that has nothing of the old one', async () => {
    const asha = await somebody('Asha Returning')
    await live(asha)
    expect((await remove(asha)).status).toBe(200)
    const again = await somebody('Asha Returning')
    expect(again.id).not.toBe(asha.id)
    const { body } = await call('GET', '/api/v1/users/me', again.token)
    expect(body.data).toMatchObject({ role: 'basic_user', bio: null, avatar_url: null })
    expect((await call('GET', '/api/v1/executions', again.token)).body.data.items).toEqual([])
  })

  it('asks for a recent sign-in and the own address', async () => {
    const asha = await somebody()
    expect(await remove(asha, 'somebody@else.example')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'email', message: 'This isn’t your account’s email address' }] },
    })
    await database.pool.query(`update auth.session set "confirmedAt" = now() - interval '11 minutes'`)
    expect(await remove(asha)).toMatchObject({ status: 403, body: { errors: [{ code: 'confirmation_needed' }] } })
    expect((await call('GET', '/api/v1/users/me', asha.token)).status).toBe(200)
    await identity.accounts.confirmIdentity({ password: PASSWORD }, asha.browser)
    expect((await remove(asha)).status).toBe(200)
  })

  it('is refused to the last super admin, of two at once too', async () => {
    const first = await somebody('First Chief', 'super_admin')
    expect((await call('GET', '/api/v1/users/me/deletion', first.token)).body.data.refusal).toMatch(/last super admin/)
    expect(await remove(first)).toMatchObject({ status: 409, body: { errors: [{ code: 'illegal_transition' }] } })
    const second = await somebody('Second Chief', 'super_admin')
    const answers = await Promise.all([remove(first), remove(second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('keeps what others bought, without a name, and takes the rest away', async () => {
    const seller = await somebody('Meera Selling', 'seller')
    const sold = await addAgent(database.pool, seller.id, document, { name: 'Sold agent' })
    const unsold = await addAgent(database.pool, seller.id, document, { name: 'Unsold agent' })
    const buyer = await somebody()
    const service = await call('POST', '/api/v1/services', buyer.token, { agent_id: sold.slug })
    expect((await call('GET', '/api/v1/users/me/deletion', seller.token)).body.data).toMatchObject({
      agents_kept: 1,
      agents_removed: 1,
    })
    expect((await remove(seller)).status).toBe(200)
    const ran = await call('POST', '/api/v1/workflows/execute', buyer.token, {
      service_id: service.body.data.id,
      input: { text: 'x' },
      wait_ms: 10_000,
    })
    expect(ran.body.data).toMatchObject({ status: 'succeeded' })
    const { body } = await call('GET', '/api/v1/agents?limit=100', null)
    const slugs = body.data.agents.map(({ slug }: { slug: string }) => slug)
    expect(slugs).not.toContain(sold.slug)
    expect((await call('GET', `/api/v1/agents/${unsold.slug}`, null)).status).toBe(404)
    expect(await placesOf(seller.email, seller.name)).toEqual([])
  })

  it('leaves nothing of a run that is written only after it, ended or under way', async () => {
    const asha = await somebody('Asha Hurrying')
    const seller = await somebody()
    const [ends, asks] = [
      await addAgent(database.pool, seller.id, document, { name: 'Ends' }),
      await addAgent(database.pool, seller.id, waiting, { name: 'Asks' }),
    ]
    expect((await remove(asha)).status).toBe(200)
    for (const { id, version_id } of [ends, asks]) {
      const { rows } = await database.pool.query('select workflow_version_id from agent_versions where id = $1', [
        version_id,
      ])
      const request = {
        input: { text: asha.name },
        owner: { user_id: asha.id },
        agent_id: id,
        agent_version_id: version_id,
      }
      const begun = { ...request, trigger: 'manual', priority: 'normal', mode: 'now' } as const
      await engine.engine.run({ ...begun, workflow_version_id: rows[0].workflow_version_id }, 2000)
    }
    expect((await placesOf(asha.name)).length).toBeGreaterThan(1)
    const files = createFileStore({ objects: createFolderObjects({ dir: folder }), whileKept: neverDeleted })
    const deps = { db: database.db, engine: engine.engine, files, tidy: exports.tidy, log: { warn: console.error } }
    await finishDeletions(deps)
    expect(await placesOf(asha.name)).toEqual([])
    const left = await database.pool.query('select status from executions where owner_id = $1 order by status', [
      asha.id,
    ])
    expect(left.rows).toEqual([{ status: 'cancelled' }, { status: 'succeeded' }])
    expect(await findUnfinished(database.db)).toEqual([])
  })

  it('changes nothing when it fails half-way', async () => {
    const asha = await somebody('Asha Staying')
    await live(asha)
    const before = (await placesOf(asha.email, asha.name)).length
    await database.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
       create trigger refuse before update on users for each row when (new.status = 'deactivated') execute function refuse()`,
    )
    expect((await remove(asha)).status).toBe(500)
    await database.pool.query('drop trigger refuse on users; drop function refuse')
    expect((await placesOf(asha.email, asha.name)).length).toBe(before)
    expect((await remove(asha)).status).toBe(200)
  })
})
