import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enforceRetention } from '#server/areas/runs/retention/retention.ts'
import type { RetentionPolicy } from '#server/platform/retention-policy.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { enforceDataPolicies } from './enforce.ts'

const OPERATOR: RetentionPolicy = {
  visitor_hours: 24,
  succeeded_days: 400,
  failed_days: 10,
  runs_days: null,
  model_calls_days: null,
}
const NOTHING = {
  runs_days: null,
  files_days: null,
  chats_days: null,
  with_made: false,
  services: [],
  models: null,
  apps: null,
  members_export: true,
  test_cases: false,
}

const SAYS = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
  wires('start > done'),
)

let test: TestApp
let owner: Person
let admin: Person
let member: Person
let workspace = ''
let slug = ''
let agent_id = ''
let workflow_id = ''
beforeAll(async () => {
  test = await createTestApp({ deps: { retention: OPERATOR } })
  owner = await test.person('creator_admin')
  ;({ id: workspace, slug } = (
    await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ).body.data)
  const joined = async (role: string) => {
    const person = await test.person()
    await sql('insert into workspace_members values ($1, $2, $3)', [workspace, person.id, role])
    return person
  }
  admin = await joined('admin')
  member = await joined('member')
  agent_id = (await addAgent(test.database.pool, workspace, SAYS)).id
  const { rows } = await sql(
    'select v.workflow_id from workflow_versions v join agent_versions a on a.workflow_version_id = v.id where a.agent_id = $1',
    [agent_id],
  )
  workflow_id = rows[0].workflow_id
})
afterAll(() => test.close())

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
const call = (method: string, path: string, as: Person, body?: object) =>
  test.call(method, `/api/v1${path}`, { as, headers: { 'x-workspace': slug }, ...(body && { body }) })
const save = (policy: object, as = owner) => call('PUT', '/data-policy', as, { ...NOTHING, ...policy })
const preview = async (policy: object) =>
  (await call('POST', '/data-policy/preview', owner, { ...NOTHING, ...policy })).body.data
const enforce = async () => {
  await enforceRetention(test.database.db, OPERATOR)
  await enforceDataPolicies(test.database.db)
  await test.tidy()
}

async function run(days: number, service_id: string | null = null): Promise<string> {
  const { body } = await call('POST', '/workflows/execute', owner, { agent_id, input: { text: 'x' }, wait_ms: 5000 })
  const id = body.data.execution_id
  await sql(
    `update executions set service_id = $3, created_at = now() - make_interval(days => $2), finished_at = now() - make_interval(days => $2) where id = $1`,
    [id, days, service_id],
  )
  return id
}
const isWhole = async (id: string) => (await call('GET', `/executions/${id}`, owner)).body.data.input !== null

async function upload(days: number): Promise<string> {
  const { body } = await test.call('POST', '/api/v1/files', {
    as: owner,
    payload: `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nabout\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-workspace': slug },
  })
  await sql('update files set created_at = now() - make_interval(days => $2) where id = $1', [body.data.id, days])
  return body.data.id
}
const isThere = async (file: string) => (await call('GET', `/files/${file}`, owner)).status === 200

async function chat(days: number): Promise<{ id: string; run: string }> {
  const id = await run(1)
  const { rows } = await sql(
    `with c as (insert into conversations (owner_id, workflow_id, channel, updated_at)
       values ($1, $2, 'builder', now() - make_interval(days => $3)) returning id)
     insert into conversation_messages (conversation_id, role, text, execution_id) select id, 'person', 'Hi', $4 from c
     returning conversation_id as id`,
    [workspace, workflow_id, days, id],
  )
  return { id: rows[0].id, run: id }
}

describe('how long a workspace keeps its data', () => {
  it('is counted before it is saved, and enforced afterwards: runs, documents and chats, each by its own time', async () => {
    const runs = await Promise.all([run(41), run(39)])
    const files = [await upload(21), await upload(19)]
    const chats = [await chat(11), await chat(9)]
    const policy = { runs_days: 40, files_days: 20, chats_days: 10 }
    expect(await preview(policy)).toEqual({ runs: 1, files: 1, chats: 1 })
    expect(await preview({})).toEqual({ runs: 0, files: 0, chats: 0 })
    await enforce()
    expect(await Promise.all(runs.map(isWhole))).toEqual([true, true])
    expect((await save(policy)).body.data).toMatchObject({ ...policy, longest_days: 400 })
    await Promise.all([enforce(), enforce()])
    expect(await Promise.all(runs.map(isWhole))).toEqual([false, true])
    expect(await Promise.all(files.map(isThere))).toEqual([false, true])
    expect(await Promise.all(chats.map((one) => isWhole(one.run)))).toEqual([false, true])
    const { rows } = await sql('select id from conversations where id = any($1)', [chats.map(({ id }) => id)])
    expect(rows).toEqual([{ id: chats[1]?.id }])
    expect(await preview(policy)).toEqual({ runs: 0, files: 0, chats: 0 })
  })

  it('can be another one for a service, longer or shorter', async () => {
    const { rows } = await sql(
      `insert into services (owner_id, agent_id, agent_version_id, name)
       select $1, id, current_version_id, n from agents, unnest(array['Short', 'Long']) n where id = $2 returning id`,
      [workspace, agent_id],
    )
    const [short, long] = rows.map(({ id }: { id: string }) => id)
    const runs = await Promise.all([run(6, short), run(4, short), run(60, long), run(46)])
    const services = [
      { id: short, runs_days: 5 },
      { id: long, runs_days: 90 },
    ]
    const policy = { runs_days: 45, services }
    expect(await preview(policy)).toMatchObject({ runs: 2 })
    expect((await save(policy)).body.data.services).toEqual(expect.arrayContaining(services))
    await enforce()
    expect(await Promise.all(runs.map(isWhole))).toEqual([false, true, true, false])
    expect((await save({})).body.data.services).toEqual([])
  })

  it('takes along what was made from a run only where that is wanted', async () => {
    const made = async (id: string) =>
      (await sql('select from workflow_cases where execution_id = $1', [id])).rowCount === 1
    const cased = async () => {
      const id = await run(8)
      await sql(
        `insert into workflow_cases (workflow_id, position, name, input, scorer, execution_id)
         select $1, coalesce(max(position), 0) + 1, 'x', '{}', '{"type":"judge"}', $2 from workflow_cases where workflow_id = $1`,
        [workflow_id, id],
      )
      return id
    }
    const kept = await cased()
    await save({ runs_days: 7 })
    await enforce()
    expect([await isWhole(kept), await made(kept)]).toEqual([false, true])
    const gone = await cased()
    await save({ runs_days: 7, with_made: true })
    await enforce()
    expect([await isWhole(gone), await made(gone)]).toEqual([false, false])
  })

  it('keeps a document that something still uses', async () => {
    const id = await upload(50)
    const document = workflow(
      [node('start', 'manual_trigger'), set('done', { file: { file_id: id } })],
      wires('start > done'),
    )
    await call('POST', '/workflows', owner, { name: 'Prices', document })
    expect(await preview({ files_days: 20 })).toMatchObject({ files: 0 })
    await save({ files_days: 20 })
    await enforce()
    expect(await isThere(id)).toBe(true)
  })

  it('is never longer than the operator keeps anything, and for services of the workspace', async () => {
    for (const policy of [{ runs_days: 401 }, { files_days: 401 }, { chats_days: 401 }, { runs_days: 0 }])
      expect((await save(policy)).status).toBe(400)
    const stranger = '01890000-0000-7000-8000-000000000000'
    expect((await save({ services: [{ id: stranger, runs_days: 5 }] })).status).toBe(404)
  })

  it('is set by owners and admins, and each change is written down', async () => {
    expect((await save({ runs_days: 50 }, admin)).status).toBe(200)
    expect((await save({ runs_days: 60 }, member)).status).toBe(403)
    expect((await call('GET', '/data-policy', member)).status).toBe(403)
    await save({ runs_days: 50 }, owner)
    const { rows } = await sql(
      `select actor_id, details -> 'after' ->> 'runs_days' as days from audit_log
       where action = 'data_policy.change' and target_id = $1 order by created_at desc, id desc limit 1`,
      [workspace],
    )
    expect(rows).toEqual([{ actor_id: admin.id, days: '50' }])
  })
})

describe('how long a person keeps their own data', () => {
  it('is set by them alone, outside of any workspace, and enforced there', async () => {
    const [person, other] = [await test.person('seller'), await test.person('seller')]
    const own = (method: string, path: string, as: Person, body?: object) =>
      test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })
    const make = async (as: Person) => {
      const body = {
        agent_id: (await addAgent(test.database.pool, as.id, SAYS)).id,
        input: { text: 'x' },
        wait_ms: 5000,
      }
      const id = (await own('POST', '/workflows/execute', as, body)).body.data.execution_id
      await sql(
        `update executions set created_at = now() - interval '9 days', finished_at = now() - interval '9 days' where id = $1`,
        [id],
      )
      return { id, as }
    }
    const runs = [await make(person), await make(other)]
    const policy = { ...NOTHING, runs_days: 8, countries: ['IN'] }
    expect((await own('POST', '/data-policy/preview', person, policy)).body.data.runs).toBe(1)
    expect((await own('PUT', '/data-policy', person, policy)).body.data).toMatchObject({
      runs_days: 8,
      countries: ['IN'],
    })
    expect((await own('GET', '/data-policy', other)).body.data).toMatchObject({ runs_days: null, countries: null })
    await enforce()
    const isKept = async ({ id, as }: (typeof runs)[number]) =>
      (await own('GET', `/executions/${id}`, as)).body.data.input !== null
    expect(await Promise.all(runs.map(isKept))).toEqual([false, true])
  })
})
