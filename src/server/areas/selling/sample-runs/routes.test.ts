/** Recorded runs of samples that a seller submits: what everybody sees of them, and what nobody does. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SampleRuns } from '#contract/agents/sample-runs.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'

const echo = (text: string) =>
  workflow(
    [
      node('ask', 'input_form', {
        fields: [
          { name: 'text', required: true },
          { name: 'file', type: 'file' },
        ],
      }),
      node('end', 'template', { text }),
    ],
    wires('ask > end'),
  )

let test: TestApp
let seller: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  admin = await test.person('admin')
  await giveSellerDetails(test.database.pool, seller.id)
  await addCategories(test.database.pool, 'productivity')
})
afterAll(() => test.close())

const call = (method: string, path: string, body?: object, as: Person | null = seller) =>
  test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })

async function upload(name: string, as: Person): Promise<string> {
  const boundary = 'x'.repeat(20)
  const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return (await test.call('POST', '/api/v1/files', { as, payload, headers })).body.data.id
}

/** A draft whose samples have run. */
async function draft(text: string, samples: object[], price: object = {}) {
  const { data: drawn } = (await call('POST', '/workflows', { name: 'Echo', document: echo(text) })).body
  const made = await call('POST', '/agents', {
    workflow_id: drawn.id,
    name: 'Echo',
    tagline: 'Says it again',
    description: 'It says what you say.',
    category: 'productivity',
    samples,
    ...price,
  })
  expect(made.body.errors).toBeUndefined()
  const { id, slug } = made.body.data
  await runSamples(id)
  return { id, slug }
}
async function runSamples(id: string) {
  const ran = await call('POST', `/seller/agents/${id}/samples/run`)
  for (const { execution_id } of ran.body.data.samples)
    if (execution_id) await test.engine.engine.result(execution_id, 5000)
}
async function submit(id: string) {
  const answer = await call('POST', `/seller/agents/${id}/submit`, { changelog: 'x' })
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
}
async function decide(id: string, approve: boolean) {
  const { rows } = await test.database.pool.query(
    `select id from agent_submissions where agent_id = $1 and status = 'in_review'`,
    [id],
  )
  const answer = await call(
    'POST',
    `/agent-submissions/${rows[0].id}/decide`,
    { approve, reason: approve ? '' : 'No' },
    admin,
  )
  expect(answer.status).toBe(200)
}
const runs = async (slug: string, as: Person | null = null) => call('GET', `/agents/${slug}/sample-runs`, undefined, as)

it('are what its samples gave when it was submitted, public once it is published', async () => {
  const file = await upload('note.txt', seller)
  const { id, slug } = await draft(
    'You said {{ $input.text }}',
    [
      { title: 'A word', input: { text: 'hello' } },
      { title: 'A note', input: { text: 'read', file: { file_id: file } } },
    ],
    { price_type: 'per_run', price_paise: 500 },
  )
  await submit(id)
  expect([(await runs(slug)).status, (await runs(slug, seller)).body.data.items.length]).toEqual([404, 2])
  await decide(id, true)
  const shown = SampleRuns.parse((await runs(slug)).body.data)
  expect(shown).toMatchObject({
    version: 1,
    price: { type: 'per_run', paise: 500 },
    items: [
      { position: 0, title: 'A word', input: { text: 'hello' }, document: null },
      { position: 1, title: 'A note', input: { text: 'read' }, document: 'note.txt' },
    ],
  })
  expect(shown.tested).toBeNull()
  // Cards show the first of them.
  const listed = await call('GET', '/agents', undefined, null)
  expect(listed.body.data.agents[0].preview.lines).toMatchObject([{ text: 'You said hello' }])
  expect(JSON.stringify(shown)).not.toContain(seller.id)
  const whole = await call('GET', `/agents/${slug}/sample-runs/0`, undefined, null)
  expect(whole.body.data).toMatchObject({ output: 'You said hello', view: 'json' })
  expect((await call('GET', `/agents/${slug}/sample-runs/2`, undefined, null)).status).toBe(404)
  expect((await call('GET', `/agents/${slug}/sample-runs/-1`, undefined, null)).status).toBe(400)
  expect((await call('GET', `/agents/${slug}/sample-documents/${file}/text`, undefined, null)).status).toBe(200)

  // The next version has runs of its own; until it is approved everybody sees those of the one that is sold.
  await call('PUT', `/agents/${id}`, { samples: [{ title: 'Another', input: { text: 'bye' } }] })
  await runSamples(id)
  await submit(id)
  expect((await runs(slug)).body.data).toMatchObject({ version: 1, items: [{ title: 'A word' }, { title: 'A note' }] })
  await decide(id, true)
  expect((await runs(slug)).body.data).toMatchObject({ version: 2, items: [{ title: 'Another' }] })
  // What went into an earlier version alone is nobody's any more but its owner's.
  expect((await call('GET', `/agents/${slug}/sample-documents/${file}/text`, undefined, null)).status).toBe(404)

  const suspended = await call('POST', `/agent-management/${id}/control`, { action: 'suspend', reason: 'x' }, admin)
  expect(suspended.status).toBe(200)
  expect((await runs(slug)).status).toBe(404)
})

it('open no other file of the seller, nor anybody else’s', async () => {
  const secret = await upload('secret.txt', seller)
  const theirs = await upload('theirs.txt', await test.person())
  const { id, slug } = await draft(`{{ "${secret}" }} {{ $input.text }}`, [{ title: 'A', input: { text: secret } }])
  await submit(id)
  await decide(id, true)
  for (const file of [secret, theirs, '01890000-0000-7000-8000-000000000000'])
    for (const path of ['text', 'pages/1'])
      expect((await call('GET', `/agents/${slug}/sample-documents/${file}/${path}`, undefined, null)).status).toBe(404)
})

it('go with a version that was not approved', async () => {
  const { id, slug } = await draft('{{ $input.text }}', [{ title: 'A', input: { text: 'once' } }])
  await submit(id)
  await decide(id, false)
  await call('PUT', `/agents/${id}`, { tagline: 'Says it twice' })
  await submit(id)
  const { rows } = await test.database.pool.query(
    `select count(*)::int as count from agent_version_runs r join agent_versions v on v.id = r.agent_version_id where v.agent_id = $1`,
    [id],
  )
  expect([rows[0].count, (await runs(slug, seller)).body.data.items.length]).toEqual([1, 1])
})

it('leave out what is too large to be read on a page', async () => {
  const { id, slug } = await draft('{{ $input.text }}'.repeat(3000), [
    { title: 'Large', input: { text: 'x'.repeat(400) } },
  ])
  await submit(id)
  await decide(id, true)
  expect((await runs(slug)).body.data.items).toEqual([])
})

it('say how the version did on the test cases of its seller, with what it was run last', async () => {
  const { id, slug } = await draft('{{ $input.text }}', [{ title: 'A', input: { text: 'once' } }])
  await submit(id)
  await decide(id, true)
  const evaluate = (score: number | null, status: string, hoursAgo: number) =>
    test.database.pool.query(
      `with e as (insert into workflow_evaluations (workflow_id, workflow_version_id, cases_hash, status, score, created_at, finished_at)
         select w.workflow_id, v.workflow_version_id, 'x', $2, $3, now() - make_interval(hours => $4), now() - make_interval(hours => $4)
         from agents a join agent_versions v on v.id = a.current_version_id join workflow_versions w on w.id = v.workflow_version_id
         where a.id = $1 returning id)
       insert into workflow_evaluation_results (evaluation_id, position, kept, score) select e.id, n, '{}', 1 from e, generate_series(0, 2) n`,
      [id, status, score, hoursAgo],
    )
  await evaluate(0.5, 'done', 3)
  await evaluate(0.75, 'done', 2)
  await evaluate(null, 'running', 1)
  expect((await runs(slug)).body.data.tested).toMatchObject({ score: 0.75, cases: 3 })
})

it('are recorded, for what was submitted before there were records, by the migration', async () => {
  const { id, slug } = await draft('{{ $input.text }}', [{ title: 'A', input: { text: 'before' } }])
  await submit(id)
  await decide(id, true)
  const { pool } = test.database
  const of = `agent_version_id in (select id from agent_versions where agent_id = '${id}')`
  await pool.query(`delete from agent_version_runs where ${of}`)
  expect((await runs(slug)).body.data.items).toEqual([])
  const migration = readFileSync('src/server/platform/database/migrations/0142_sample_runs.sql', 'utf8')
  await pool.query(migration.slice(migration.indexOf('insert into agent_version_runs')))
  expect((await runs(slug)).body.data.items).toMatchObject([{ title: 'A', input: { text: 'before' } }])
})
