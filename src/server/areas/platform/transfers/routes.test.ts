import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transfer, TransferPreview } from '#contract/accounts/transfers.ts'
import type { ActivityEntry } from '#contract/runs/oversight/activity.ts'
import type { RecordEntry } from '#contract/runs/run-records.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent } from '#test/support/paid-agent.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'
import { addThings, deploy, type Place, runOnce, type Stage, setTransferStage } from '#test/support/transfers.ts'

let test: TestApp
let stage: Stage
beforeAll(async () => {
  test = await createTestApp()
  stage = await setTransferStage(test)
})
afterAll(() => test.close())

const thing = (kind: string, id: string) => ({ kind, id })
const offer = (things: object[], more: object = {}, as = stage.giver) =>
  stage.call('POST', '/transfers', as, stage.from, { things, to: stage.to.slug, ...more })
const preview = async (things: object[], more: object = {}, as = stage.giver): Promise<TransferPreview> => {
  const { status, body } = await stage.call('POST', '/transfers/preview', as, stage.from, {
    ...{ things, to: stage.to.slug },
    ...more,
  })
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data
}
const accept = (id: string, as = stage.taker, place: Place = stage.to) =>
  stage.call('POST', `/transfers/${id}/accept`, as, place)
const ownerOf = async (table: string, id: string): Promise<string> =>
  (await stage.sql(`select owner_id from ${table} where id = $1`, [id])).rows[0]?.owner_id ?? ''
const refusals = ({ body }: { body: { errors?: { field: string }[] } }) => body.errors?.map(({ field }) => field)

describe('moving a workflow with its history', () => {
  it('says before what moves, what it uses and what stays', async () => {
    const { base, table, credential, workflow_id } = await addThings(stage, 'preview')
    const service = await deploy(stage, workflow_id)
    await runOnce(stage, { workflow_id }, 'one')
    await runOnce(stage, { service_id: service }, 'two')
    const found = await preview([thing('workflow', workflow_id)])
    expect(found.is_direct).toBe(false)
    expect(found.moves.map(({ kind, id }) => [kind, id])).toEqual([
      ['service', service],
      ['workflow', workflow_id],
    ])
    expect(found.counts).toMatchObject({ versions: 1, runs: 2 })
    expect(found.choices.map(({ kind, id }) => [kind, id])).toEqual([
      ['credential', credential],
      ['data_table', table],
      ['knowledge_base', base],
    ])
    expect(found.refusals).toEqual([])
    const along = await preview([thing('workflow', workflow_id), thing('knowledge_base', base)])
    expect(along.choices.map(({ kind }) => kind)).toEqual(['credential', 'data_table'])
  })

  it('waits for an answer of the other workspace, and then belongs to it alone', async () => {
    const { base, workflow_id } = await addThings(stage, 'offered')
    const service = await deploy(stage, workflow_id)
    const run = await runOnce(stage, { service_id: service }, 'offered run')
    const { status, body } = await offer([thing('workflow', workflow_id), thing('knowledge_base', base)])
    const made: Transfer = body.data
    expect([status, made.status, made.direction]).toEqual([201, 'offered', 'out'])
    expect(await ownerOf('workflows', workflow_id)).toBe(stage.from.id)
    const notices = (await stage.call('GET', '/notifications', stage.taker, stage.to)).body.data.items
    expect(notices[0]).toMatchObject({ kind: 'transfer', href: '/workspace?tab=general' })
    const listed = (await stage.call('GET', '/transfers', stage.taker, stage.to)).body.data.items
    expect(listed[0]).toMatchObject({ id: made.id, direction: 'in', status: 'offered' })

    expect((await accept(made.id)).body.data).toMatchObject({ status: 'done' })
    for (const path of [
      `/workflows/${workflow_id}`,
      `/services/${service}`,
      `/executions/${run}`,
      `/knowledge/${base}`,
    ]) {
      expect([path, (await stage.call('GET', path, stage.taker, stage.to)).status]).toEqual([path, 200])
      for (const as of [stage.giver, stage.builder])
        expect([path, (await stage.call('GET', path, as, stage.from)).status]).toEqual([path, 404])
    }
    const twice = await accept(made.id)
    expect(twice.body.errors?.[0]).toMatchObject({ code: 'transfer_over', message: 'This has moved already.' })
    const { rows } = await stage.sql(
      `select action, target_id from audit_log where details ->> 'transfer' = $1 order by action, target_id`,
      [made.id],
    )
    const of = (action: string) => [stage.from.id, stage.to.id].sort().map((target_id) => ({ action, target_id }))
    expect(rows).toEqual([...of('transfer.accept'), ...of('transfer.offer')])
  })

  it('moves at once for a person with the right in both, also to their own account and back', async () => {
    const { workflow_id } = await addThings(stage, 'direct')
    const { status, body } = await offer([thing('workflow', workflow_id)], {}, stage.both)
    expect([status, body.data?.status]).toEqual([201, 'done'])
    expect(await ownerOf('workflows', workflow_id)).toBe(stage.to.id)
    const things = [thing('workflow', workflow_id)]
    const home = await stage.call('POST', '/transfers', stage.both, stage.to, { things, to: null })
    expect(home.body.data).toMatchObject({ status: 'done', to: { slug: null } })
    expect(await ownerOf('workflows', workflow_id)).toBe(stage.both.id)
    const back = await stage.call('POST', '/transfers', stage.both, null, { things, to: stage.from.slug })
    expect(back.body.data).toMatchObject({ status: 'done' })
    expect(await ownerOf('workflows', workflow_id)).toBe(stage.from.id)
  })

  it('pauses what starts it and ends what others were let into', async () => {
    const { workflow_id } = await addThings(stage, 'pauses')
    const run = await runOnce(stage, { workflow_id }, 'shared')
    const guest = await test.person('seller')
    await stage.sql(`insert into workflow_members (workflow_id, user_id, role) values ($1, $2, 'editor')`, [
      workflow_id,
      guest.id,
    ])
    await stage.sql(`update executions set shared_until = now() + interval '1 day' where id = $1`, [run])
    await stage.sql(
      `insert into workflow_triggers (workflow_id, type, token, config, enabled) values ($1, 'webhook', $2, '{}', true)`,
      [workflow_id, `token${workflow_id.replaceAll('-', '')}`],
    )
    expect((await stage.call('GET', `/workflows/${workflow_id}`, guest, null)).status).toBe(200)
    const { effects } = await preview([thing('workflow', workflow_id)])
    expect(effects).toEqual(
      expect.arrayContaining([
        { effect: 'triggers_paused', count: 1 },
        { effect: 'members_removed', count: 1 },
        { effect: 'links_ended', count: 1 },
      ]),
    )
    await offer([thing('workflow', workflow_id)], {}, stage.both)
    expect((await stage.call('GET', `/workflows/${workflow_id}`, guest, null)).status).toBe(404)
    const { rows } = await stage.sql(
      `select paused_at is not null as paused, (select shared_until from executions where id = $2) as shared
       from workflow_triggers where workflow_id = $1 and type = 'webhook'`,
      [workflow_id, run],
    )
    expect(rows).toEqual([{ paused: true, shared: null }])
  })
})

describe('moving secrets', () => {
  it('asks for a confirmation, and seals them for the new owner', async () => {
    const { credential } = await addThings(stage, 'secret')
    const refused = await offer([thing('credential', credential)], {}, stage.both)
    expect([refused.status, refusals(refused)]).toEqual([400, ['move_secrets']])
    const moved = await offer([thing('credential', credential)], { move_secrets: true }, stage.both)
    expect(moved.body.data).toMatchObject({ status: 'done' })
    const { rows } = await stage.sql('select * from credentials where id = $1', [credential])
    const secret = test.secrets.vault.read(rows[0] as never)
    expect([secret.owner_id, secret.fields.token]).toEqual([stage.to.id, 'a secret of the first workspace'])
    const listed = async (place: Place) =>
      (await stage.call('GET', '/credentials', stage.both, place)).body.data.items.map(({ id }: { id: string }) => id)
    expect(await listed(stage.to)).toContain(credential)
    expect(await listed(stage.from)).not.toContain(credential)
  })
})

it('opens no secret that stayed behind, also where the version was at hand', { timeout: 20_000 }, async () => {
  const { credential } = await addThings(stage, 'behind')
  const document = workflow(
    [node('start', 'manual_trigger'), node('ask', 'http_request', { url: 'https://api.example.com/', credential })],
    wires('start > ask'),
  )
  const made = await stage.call('POST', '/workflows', stage.builder, stage.from, { name: 'Asks', document })
  const { id } = made.body.data
  const codeOf = async (as: Person, place: Place) => {
    const started = await stage.call('POST', '/workflows/execute', as, place, {
      workflow_id: id,
      input: {},
      wait_ms: 5000,
    })
    const run = started.body.data?.execution_id
    return run ? (await test.engine.engine.result(run, 5000)).error?.code : started.body.errors?.[0]?.code
  }
  expect(['credential_not_found', 'credential_missing', 'not_runnable']).not.toContain(
    await codeOf(stage.both, stage.from),
  )
  await offer([thing('workflow', id)], {}, stage.both)
  await expect
    .poll(() => codeOf(stage.taker, stage.to), { timeout: 5000, interval: 700 })
    .toMatch(/credential_not_found|credential_missing|not_runnable/)
})

it('moves nothing where a part of it fails', async () => {
  const { workflow_id, base, credential } = await addThings(stage, 'whole')
  await stage.sql(`update credentials set sealed = '\\x00' where id = $1`, [credential])
  const things = [thing('workflow', workflow_id), thing('knowledge_base', base), thing('credential', credential)]
  const refused = await offer(things, { move_secrets: true }, stage.both)
  expect([refused.status, refusals(refused)]).toEqual([409, ['move_secrets']])
  for (const [table, id] of [
    ['workflows', workflow_id],
    ['knowledge_bases', base],
    ['credentials', credential],
  ] as const)
    expect(await ownerOf(table, id)).toBe(stage.from.id)
  const { rows } = await stage.sql('select from transfers where things @> $1', [JSON.stringify(things.slice(0, 1))])
  expect(rows).toEqual([])
})

it('tells who has the workflow open within five seconds', { timeout: 10_000 }, async () => {
  const { workflow_id } = await addThings(stage, 'open')
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${stage.builder.token}`, 'x-workspace': stage.from.slug }
  const stream = request({ port, path: `/api/v1/workflows/${workflow_id}/live`, headers }).end()
  const [response] = (await once(stream, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await expect.poll(() => text).toContain('"type":"people"')
  await offer([thing('workflow', workflow_id)], {}, stage.both)
  await expect.poll(() => text, { timeout: 5000 }).toContain('"type":"gone"')
  stream.destroy()
})

it('moves a listed agent with its workflow and customers, and leaves what was earned', {
  timeout: 15_000,
}, async () => {
  const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
  const { agent_id, agent_version_id, workflow_version_id } = await insertAgent(
    test.database,
    document,
    {},
    stage.from.id,
  )
  const [made] = (await stage.sql('select workflow_id from workflow_versions where id = $1', [workflow_version_id]))
    .rows
  const buyer = await test.person()
  await giveCredits(test.database, buyer.id, 10_000)
  const run = () => stage.call('POST', '/workflows/execute', buyer, null, { agent_id, input: {}, wait_ms: 8000 })
  const sold = await run()
  expect([sold.body.data?.status, sold.body.errors]).toEqual(['succeeded', undefined])
  const bought = sold.body.data.execution_id
  await stage.sql(
    `insert into charges (execution_id, buyer_id, seller_id, agent_id, agent_version_id, kind, price_paise, trial_key)
     values (gen_random_uuid(), $1, $2, $3, $4, 'trial', 0, 'x')`,
    [buyer.id, stage.from.id, agent_id, agent_version_id],
  )
  const things = [thing('agent', agent_id)]
  expect(refusals(await offer(things, {}, stage.both))).toEqual(['money_open', 'seller_details'])
  await stage.sql(`delete from charges where trial_key = 'x'`)
  await stage.sql(
    `insert into charges (execution_id, buyer_id, seller_id, agent_id, agent_version_id, kind, price_paise, status, accept_days, accept_until, ended_at, split)
     values (gen_random_uuid(), $1, $2, $3, $4, 'credits', 500, 'awaiting', 3, now() + interval '3 days', now(), '{}')`,
    [buyer.id, stage.from.id, agent_id, agent_version_id],
  )
  expect(refusals(await offer(things, {}, stage.both))).toEqual(['money_open', 'seller_details'])
  await stage.sql(`delete from charges where status = 'awaiting'`)
  expect(refusals(await offer(things, {}, stage.both))).toEqual(['seller_details'])
  await giveSellerDetails(test.database.pool, stage.to.id)
  const moved = await offer(things, {}, stage.both)
  expect(moved.body.data.moves.map(({ id }: { id: string }) => id)).toEqual([agent_id, made?.workflow_id])
  const { rows } = await stage.sql(
    `select a.seller_id, w.owner_id, e.owner_id as ran_for, s.seller_id as earned_by from agents a join sales s on s.agent_id = a.id
     join workflows w on w.id = $2 join executions e on e.id = $3 where a.id = $1`,
    [agent_id, made?.workflow_id, bought],
  )
  expect(rows).toEqual([{ seller_id: stage.to.id, owner_id: stage.to.id, ran_for: buyer.id, earned_by: stage.from.id }])
  expect((await stage.call('GET', `/executions/${bought}`, buyer, null)).status).toBe(200)
  // Processes ask who sells it every two seconds.
  const sellers = async () => {
    expect((await run()).body.data?.status).toBe('succeeded')
    const sold = await stage.sql('select distinct seller_id from sales where agent_id = $1', [agent_id])
    return sold.rows.map(({ seller_id }) => seller_id).sort()
  }
  await expect.poll(sellers, { timeout: 5000, interval: 700 }).toEqual([stage.from.id, stage.to.id].sort())
})

describe('a transfer is refused', () => {
  it('by who has no right, with a key, for what isn’t there, to where it is, and to nowhere', async () => {
    const { workflow_id } = await addThings(stage, 'refused')
    const things = [thing('workflow', workflow_id)]
    expect((await offer(things, {}, stage.builder)).status).toBe(403)
    expect((await offer([thing('workflow', stage.from.id)])).status).toBe(404)
    expect(refusals(await offer(things, { to: stage.from.slug }))).toEqual(['to'])
    expect(refusals(await offer(things, { to: 'no-such-workspace' }))).toEqual(['to'])
    const foreign = await stage.call('POST', '/transfers', stage.taker, stage.to, { things, to: stage.from.slug })
    expect(foreign.status).toBe(404)
    const key = await stage.call('POST', '/api-keys', stage.giver, stage.from, { name: 'All', scopes: ['read'] })
    const byKey = await test.call('GET', '/api/v1/transfers', {
      headers: { authorization: `Bearer ${key.body.data.secret}` },
    })
    expect(byKey.status).toBe(403)
  })

  it('while a run hasn’t ended or waits, a batch runs, a name is taken or the plan is full', async () => {
    const { workflow_id, base } = await addThings(stage, 'busy')
    const service = await deploy(stage, workflow_id)
    const run = await runOnce(stage, { workflow_id }, 'busy')
    await stage.sql(`update executions set status = 'waiting', finished_at = null where id = $1`, [run])
    const [batch] = (
      await stage.sql(
        `insert into batches (owner_id, service_id, name, status) values ($1, $2, 'Forty', 'running') returning id`,
        [stage.from.id, service],
      )
    ).rows
    await stage.call('POST', '/knowledge', stage.taker, stage.to, { name: 'letters BUSY' })
    await stage.sql(`update users set role = 'creator_admin' where id = $1`, [stage.to.id])
    for (const one of [1, 2, 3])
      await stage.sql(
        `insert into services (owner_id, agent_id, agent_version_id, name)
         select $1, agent_id, agent_version_id, $3 from services where id = $2`,
        [stage.to.id, service, `Full ${one}`],
      )
    const things = [thing('workflow', workflow_id), thing('knowledge_base', base)]
    const found = await preview(things)
    expect(found.refusals.map(({ code, name }) => [code, name])).toEqual([
      ['batches_open', 'Forty'],
      ['name_taken', 'Letters busy'],
      ['runs_open', null],
      ['plan_limit', 'services'],
    ])
    const refused = await offer(things, {}, stage.both)
    expect([refused.status, refusals(refused)]).toEqual([
      409,
      ['batches_open', 'name_taken', 'runs_open', 'plan_limit'],
    ])
    expect(await ownerOf('workflows', workflow_id)).toBe(stage.from.id)
    await stage.sql(`update executions set status = 'succeeded', finished_at = now() where id = $1`, [run])
    await stage.sql('delete from batches where id = $1', [batch?.id])
    await stage.sql(`delete from services where owner_id = $1 and name like 'Full%'`, [stage.to.id])
    await stage.sql('delete from knowledge_bases where owner_id = $1 and lower(name) = $2', [
      stage.to.id,
      'letters busy',
    ])
    await stage.sql(`update users set role = 'admin' where id = $1`, [stage.to.id])
    expect((await offer(things, {}, stage.both)).body.data).toMatchObject({ status: 'done' })
  })
})

describe('an offer', () => {
  it('holds its things for one offer at a time, and ends by a decline or when it is cancelled', async () => {
    const { workflow_id } = await addThings(stage, 'once')
    const things = [thing('workflow', workflow_id)]
    const first = (await offer(things)).body.data
    expect(refusals(await offer(things))).toEqual(['already_offered'])
    expect((await stage.call('POST', `/transfers/${first.id}/cancel`, stage.taker, stage.to)).status).toBe(404)
    expect((await stage.call('POST', `/transfers/${first.id}/accept`, stage.giver, stage.from)).status).toBe(404)
    const cancelled = await stage.call('POST', `/transfers/${first.id}/cancel`, stage.giver, stage.from)
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled' })
    expect((await accept(first.id)).body.errors[0]).toMatchObject({ message: 'This offer was cancelled.' })
    const second = (await offer(things)).body.data
    const declined = await stage.call('POST', `/transfers/${second.id}/decline`, stage.taker, stage.to)
    expect(declined.body.data).toMatchObject({ status: 'declined' })
    const notices = (await stage.call('GET', '/notifications', stage.giver, stage.from)).body.data.items
    expect(notices[0]).toMatchObject({ kind: 'transfer' })
    expect(await ownerOf('workflows', workflow_id)).toBe(stage.from.id)
  })

  it('is good for seven days, by who may still move it, for the same things, and for its workspace alone', async () => {
    const { workflow_id } = await addThings(stage, 'week')
    const things = [thing('workflow', workflow_id)]
    const { id } = (await offer(things)).body.data
    expect((await accept(id, await test.person(), stage.to)).status).toBe(404)
    await stage.sql(`update transfers set expires_at = now() where id = $1`, [id])
    expect((await accept(id)).body.errors[0]).toMatchObject({ code: 'transfer_over' })
    const listed = (await stage.call('GET', '/transfers', stage.giver, stage.from)).body.data.items
    expect(listed[0]).toMatchObject({ id, status: 'expired' })

    const late = (await offer(things)).body.data.id
    await deploy(stage, workflow_id)
    expect((await accept(late)).body.errors[0]).toMatchObject({ code: 'transfer_changed' })
    await stage.call('POST', `/transfers/${late}/cancel`, stage.giver, stage.from)

    const removed = (await offer(things)).body.data.id
    await stage.sql(`update workspace_members set role = 'builder' where workspace_id = $1 and user_id = $2`, [
      stage.from.id,
      stage.giver.id,
    ])
    expect((await accept(removed)).body.errors[0]).toMatchObject({
      code: 'transfer_over',
      message: 'The person who offered this may no longer move it.',
    })
    await stage.sql(`update workspace_members set role = 'owner' where workspace_id = $1 and user_id = $2`, [
      stage.from.id,
      stage.giver.id,
    ])
    expect((await accept(removed)).body.data).toMatchObject({ status: 'done' })
  })

  it('is accepted once, however many do at the same time', async () => {
    const { workflow_id } = await addThings(stage, 'race')
    const { id } = (await offer([thing('workflow', workflow_id)])).body.data
    const answers = await Promise.all([accept(id), accept(id, stage.both), accept(id), accept(id, stage.both)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })
})

it('moves both ways at the same time without a deadlock, each once', async () => {
  const there = await Promise.all(['a', 'b', 'c'].map((word) => addThings(stage, `there ${word}`)))
  const here = await Promise.all(['a', 'b', 'c'].map((word) => addThings(stage, `here ${word}`)))
  for (const { workflow_id } of here) await offer([thing('workflow', workflow_id)], {}, stage.both)
  const move = (id: string, from: Place, to: Place) =>
    stage.call('POST', '/transfers', stage.both, from, { things: [thing('workflow', id)], to: to.slug })
  const answers = await Promise.all([
    ...there.flatMap(({ workflow_id: id }) => [move(id, stage.from, stage.to), move(id, stage.from, stage.to)]),
    ...here.map(({ workflow_id: id }) => move(id, stage.to, stage.from)),
  ])
  const of = (status: number) => answers.filter((one) => one.status === status).length
  expect([of(201), of(404)]).toEqual([6, 3])
  for (const { workflow_id } of there) expect(await ownerOf('workflows', workflow_id)).toBe(stage.to.id)
  for (const { workflow_id } of here) expect(await ownerOf('workflows', workflow_id)).toBe(stage.from.id)
})

it('is in the records of the runs that moved, and in the activity of both, by whom and between whom', async () => {
  const { workflow_id } = await addThings(stage, 'recorded')
  const run = await runOnce(stage, { workflow_id }, 'recorded run')
  const things = [thing('workflow', workflow_id)]
  const { id } = (await offer(things)).body.data
  expect((await accept(id)).body.data).toMatchObject({ status: 'done' })
  const names = (await stage.sql(`select id, display_name as name from users`)).rows
  const nameOf = (one: string) => names.find((row) => row.id === one)?.name
  const [from, to, giver, taker] = [stage.from, stage.to, stage.giver, stage.taker].map((one) => nameOf(one.id))
  const record = (await stage.call('GET', `/executions/${run}/record`, stage.taker, stage.to)).body.data
  expect(record.state).toBe('intact')
  expect(record.items.at(-1)).toMatchObject({
    kind: 'moved',
    person: taker,
    text: [`Moved the run from ${from} to ${to}.`],
  })

  const told = async (as: Person, place: Place, query: object): Promise<string[]> =>
    (
      await test.call('GET', '/api/v1/activity', { as, headers: { 'x-workspace': place.slug }, query: { ...query } })
    ).body.data.items.map(({ person, text }: ActivityEntry) => `${person}: ${text.slice(0, 2).join(' ')}`)
  const said = [
    `${taker}: Accepted what another account offered. It moved. From ${from} to ${to}.`,
    `${giver}: Offered things to another account. From ${from} to ${to}.`,
  ]
  expect((await told(stage.giver, stage.from, { kind: 'managed' })).slice(0, 2)).toEqual(said)
  expect((await told(stage.taker, stage.to, { kind: 'managed' })).slice(0, 2)).toEqual(said)
  // Who asks about the document finds the transfer that it moved with.
  expect(await told(stage.taker, stage.to, { object: run })).toContain(said[0])
  const home = await stage.call('POST', '/transfers', stage.both, stage.to, { things, to: null })
  expect(home.body.data).toMatchObject({ status: 'done' })
  const mine = (await stage.call('GET', `/executions/${run}/record`, stage.both, null)).body.data
  expect(mine.items.filter(({ kind }: RecordEntry) => kind === 'moved').at(-1).text).toEqual([
    `Moved the run from ${to} to a personal account.`,
  ])
})
