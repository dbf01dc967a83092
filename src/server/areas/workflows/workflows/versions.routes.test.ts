import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { Publication, WorkflowUses, WorkflowVersion } from '#contract/workflows/versions.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let author: Person
beforeAll(async () => {
  test = await createTestApp()
  author = await test.person('seller')
})
afterAll(() => test.close())

const says = (text: string, trigger = node('start', 'manual_trigger')) =>
  workflow([trigger, set('done', { text })], wires('start > done'))
const hooked = (text: string, config: JsonObject = {}) =>
  says(text, node('start', 'webhook_trigger', { respond: 'when_finished', ...config }))

const create = async (document: WorkflowDocument, as = author): Promise<string> =>
  (await test.call('POST', '/api/v1/workflows', { as, body: { name: 'Letters', document } })).body.data.id
const revisionOf = async (id: string): Promise<number> =>
  (await test.call('GET', `/api/v1/workflows/${id}`, { as: author })).body.data.revision
const edit = async (id: string, document: WorkflowDocument) => {
  const body = { document, base_revision: await revisionOf(id) }
  expect((await test.call('PUT', `/api/v1/workflows/${id}`, { as: author, body })).status).toBe(200)
}
const post = (id: string, verb: string, body: object = {}, as = author) =>
  test.call('POST', `/api/v1/workflows/${id}/${verb}`, { as, body })
const publish = async (id: string, more: object = {}) => {
  const { status, body } = await post(id, 'publish', { base_revision: await revisionOf(id), ...more })
  expect([status, body.errors ?? []]).toEqual([200, []])
  return WorkflowVersion.parse(body.data)
}
const finishedRun = async (id: string): Promise<string> => {
  const { execution_id } = (await run(id)).body.data
  await test.engine.engine.result(execution_id, 8000)
  return execution_id
}
/** @returns what it gives on the newest version */
const rerun = async (execution: string) => {
  const body = { action: 'rerun', newest_version: true }
  const again = await test.call('POST', `/api/v1/executions/${execution}/control`, { as: author, body })
  return (await test.engine.engine.result(again.body.data.execution_id, 8000)).output
}
const versions = async (id: string, as = author) => {
  const { body } = await test.call('GET', `/api/v1/workflows/${id}/versions`, { as })
  return { ...body.data, publication: Publication.parse(body.data.publication) }
}
const run = (id: string) =>
  test.call('POST', '/api/v1/workflows/execute', { as: author, body: { workflow_id: id, input: {}, wait_ms: 8000 } })
/** A run that waits for the one it started is answered before its end. */
const finished = async (id: string) => {
  const { execution_id } = (await run(id)).body.data
  return until(async () => {
    const { rows } = await test.database.pool.query('select status, output, error from executions where id = $1', [
      execution_id,
    ])
    return ['succeeded', 'failed'].includes(rows[0].status) ? rows[0] : undefined
  })
}
const uses = async (id: string, as = author) =>
  WorkflowUses.parse((await test.call('GET', `/api/v1/workflows/${id}/uses`, { as })).body.data)
const join = (id: string, who: Person, role: string) =>
  test.database.pool.query('insert into workflow_members (workflow_id, user_id, role) values ($1, $2, $3)', [
    id,
    who.id,
    role,
  ])
const triggersOf = async (id: string) =>
  (await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: author })).body.data

describe('versions', () => {
  it('are what was run or published, newest first, each with who, when, name and notes', async () => {
    const id = await create(says('one'))
    expect(await versions(id)).toMatchObject({ items: [], total: 0, publication: { state: 'never', runs: null } })
    await run(id)
    await edit(id, says('two'))
    const made = await publish(id, { name: '  Second  ', notes: 'Says two.\n<b>bold</b>' })
    expect(made).toMatchObject({ number: 2, name: 'Second', notes: 'Says two.\n<b>bold</b>', is_live: true, nodes: 2 })
    const { items, publication } = await versions(id)
    expect(items).toMatchObject([
      { number: 2, is_live: true, published_by: { name: expect.any(String) } },
      { number: 1, name: '', is_live: false, published_at: null, created_by: { name: expect.any(String) } },
    ])
    expect(publication).toMatchObject({ state: 'live', runs: 2, abilities: { unpublish: { allowed: true } } })
    const first = await test.call('GET', `/api/v1/workflows/${id}/versions/1`, { as: author })
    expect(first.body.data).toMatchObject({ number: 1, document: says('one') })
    expect((await test.call('GET', `/api/v1/workflows/${id}/versions/3`, { as: author })).status).toBe(404)
  })

  it('begin at 1 however often the draft was tested, and number nothing twice', async () => {
    const id = await create(says('one'))
    const test_run = async () => {
      const { execution_id } = (await post(id, 'test-run', { mode: 'all' })).body.data
      return until(async () => {
        const { body } = await test.call('GET', `/api/v1/executions/${execution_id}`, { as: author })
        return body.data.status === 'succeeded' ? (body.data.version as number) : undefined
      })
    }
    const first = await test_run()
    await edit(id, says('two'))
    const second = await test_run()
    expect([first < 0, second < 0, first === second]).toEqual([true, true, false])
    // A run names what it ran, also where nobody has a name for it.
    const ran = await test.call('GET', `/api/v1/workflows/${id}/versions/${first}`, { as: author })
    expect(ran.body.data.document).toEqual(says('one'))
    expect(await versions(id)).toMatchObject({ items: [], total: 0 })
    expect((await publish(id)).number).toBe(1)
    await edit(id, says('one'))
    const kept = await post(id, 'checkpoints', { name: 'The first', base_revision: await revisionOf(id) })
    expect(kept.body.data).toMatchObject({ number: 2, has_run: false })
    expect((await publish(id)).number).toBe(2)
    await edit(id, says('three'))
    expect((await publish(id)).number).toBe(3)
  })

  it('are never changed by anyone', async () => {
    const id = await create(says('kept'))
    await publish(id)
    const change = (set: string) =>
      test.database.pool.query(`update workflow_versions set ${set} where workflow_id = $1`, [id])
    await expect(change(`document = '{}'`)).rejects.toThrow('never changed')
    await expect(change('number = 7')).rejects.toThrow('never changed')
    await expect(change('number = -7')).rejects.toThrow('never changed')
    await expect(change(`content_hash = 'x'`)).rejects.toThrow('never changed')
    await edit(id, says('other'))
    const { body } = await test.call('GET', `/api/v1/workflows/${id}/versions/1`, { as: author })
    expect(body.data.document).toEqual(says('kept'))
  })

  it('come back by putting their document in place of the draft, which can be undone', async () => {
    const id = await create(says('old'))
    await publish(id)
    await edit(id, says('new'))
    const { body } = await test.call('GET', `/api/v1/workflows/${id}/versions/1`, { as: author })
    await edit(id, body.data.document)
    const { rows } = await test.database.pool.query(
      'select inverse from workflow_operations where workflow_id = $1 order by revision desc limit 1',
      [id],
    )
    expect(JSON.stringify(rows[0].inverse)).toContain('new')
    expect((await publish(id)).number).toBe(1)
  })
})

describe('a checkpoint', () => {
  const keep = (id: string, body: object, as = author) => post(id, 'checkpoints', body, as)

  it('keeps the draft by a name, also one that would not run, and starts nothing', async () => {
    const id = await create(hooked('first'))
    await run(id)
    const half = workflow([node('start', 'webhook_trigger', {}), node('call', 'http_request')], wires('start > call'))
    await edit(id, half)
    const { status, body } = await keep(id, { name: '  Before the bank  ', base_revision: 1 })
    expect([status, WorkflowVersion.parse(body.data)]).toMatchObject([
      201,
      { number: 2, has_run: false, is_live: false, checkpoint: { name: 'Before the bank' }, published_at: null },
    ])
    const { items, total, publication } = await versions(id)
    expect(items).toMatchObject([{ number: 2, checkpoint: { by: { name: expect.any(String) } } }, { number: 1 }])
    // What triggers run is still the newest version that was run.
    expect([total, publication.state, publication.runs]).toEqual([2, 'never', 1])
    const { body: second } = await test.call('GET', `/api/v1/workflows/${id}/versions/2`, { as: author })
    expect(second.data.document).toEqual(half)
    expect((await post(id, 'publish', { version: 2 })).body.errors[0].code).toBe('not_runnable')
  })

  it('is not what a run is repeated with on the newest version, and neither are tests of the draft', async () => {
    const id = await create(says('tested first'))
    const tryOut = async () => {
      const { execution_id } = (await post(id, 'test-run', { mode: 'all' })).body.data
      await test.engine.engine.result(execution_id, 8000)
      return execution_id as string
    }
    await tryOut()
    await edit(id, says('tested second'))
    expect(await rerun(await tryOut())).toEqual({ text: 'tested second' })
    await edit(id, says('was run'))
    const { execution_id } = (await run(id)).body.data
    await edit(id, says('half done'))
    await keep(id, { name: 'Before lunch', base_revision: await revisionOf(id) })
    await edit(id, says('only tested'))
    await tryOut()
    expect(await rerun(execution_id)).toEqual({ text: 'was run' })
    await run(id)
    expect(await rerun(execution_id)).toEqual({ text: 'only tested' })
  })

  it('that was taken back is not what a run is repeated with on the newest version', async () => {
    const id = await create(says('good'))
    await publish(id)
    await edit(id, says('half done'))
    await run(id)
    await edit(id, says('bad'))
    await publish(id)
    const execution = await finishedRun(id)
    expect((await post(id, 'publish', { version: 1 })).status).toBe(200)
    expect(await rerun(execution)).toEqual({ text: 'good' })
    await edit(id, says('better'))
    await run(id)
    expect(await rerun(execution)).toEqual({ text: 'better' })
  })

  it('that mended another one is what a run is repeated with, also once nothing is published any more', async () => {
    const id = await create(says('broken'))
    await publish(id)
    const execution = await finishedRun(id)
    await edit(id, says('mended'))
    await publish(id)
    expect((await post(id, 'unpublish')).status).toBe(200)
    expect(await rerun(execution)).toEqual({ text: 'mended' })
  })

  it('names the version that has this content, and becomes an ordinary one when it is published', async () => {
    const id = await create(says('kept'))
    await keep(id, { name: 'One', base_revision: 0 })
    await keep(id, { name: 'Two', base_revision: 0 })
    expect(await versions(id)).toMatchObject({ items: [{ number: 1, has_run: false, checkpoint: { name: 'Two' } }] })
    const { body } = await post(id, 'publish', { version: 1, name: 'Out' })
    expect(body.data).toMatchObject({
      number: 1,
      name: 'Out',
      is_live: true,
      has_run: true,
      checkpoint: { name: 'Two' },
    })
    const change = (sql: string) =>
      test.database.pool.query(`update workflow_checkpoints set ${sql} where workflow_id = $1`, [id])
    await expect(change(`name = 'Other'`)).rejects.toThrow('never changed')
  })

  it('is refused without a name, on an older revision, to viewers, to strangers and beyond the limit', async () => {
    const id = await create(says('guarded'))
    for (const name of ['', '   ', 'x'.repeat(121), 7, null]) {
      const { status, body } = await keep(id, { name, base_revision: 0 })
      expect([name, status, body.errors[0].field]).toEqual([name, 400, 'name'])
    }
    await edit(id, says('changed'))
    expect((await keep(id, { name: 'Old', base_revision: 0 })).body.errors[0].code).toBe('stale_revision')
    const [viewer, editor, stranger] = await Promise.all([1, 2, 3].map(() => test.person('seller')))
    await join(id, viewer as Person, 'viewer')
    await join(id, editor as Person, 'editor')
    const fine = { name: 'Passed', base_revision: await revisionOf(id) }
    expect((await keep(id, fine, viewer)).status).toBe(403)
    expect((await keep(id, fine, stranger)).status).toBe(404)
    expect((await keep(id, fine, editor)).status).toBe(201)
    await test.database.pool.query(
      `insert into workflow_checkpoints (workflow_id, version_id, name)
        select c.workflow_id, c.version_id, 'x' from workflow_checkpoints c, generate_series(1, 999) where c.workflow_id = $1`,
      [id],
    )
    expect((await keep(id, fine)).body.errors[0].code).toBe('limit_reached')
  })
})

describe('publishing', () => {
  it('refuses what would not run with every problem, an older revision, and too much', async () => {
    const id = await create(
      workflow([node('start', 'manual_trigger'), node('call', 'http_request')], wires('start > call')),
    )
    const broken = await post(id, 'publish', { base_revision: 0 })
    expect(broken.status).toBe(409)
    expect(broken.body.errors[0]).toMatchObject({ code: 'not_runnable', field: 'document.call.url' })
    await edit(id, says('fine'))
    expect((await post(id, 'publish', { base_revision: 0 })).body.errors[0].code).toBe('stale_revision')
    const refused = [
      {},
      { base_revision: 1, version: 1 },
      { base_revision: 1, name: 'x'.repeat(121) },
      { version: 1.5 },
    ]
    for (const body of refused) expect((await post(id, 'publish', body)).status).toBe(400)
    expect((await post(id, 'publish', { version: 9 })).status).toBe(404)
    expect((await versions(id)).publication.state).toBe('never')
  })

  it('is the owner’s; members see versions, strangers nothing', async () => {
    const id = await create(says('ours'))
    await publish(id)
    const [editor, viewer, stranger] = [
      await test.person('seller'),
      await test.person('seller'),
      await test.person('super_admin'),
    ]
    await join(id, editor, 'editor')
    await join(id, viewer, 'viewer')
    for (const member of [editor, viewer]) {
      const { items, publication } = await versions(id, member)
      expect(items).toHaveLength(1)
      expect(publication.abilities.publish.reason).toContain('owner')
      expect((await post(id, 'publish', { version: 1 }, member)).status).toBe(403)
      expect((await post(id, 'unpublish', {}, member)).status).toBe(403)
    }
    const paths = ['versions', 'versions/1', 'uses']
    for (const path of paths)
      expect((await test.call('GET', `/api/v1/workflows/${id}/${path}`, { as: stranger })).status).toBe(404)
    expect((await post(id, 'publish', { version: 1 }, stranger)).status).toBe(404)
    expect((await post(id, 'unpublish', {}, stranger)).status).toBe(404)
    expect((await versions(id)).publication.state).toBe('live')
  })

  it('two at a time leaves one that runs', async () => {
    const id = await create(says('race'))
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => post(id, 'publish', { base_revision: 0, name })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { items } = await versions(id)
    expect(items).toHaveLength(1)
  })
})

describe('a webhook', () => {
  const hook = async (document: WorkflowDocument) => {
    const id = await create(document)
    const [{ address, test_address }] = (await triggersOf(id)).triggers
    const call = async (path: string, method = 'POST') => {
      const { status, body } = await test.call(method as 'POST', path, {
        payload: '{}',
        headers: { 'content-type': 'application/json' },
      })
      return status === 200 ? body.data.output.text : status
    }
    return {
      id,
      live: (method?: string) => call(address, method),
      draft: (method?: string) => call(test_address, method),
    }
  }

  it('runs the published version with its settings, its test address the draft with the draft’s', async () => {
    const { id, live, draft } = await hook(hooked('first'))
    expect(await live()).toBe('first')
    await publish(id)
    await edit(id, hooked('second', { method: 'PUT' }))
    await run(id)
    expect([await live(), await live('PUT'), await draft('PUT'), await draft()]).toEqual(['first', 404, 'second', 404])
    await publish(id)
    expect([await live(), await live('PUT')]).toEqual([404, 'second'])
    // An older version runs again, as it was.
    await post(id, 'publish', { version: 1 })
    expect([await live(), await live('PUT'), await draft('PUT')]).toEqual(['first', 404, 'second'])
  })

  it('runs nothing once the publication was taken back, whatever is edited, until the next one', async () => {
    const { id, live, draft } = await hook(hooked('on'))
    await publish(id)
    expect((await post(id, 'unpublish')).body.data).toMatchObject({ state: 'ended', runs: null })
    expect((await post(id, 'unpublish')).status).toBe(409)
    await edit(id, hooked('edited'))
    expect([await live(), await draft()]).toEqual([404, 'edited'])
    expect(await triggersOf(id)).toMatchObject({ publication: 'ended', triggers: [{ enabled: false }] })
    await publish(id)
    expect(await live()).toBe('edited')
  })

  it('listens on while the draft has another trigger', async () => {
    const { id, live, draft } = await hook(hooked('listens'))
    await publish(id)
    await edit(id, says('by time', node('start', 'schedule_trigger', {})))
    expect([await live(), await draft()]).toEqual(['listens', 404])
    expect((await triggersOf(id)).triggers).toMatchObject([
      { type: 'webhook', enabled: true, draft_settings: null },
      { type: 'schedule', enabled: false, next_runs: [], draft_settings: {} },
    ])
    await publish(id)
    expect(await live()).toBe(404)
  })
})

describe('a workflow that is called', () => {
  it('runs its published version, and none after that was taken back', async () => {
    const child = await create(says('child one'))
    await publish(child)
    await edit(child, says('child two'))
    await run(child)
    const caller = workflow(
      [node('start', 'manual_trigger'), node('call', 'sub_workflow', { workflow_id: child })],
      wires('start > call'),
    )
    const parent = await create(caller)
    expect(await finished(parent)).toMatchObject({ status: 'succeeded', output: { text: 'child one' } })
    expect((await uses(child)).callers).toEqual([{ id: parent, name: 'Letters', is_live: true, in_draft: true }])
    await post(child, 'unpublish')
    expect(await finished(parent)).toMatchObject({ status: 'failed', error: { code: 'workflow_not_found' } })
  })
})

describe('who uses a workflow', () => {
  it('are agents, how many services, callers and triggers; addresses only for the owner', async () => {
    const id = await create(hooked('used'))
    const { number } = await publish(id)
    const { rows } = await test.database.pool.query('select id from workflow_versions where workflow_id = $1', [id])
    const agent = await addAgent(test.database.pool, author.id, says('x'), { workflow_version: rows[0].id })
    const buyer = await test.person('basic_user')
    await test.call('POST', '/api/v1/services', { as: buyer, body: { agent_id: agent.slug } })
    const editor = await test.person('seller')
    await join(id, editor, 'editor')
    const seen = await uses(id)
    expect(seen.agents).toMatchObject([{ id: agent.id, workflow_version: number, services: 1 }])
    expect(seen.triggers).toMatchObject([
      { type: 'webhook', is_live: true, in_draft: true, address: expect.stringContaining('/hooks/') },
    ])
    expect((await uses(id, editor)).triggers).toMatchObject([{ address: null }])
    expect(JSON.stringify(seen)).not.toContain(buyer.id)
  })
})
