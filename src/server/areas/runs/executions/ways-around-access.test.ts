/** Ways around who may read, run and delete: by ids that can be told, by what an editor leaves behind, by deleting what others need. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowDocument } from '#graph/document.ts'
import { output } from '#nodes/node.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { startDue } from '#server/engine/schedules.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent, addCategories } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let seller: Person
let buyer: Person
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      write: async ({ run }) => {
        const file = { name: 'rate-card.txt', mime: 'text/plain', bytes: Buffer.from('RATES OF THE SELLER') }
        const files = createFilePort({ db: test.database.db, files: test.files })
        return output({ file: { ...(await files.write(file, run.owner, run.idempotency_key)) } })
      },
    },
  })
  seller = await test.person('seller')
  buyer = await test.person('basic_user')
  await addCategories(test.database.pool, 'productivity')
})
afterAll(() => test.close())

const writer = node('rates', 'effect', { does: 'write' })
const closed = workflow(
  [node('start', 'manual_trigger'), writer, set('result', { done: true })],
  wires('start > rates > result'),
)
const echo = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
  wires('start > done'),
)

const call = (method: string, url: string, as: Person | null, body?: unknown, headers: Record<string, string> = {}) =>
  test.call(method, `/api/v1${url}`, { as, ip: '192.0.2.9', headers, ...(body === undefined ? {} : { body }) })
const run = async (as: Person | null, body: object, headers = {}) =>
  (await call('POST', '/workflows/execute', as, { wait_ms: 8000, ...body }, headers)).body.data
const made = async (as: Person, name: string, document: object): Promise<string> =>
  (await call('POST', '/workflows', as, { name, document })).body.data.id
const share = (workflow: string, editor: Person) =>
  test.database.pool.query("insert into workflow_members (workflow_id, user_id, role) values ($1, $2, 'editor')", [
    workflow,
    editor.id,
  ])

describe('a file between the steps of a closed workflow', () => {
  const opened = async (file: string, as: Person) => (await call('GET', `/files/${file}`, as)).status
  const fileOf = async (execution: string): Promise<string> =>
    (await test.database.pool.query('select id from files where execution_id = $1', [execution])).rows[0].id
  const ran = async (
    as: Person,
    document: WorkflowDocument = closed,
  ): Promise<{ execution_id: string; file: string }> => {
    const agent = await addAgent(test.database.pool, seller.id, document)
    const { execution_id } = await run(as, { agent_id: agent.id, input: { text: 'x' } })
    return { execution_id, file: await fileOf(execution_id) }
  }

  it('has an id that cannot be told from its run', async () => {
    const [first, second] = [await ran(buyer), await ran(buyer)]
    expect(first.file.slice(0, 8)).not.toBe(second.file.slice(24))
    // Version 7: time and chance. Version 8 is made of what is known.
    expect(first.file[14]).toBe('7')
  })

  it('is not read by deleting its run while another one names it', async () => {
    const other = await addAgent(test.database.pool, (await test.person('seller')).id, echo)
    const { execution_id, file } = await ran(buyer)
    await run(buyer, { agent_id: other.id, input: { text: file } })
    expect(await opened(file, buyer)).toBe(404)
    expect((await call('DELETE', `/executions/${execution_id}`, buyer)).status).toBe(200)
    expect(await opened(file, buyer)).toBe(404)
  })

  it('is not read by sharing another run that names it', async () => {
    const friend = await test.person('seller')
    const other = await addAgent(test.database.pool, friend.id, echo)
    const { file } = await ran(buyer)
    const { execution_id } = await run(buyer, { agent_id: other.id, input: { text: `see ${file}` } })
    expect((await call('PUT', `/executions/${execution_id}/share`, buyer)).status).toBe(200)
    expect(await opened(file, friend)).toBe(404)
  })

  it('is not read by naming it in an answer that becomes a part of the result', async () => {
    const fields = [{ name: 'centre', label: 'Centre', type: 'text' }]
    const ask = node('ask', 'ask_form', { title: 'Which?', fields })
    const document = workflow(
      [node('start', 'manual_trigger'), writer, ask, set('result', { centre: '{{ $nodes.ask.values.centre }}' })],
      wires('start > rates > ask > result'),
    )
    const { execution_id, file } = await ran(buyer, document)
    const { body } = await call('GET', `/executions/${execution_id}`, buyer)
    const { wait } = body.data.nodes.find((one: { wait: unknown }) => one.wait)
    const answer = { type: 'form', values: { centre: file } }
    expect((await call('POST', `/executions/${execution_id}/waits/${wait.id}`, buyer, answer)).status).toBe(200)
    expect(await test.engine.engine.result(execution_id, 5000)).toMatchObject({ output: { centre: file } })
    expect(await opened(file, buyer)).toBe(404)
  })

  it('is named neither in a draft of an agent nor kept by a comparison', async () => {
    const thief = await test.person('seller')
    const { file } = await ran(thief)
    const workflow_id = await made(thief, 'W', echo)
    const { id } = (await call('POST', '/agents', thief, { workflow_id, name: 'Mine' })).body.data
    await call('PUT', `/agents/${id}`, thief, { samples: [{ title: 'S', input: { file: { file_id: file } } }] })
    expect((await call('GET', `/seller/agents/${id}`, thief)).body.data.files).toEqual([])
  })
})

describe('an editor', () => {
  const people = async () => [await test.person('seller'), await test.person('seller')] as const
  const every = node('start', 'schedule_trigger', { cron: '* * * * *', time_zone: 'Asia/Kolkata' })
  const theirs = workflow([every, set('theirs', { by: 'the editor' })], wires('start > theirs'))
  const startedOf = async (workflow: string): Promise<string[]> => {
    await test.database.pool.query(
      "update workflow_triggers set next_run_at = now() - interval '1 second' where workflow_id = $1",
      [workflow],
    )
    const versions: string[] = []
    await startDue(test.database.pool, async (_client, request) => {
      versions.push(request.workflow_version_id)
      return 'x'
    })
    return versions
  }

  it('starts nothing by itself in the name of the owner, neither before nor after they are removed', async () => {
    const [owner, editor] = await people()
    const id = await made(owner, 'W', echo)
    await run(owner, { workflow_id: id, input: {} })
    await share(id, editor)
    expect((await call('PUT', `/workflows/${id}`, editor, { base_revision: 0, document: theirs })).status).toBe(200)
    await run(editor, { workflow_id: id, input: {} })
    expect(await startedOf(id)).toEqual([])
    await call('DELETE', `/workflows/${id}/members/${editor.id}`, owner)
    expect(await startedOf(id)).toEqual([])
  })

  it('has their steps started once the owner has run them', async () => {
    const [owner, editor] = await people()
    const id = await made(owner, 'W', workflow([every], []))
    await share(id, editor)
    await call('PUT', `/workflows/${id}`, editor, { base_revision: 0, document: theirs })
    await run(editor, { workflow_id: id, input: {} })
    expect(await startedOf(id)).toEqual([])
    await run(owner, { workflow_id: id, input: {} })
    expect(await startedOf(id)).toHaveLength(1)
  })

  it('does not change what the owner repeats on the newest version until the owner has run it', async () => {
    const [owner, editor] = await people()
    const id = await made(owner, 'W', echo)
    await share(id, editor)
    const { execution_id } = await run(owner, { workflow_id: id, input: { text: 'x' } })
    await call('PUT', `/workflows/${id}`, editor, { base_revision: 0, document: theirs })
    const member = await run(editor, { workflow_id: id, input: {} })
    const repeat = async (execution: string, as: Person) => {
      const body = { action: 'rerun', newest_version: true }
      const again = await call('POST', `/executions/${execution}/control`, as, body)
      return (await test.engine.engine.result(again.body.data.execution_id, 8000)).output
    }
    expect(await repeat(execution_id, owner)).toEqual({ said: 'x' })
    expect(await repeat(member.execution_id, editor)).toEqual({ by: 'the editor' })
    await run(owner, { workflow_id: id, input: {} })
    expect(await repeat(execution_id, owner)).toEqual({ by: 'the editor' })
  })

  it('does not change what the address of a webhook runs that the owner has never run', async () => {
    const [owner, editor] = await people()
    const hook = node('start', 'webhook_trigger', {})
    const { id, hook: address } = (
      await call('POST', '/workflows', owner, {
        name: 'W',
        document: workflow([hook, set('mine', { by: 'owner' })], wires('start > mine')),
      })
    ).body.data
    await share(id, editor)
    const operations = [{ type: 'add_node', node: set('theirs', { by: 'editor' }) }]
    expect((await call('PUT', `/workflows/${id}`, editor, { base_revision: 0, operations })).status).toBe(200)
    const post = () => test.call('POST', address.path, { body: {} })
    expect(await post()).toMatchObject({ status: 409, body: { errors: [{ code: 'not_runnable' }] } })
    await run(owner, { workflow_id: id, input: {} })
    expect((await post()).status).toBe(200)
  })

  it('does not run another workflow of the owner, whether its id is written down or comes from an expression', async () => {
    const [owner, editor] = await people()
    const secret = workflow(
      [node('start', 'workflow_trigger'), set('end', { secret: 'PRIVATE' })],
      wires('start > end'),
    )
    const other = await made(owner, 'Private', secret)
    await call('POST', `/workflows/${other}/publish`, owner, { base_revision: 0 })
    const shared = await made(owner, 'Shared', echo)
    await share(shared, editor)
    const calling = (workflow_id: string) => [
      { type: 'add_node', node: node('call', 'sub_workflow', { workflow_id }) },
      { type: 'connect', edge: wires('done > call')[0] },
    ]
    const put = (as: Person, operations: object[], base_revision: number) =>
      call('PUT', `/workflows/${shared}`, as, { base_revision, operations })
    expect((await put(editor, calling(other), 0)).body.errors[0].code).toBe('foreign_workflow')
    expect((await put(editor, calling(`{{ "${other}" }}`), 0)).status).toBe(200)
    const outcome = async (as: Person) => {
      const { execution_id } = await run(as, { workflow_id: shared, input: { text: 'x' } })
      return test.engine.engine.result(execution_id, 8000)
    }
    expect(await outcome(editor)).toMatchObject({ status: 'failed', error: { code: 'workflow_not_found' } })
    // The owner may, and from then on it is the owner's.
    expect(await outcome(owner)).toMatchObject({ output: { secret: 'PRIVATE' } })
    expect(await outcome(editor)).toMatchObject({ output: { secret: 'PRIVATE' } })
  })

  it('is not told which other workflows of the owner run the shared one', async () => {
    const [owner, editor] = await people()
    const shared = await made(owner, 'Shared', echo)
    const payroll = workflow(
      [node('start', 'manual_trigger'), node('call', 'sub_workflow', { workflow_id: shared })],
      wires('start > call'),
    )
    await made(owner, 'Private payroll', payroll)
    await share(shared, editor)
    const callers = async (as: Person) => (await call('GET', `/workflows/${shared}/uses`, as)).body.data.callers
    expect(await callers(owner)).toMatchObject([{ name: 'Private payroll' }])
    expect(await callers(editor)).toEqual([])
  })
})

describe('deleting a run', () => {
  it('leaves equal test data of its seller’s workflow', async () => {
    const workflow_id = await made(seller, 'W', echo)
    const { rows } = await test.database.pool.query(
      `insert into workflow_versions (id, workflow_id, number, document, content_hash)
        values (gen_random_uuid(), $1, 1, $2, 'h') returning id`,
      [workflow_id, JSON.stringify(echo)],
    )
    const agent = await addAgent(test.database.pool, seller.id, echo, { workflow_version: rows[0].id })
    await call('PUT', `/workflows/${workflow_id}/pins/start`, seller, { output: { text: 'Sample text' } })
    const { execution_id, access_token } = await run(null, { agent_id: agent.id, input: { text: 'Sample text' } })
    const deleted = await call('DELETE', `/executions/${execution_id}`, null, undefined, {
      'x-run-token': access_token,
    })
    expect(deleted.status).toBe(200)
    expect((await call('GET', `/workflows/${workflow_id}/pins`, seller)).body.data.items).toHaveLength(1)
  })

  it('of a visitor is not for a super admin without its token', async () => {
    const agent = await addAgent(test.database.pool, seller.id, echo)
    const { execution_id, access_token } = await run(null, { agent_id: agent.id, input: { text: 'x' } })
    const admin = await test.person('super_admin')
    const { body } = await call('GET', `/executions/${execution_id}`, admin)
    expect(body.data.abilities.delete.allowed).toBe(false)
    expect((await call('DELETE', `/executions/${execution_id}`, admin)).status).toBe(403)
    const token = { 'x-run-token': access_token }
    expect((await call('GET', `/executions/${execution_id}`, null, undefined, token)).status).toBe(200)
  })

  it('takes along the answer that its Idempotency-Key would give again, and starts no second run', async () => {
    const agent = await addAgent(test.database.pool, seller.id, echo)
    const body = { agent_id: agent.id, input: { text: 'private' }, wait_ms: 8000 }
    const again = () => call('POST', '/workflows/execute', buyer, body, { 'idempotency-key': 'ward-17' })
    const { execution_id } = (await again()).body.data
    expect((await again()).body.data.output).toEqual({ said: 'private' })
    await call('DELETE', `/executions/${execution_id}`, buyer)
    const answer = await again()
    expect(answer.status).toBe(404)
    expect(JSON.stringify(answer.body)).not.toContain('private')
    const { rows } = await test.database.pool.query(
      'select count(*)::int as runs from executions where agent_id = $1',
      [agent.id],
    )
    expect(rows[0].runs).toBe(0)
  })
})

it('an Idempotency-Key gives a visitor no answer of another visitor of the same network', async () => {
  const agent = await addAgent(test.database.pool, seller.id, echo)
  const body = { agent_id: agent.id, input: { text: 'x' }, wait_ms: 8000 }
  const execute = (key: string, token?: string) =>
    call('POST', '/workflows/execute', null, body, {
      'idempotency-key': key,
      ...(token !== undefined && { 'x-run-token': token }),
    })
  const key = crypto.randomUUID()
  for (const chosen of ['order-1', key]) {
    const refused = await execute(chosen)
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'Idempotency-Key'])
  }
  const { body: first } = await call('POST', '/workflows/execute', null, body)
  const { body: other } = await call('POST', '/workflows/execute', null, body)
  const answers = await Promise.all([first, other].map(({ data }) => execute(key, data.access_token)))
  const ids = answers.map(({ body: { data } }) => data.execution_id)
  expect(new Set(ids).size).toBe(2)
  expect((await execute(key, first.data.access_token)).body.data.execution_id).toBe(ids[0])
})
