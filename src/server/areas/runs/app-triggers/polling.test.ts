import { describe, expect, it } from 'vitest'
import type { Answer } from '#test/support/answering.ts'
import {
  account,
  airtable,
  asked,
  look,
  owner,
  parts,
  prepareAppTriggers,
  publish,
  published,
  record,
  records,
  row,
  runsOf,
  service,
  start,
  sync,
  test,
} from '#test/support/app-triggers.ts'
import { advanceAppTriggers } from './advance.ts'

prepareAppTriggers()

describe('a list that is polled', () => {
  it('starts a run for each new item, none for what was there before, and none twice', async () => {
    service.reply = () => records('old')
    const id = await published(airtable())
    await sync()
    await look()
    expect(await runsOf(id)).toEqual([])
    service.reply = () => records('old', 'a', 'b')
    await look()
    await look()
    expect(await runsOf(id)).toEqual([record('a'), record('b')])
    service.reply = () => records('b')
    await look()
    service.reply = () => records('b', 'a', 'c')
    await look()
    expect(await runsOf(id)).toEqual([record('a'), record('b'), record('c')])
  })

  it('starts one run for all new items together', async () => {
    service.reply = () => records()
    const id = await published(airtable({ runs: 'together' }))
    await sync()
    await look()
    service.reply = () => records('a', 'b')
    await look()
    expect(await runsOf(id)).toEqual([{ items: [record('a'), record('b')] }])
  })

  it('is asked by one process at a time, and what it finds is kept once', async () => {
    service.reply = () => records()
    const id = await published(airtable())
    await sync()
    await look()
    service.reply = () => records('a')
    await test.database.pool.query('update app_triggers set next_at = now()')
    asked.length = 0
    const { signal } = new AbortController()
    await Promise.all(Array.from({ length: 5 }, () => advanceAppTriggers(parts(), signal)))
    await Promise.all([start(), start(), start()])
    expect(asked).toHaveLength(1)
    expect(await runsOf(id)).toEqual([record('a')])
  })

  it('comes back when the service says, and is not called failed', async () => {
    const id = await published(airtable())
    await sync()
    service.reply = () => ({ status: 429, headers: { 'retry-after': '600' }, body: {} })
    await look()
    const { next_at, failures, state } = await row()
    expect([failures, state]).toEqual([0, 'starting'])
    expect(next_at.getTime() - Date.now()).toBeGreaterThan(500_000)
    expect(await runsOf(id)).toEqual([])
  })

  it('waits longer after each problem of the service, and goes on when it is well', async () => {
    service.reply = () => records()
    const id = await published(airtable())
    await sync()
    await look()
    service.reply = () => ({ status: 500, body: {} })
    const pauses: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      await look()
      pauses.push((await row()).next_at.getTime() - Date.now())
    }
    expect(pauses[2]).toBeGreaterThan((pauses[0] ?? 0) * 2)
    expect((await row()).state).toBe('on')
    service.reply = () => records('a')
    await look()
    expect(await runsOf(id)).toEqual([record('a')])
  })

  it('stops when the account is refused again and again, tells its owner, and starts again when asked to', async () => {
    service.reply = () => records()
    const id = await published(airtable())
    await sync()
    await look()
    service.reply = () => ({ status: 401, body: { error: { message: 'Invalid token' } } })
    for (let turn = 0; turn < 3; turn++) await look()
    expect(await row()).toMatchObject({ state: 'stopped', error: expect.stringContaining('Invalid token') })
    const notices = await test.call('GET', '/api/v1/notifications', { as: owner })
    expect(JSON.stringify(notices.body.data)).toContain('The trigger of “Watches” has stopped')
    service.reply = () => records('a')
    const again = await test.call('POST', `/api/v1/workflows/${id}/triggers/app/check`, { as: owner })
    expect(again.body.data.triggers[0].app).toMatchObject({ state: 'on', error: null })
    await look()
    expect(await runsOf(id)).toEqual([record('a')])
    const stranger = { ...(await test.person('seller')), session: 'x' }
    test.know(stranger)
    const foreign = await test.call('POST', `/api/v1/workflows/${id}/triggers/app/check`, { as: stranger })
    expect(foreign.status).toBe(404)
  })

  it('ends with the publication, and begins from the start only when something else is watched', async () => {
    service.reply = () => records('old')
    const id = await published(airtable())
    await sync()
    await look()
    const first = (await row()).id
    const found = await test.call('GET', `/api/v1/workflows/${id}`, { as: owner })
    const change = (config: object, base_revision: number) =>
      test.call('PUT', `/api/v1/workflows/${id}`, {
        as: owner,
        body: { operations: [{ type: 'set_config', node_id: 'start', config }], base_revision },
      })
    await change(airtable({ every_minutes: 30 }), found.body.data.revision)
    await publish(id)
    await sync()
    expect((await row()).id).toBe(first)
    await change(airtable({ input: { base_id: 'app1', table: 'Doctors' } }), found.body.data.revision + 1)
    await publish(id)
    await sync()
    expect((await row()).id).not.toBe(first)
    await test.call('POST', `/api/v1/workflows/${id}/unpublish`, { as: owner })
    await sync()
    expect(await row()).toBeUndefined()
  })

  it('is let be while it is paused or its owner is blocked', async () => {
    service.reply = () => records()
    const id = await published(airtable())
    await sync()
    await look()
    service.reply = () => records('a')
    const pause = (paused: boolean) =>
      test.call('PUT', `/api/v1/workflows/${id}/triggers/app`, { as: owner, body: { paused } })
    await pause(true)
    asked.length = 0
    await look()
    expect(asked).toEqual([])
    await pause(false)
    await test.database.pool.query(`update users set status = 'blocked' where id = $1`, [owner.id])
    await look()
    expect(asked).toEqual([])
    await test.database.pool.query(`update users set status = 'active' where id = $1`, [owner.id])
    await look()
    expect(await runsOf(id)).toEqual([record('a')])
  })

  it('stops when its account is removed', async () => {
    service.reply = () => records()
    await published(airtable())
    await sync()
    await look()
    await test.database.pool.query('delete from credentials where id = $1', [account.airtable])
    await sync()
    expect(await row()).toMatchObject({ state: 'stopped', error: 'The account it used was removed.' })
  })

  it('is any list that an action reads, by what identifies an item', async () => {
    const described = await test.call('GET', '/api/v1/integrations/airtable/triggers/watch.list_bases', { as: owner })
    expect(described.body.data).toMatchObject({ kind: 'polling', identities: expect.arrayContaining(['/id', '/name']) })
    const bases = (...names: string[]): Answer => ({ body: { bases: names.map((name) => ({ id: 'same', name })) } })
    service.reply = () => bases('One')
    const watched = { integration: 'airtable', trigger: 'watch.list_bases', credential: account.airtable }
    const id = await published({ ...watched, identity: '/name' })
    await sync()
    await look()
    service.reply = () => bases('One', 'Two')
    await look()
    expect(await runsOf(id)).toEqual([{ id: 'same', name: 'Two' }])
  })

  it('gives a test item, and says what the app refuses', async () => {
    const path = '/api/v1/integrations/airtable/triggers/new_record/sample'
    const body = { input: { base_id: 'app1', table: 'Patients' }, account: account.airtable }
    service.reply = () => records('a', 'b')
    expect((await test.call('POST', path, { as: owner, body })).body.data).toMatchObject({ output: record('b') })
    service.reply = () => ({ status: 401, body: {} })
    const refused = await test.call('POST', path, { as: owner, body })
    expect(refused.body.data).toMatchObject({ status: 'failed', error: { code: 'app_refused', field: 'account' } })
    const foreign = { ...(await test.person('seller')), session: 'x' }
    test.know(foreign)
    const stolen = await test.call('POST', path, { as: foreign, body })
    expect(stolen.body.data.status).toBe('failed')
  })
})
