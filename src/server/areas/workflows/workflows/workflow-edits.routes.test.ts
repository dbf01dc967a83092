import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowEvent } from '#contract/workflows/workflow-edits.ts'
import { STREAM_TIMES } from '#server/compose/handler-settings.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { longestTaskDuring } from '#test/support/busy.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let port: number
let owner: Person
let asha: Person
beforeAll(async () => {
  test = await createTestApp({ streamTimes: { ...STREAM_TIMES, check_ms: 20 } })
  owner = await test.person('seller')
  asha = await test.person('seller')
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(() => test.close())

const opened: ClientRequest[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.destroy()
})

const at = (id: string, rest = '') => `/api/v1/workflows/${id}${rest}`
const create = async (as = owner): Promise<string> =>
  (await test.call('POST', '/api/v1/workflows', { as, body: { name: 'Ours', document } })).body.data.id
const emailOf = (person: Person) => `${person.id}@example.com`
async function share(id: string, person: Person, role: 'editor' | 'viewer') {
  const asked = await test.call('POST', at(id, '/members'), { as: owner, body: { email: emailOf(person), role } })
  expect(asked.status).toBe(200)
  expect((await test.call('POST', at(id, '/join'), { as: person })).body.data).toEqual({ role })
}
let edits = 0
const titled = (title: string, more: object = {}) => {
  edits += 1
  const operation = { type: 'set_title', node_id: 'done', title }
  return { edit_id: `e${edits}`, step_id: `s${edits}`, label: `Called it ${title}`, undoes: null, operation, ...more }
}
const send = (id: string, as: Person, base_revision: number, ...list: object[]) =>
  test.call('POST', at(id, '/operations'), { as, body: { base_revision, edits: list } })
const read = async (id: string, as = owner) => (await test.call('GET', at(id), { as })).body.data
const titleOf = async (id: string) => (await read(id)).document.nodes[1].title

async function follow(id: string, as: Person, after?: number) {
  const headers = { authorization: `Bearer ${as.token}` }
  const path = at(id, `/live${after === undefined ? '' : `?after=${after}`}`)
  const stream = request({ port, path, headers }).end()
  opened.push(stream)
  const [response] = (await once(stream, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const events = () =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as WorkflowEvent & { type: string })
  return {
    status: response.statusCode,
    events,
    of: <T extends WorkflowEvent['type']>(type: T) =>
      events().filter((one): one is Extract<WorkflowEvent, { type: T }> => one.type === type),
  }
}

describe('edits', () => {
  it('are applied, kept with who made them, and read on from any revision', async () => {
    const id = await create()
    const { status, body } = await send(id, owner, 0, titled('One'), titled('Two'))
    expect([status, body.data.revision]).toEqual([200, 2])
    expect(await titleOf(id)).toBe('Two')
    const log = await test.call('GET', at(id, '/operations'), { as: owner, query: { after: '1' } })
    expect(log.body.data).toMatchObject({
      revision: 2,
      edits: [
        {
          revision: 2,
          label: 'Called it Two',
          author: { id: owner.id, name: 'Somebody' },
          operation: { title: 'Two' },
          inverse: { title: 'One' },
        },
      ],
    })
  })

  it('made elsewhere than in the editor are in the log, too', async () => {
    const id = await create()
    const operations = [{ type: 'remove_node', node_id: 'done' }]
    await test.call('PUT', at(id), { as: owner, body: { operations, base_revision: 0 } })
    const log = await test.call('GET', at(id, '/operations'), { as: owner, query: { after: '0' } })
    expect(log.body.data.edits).toMatchObject([{ revision: 1, edit_id: null, step_id: 'r1', undoes: null, label: '' }])
  })

  it.each([
    ['an unknown operation', [titled('x', { operation: { type: 'explode' } })], 'edits.0.operation.type'],
    [
      'an operation on nothing',
      [titled('x'), titled('x', { operation: { type: 'remove_node', node_id: 'nobody' } })],
      'edits.1.operation',
    ],
    ['the same edit twice', [titled('x', { edit_id: 'same' }), titled('y', { edit_id: 'same' })], 'edits'],
    ['no edit', [], 'edits'],
    ['an unknown field', [titled('x', { author_id: 'me' })], 'edits.0.author_id'],
  ])('with %s change nothing', async (_case, list, field) => {
    const id = await create()
    const { status, body } = await send(id, owner, 0, ...list)
    expect([status, body.errors[0].field]).toEqual([400, field])
    expect((await read(id)).revision).toBe(0)
  })

  it('are refused when they were sent before', async () => {
    const id = await create()
    const edit = titled('One')
    await send(id, owner, 0, edit)
    expect((await send(id, owner, 0, edit)).status).toBe(409)
    expect((await send(id, owner, 1, edit)).body.errors[0].field).toBe('edits')
    expect((await read(id)).revision).toBe(1)
  })

  it('of two at a time go one after the other: the later one is told and continues from there', async () => {
    const id = await create()
    await share(id, asha, 'editor')
    const writer = async (as: Person) => {
      let base = 0
      for (let made = 0; made < 8; ) {
        const { status, body } = await send(id, as, base, titled(`${as.id.slice(-4)} ${made}`))
        if (status === 200) {
          made += 1
          base = body.data.revision
        } else {
          expect(body.errors[0].code).toBe('stale_revision')
          const log = await test.call('GET', at(id, '/operations'), { as, query: { after: String(base) } })
          base = log.body.data.edits.at(-1).revision
        }
      }
    }
    await Promise.all([writer(owner), writer(asha)])
    const { body } = await test.call('GET', at(id, '/operations'), { as: owner, query: { after: '0' } })
    expect(body.data.edits.map((one: { revision: number }) => one.revision)).toEqual(
      [...Array(16).keys()].map((n) => n + 1),
    )
    for (const author of [owner.id, asha.id])
      expect(body.data.edits.filter((one: { author: { id: string } }) => one.author.id === author)).toHaveLength(8)
  })
})

describe('the history', () => {
  const labels = async (id: string, as: Person) => {
    const { body } = await test.call('GET', at(id, '/history'), { as })
    const names = (list: { label: string }[]) => list.map(({ label }) => label)
    return { undo: names(body.data.undo), redo: names(body.data.redo) }
  }

  it('holds one’s own steps, newest first, and moves what is taken back to the other side', async () => {
    const id = await create()
    await share(id, asha, 'editor')
    const typed = { step_id: 'typed', label: 'Typed' }
    await send(id, owner, 0, titled('A', typed), titled('Ab', typed), titled('B', { step_id: 'b', label: 'B' }))
    await send(id, asha, 3, titled('C', { label: 'C' }))
    expect(await labels(id, owner)).toEqual({ undo: ['B', 'Typed'], redo: [] })
    expect(await labels(id, asha)).toEqual({ undo: ['C'], redo: [] })
    await send(id, owner, 4, titled('Ab', { step_id: 'u', undoes: 'b', label: 'B' }))
    expect(await labels(id, owner)).toEqual({ undo: ['Typed'], redo: ['B'] })
    await send(id, owner, 5, titled('B', { step_id: 'v', undoes: 'u', label: 'B' }))
    expect(await labels(id, owner)).toEqual({ undo: ['B', 'Typed'], redo: [] })
  })

  it('does not let anybody take back the step of another', async () => {
    const id = await create()
    await share(id, asha, 'editor')
    await send(id, owner, 0, titled('A', { step_id: 'of the owner' }))
    const { status, body } = await send(id, asha, 1, titled('x', { undoes: 'of the owner' }))
    expect([status, body.errors[0].field]).toEqual([400, 'edits.0.undoes'])
  })
})

describe('the live stream', () => {
  it('brings the edits of others, after the last one seen and as they come', async () => {
    const id = await create()
    await share(id, asha, 'editor')
    await send(id, owner, 0, titled('One'), titled('Two'))
    const stream = await follow(id, asha, 1)
    await expect.poll(() => stream.of('edits')).toHaveLength(1)
    expect(stream.of('access')[0]).toMatchObject({ role: 'editor', update: { allowed: true }, name: 'Ours' })
    await send(id, owner, 2, titled('Three'))
    await expect.poll(() => stream.of('edits').map(({ seq }) => seq)).toEqual([2, 3])
  })

  it('says who is here, where, and when they leave', async () => {
    const id = await create()
    await share(id, asha, 'viewer')
    const stream = await follow(id, owner)
    await expect.poll(() => stream.of('people')).toHaveLength(1)
    const place = { client: 'page', selected: ['done'], open: null, cursor: { x: 1, y: 2 } }
    await test.call('POST', at(id, '/presence'), { as: asha, body: place })
    await expect
      .poll(() => stream.of('people').at(-1)?.people)
      .toMatchObject([{ user_id: asha.id, name: 'X', selected: ['done'], cursor: { x: 1, y: 2 } }])
    await test.call('POST', at(id, '/presence'), { as: asha, body: { ...place, leaving: true } })
    await expect.poll(() => stream.of('people').at(-1)?.people).toEqual([])
  })

  it('says when a person has commented, to listeners with access', async () => {
    const id = await create()
    const stream = await follow(id, owner)
    await expect.poll(() => stream.of('access')).toHaveLength(1)
    const before = stream.of('comments').length
    await test.call('POST', at(id, '/comments'), { as: owner, body: { text: 'Look' } })
    await expect.poll(() => stream.of('comments').length).toBeGreaterThan(before)
  })

  it('tells a role that is lowered, a new name, and the end', async () => {
    const id = await create()
    await share(id, asha, 'editor')
    const stream = await follow(id, asha)
    await expect.poll(() => stream.of('access')).toHaveLength(1)
    await test.call('PUT', at(id, `/members/${asha.id}`), { as: owner, body: { role: 'viewer' } })
    await expect
      .poll(() => stream.of('access').at(-1))
      .toMatchObject({ role: 'viewer', update: { allowed: false, reason: expect.any(String) } })
    expect((await send(id, asha, 0, titled('late'))).status).toBe(403)
    await test.call('PUT', at(id), { as: owner, body: { name: 'Renamed', base_revision: 0 } })
    await expect.poll(() => stream.of('access').at(-1)?.name).toBe('Renamed')
    await test.call('DELETE', at(id, `/members/${asha.id}`), { as: owner })
    await expect.poll(() => stream.of('gone')).toMatchObject([{ reason: 'It’s no longer shared with you.' }])
  })

  it('is closed to strangers', async () => {
    const id = await create()
    expect((await follow(id, asha)).status).toBe(404)
    const place = { client: 'page', selected: [], open: null, cursor: null }
    expect((await test.call('POST', at(id, '/presence'), { as: asha, body: place })).status).toBe(404)
  })
})

describe('members', () => {
  it('read as viewers, change and run as editors, and only the owner shares', async () => {
    const id = await create()
    expect((await test.call('GET', at(id), { as: asha })).status).toBe(404)
    await share(id, asha, 'viewer')
    expect(await read(id, asha)).toMatchObject({
      role: 'viewer',
      abilities: { update: { allowed: false }, run: { allowed: false }, share: { allowed: false } },
    })
    const run = () =>
      test.call('POST', '/api/v1/workflows/execute', { as: asha, body: { workflow_id: id, input: {}, wait_ms: 5000 } })
    expect((await run()).status).toBe(403)
    expect((await send(id, asha, 0, titled('x'))).status).toBe(403)
    await test.call('PUT', at(id, `/members/${asha.id}`), { as: owner, body: { role: 'editor' } })
    expect((await send(id, asha, 0, titled('x'))).status).toBe(200)
    expect((await run()).body.data.status).toBe('succeeded')
    for (const [method, rest, body] of [
      ['POST', '/members', { email: 'a@example.com', role: 'viewer' }],
      ['PUT', `/members/${asha.id}`, { role: 'viewer' }],
      ['DELETE', `/members/${owner.id}`, undefined],
      ['DELETE', `/invitations/${asha.id}`, undefined],
    ] as const)
      expect((await test.call(method, at(id, rest), { as: asha, body })).status).toBe(403)
  })

  it('look whatever their role: who may not build follows, speaks and leaves, and changes nothing', async () => {
    const id = await create()
    const basic = await test.person('basic_user')
    expect((await test.call('GET', `/api/v1/workflows/${id}`, { as: basic })).status).toBe(404)
    await test.call('POST', at(id, '/members'), { as: owner, body: { email: emailOf(basic), role: 'editor' } })
    expect((await test.call('POST', at(id, '/join'), { as: basic })).body.data).toEqual({ role: 'viewer' })
    const { body } = await test.call('GET', `/api/v1/workflows/${id}`, { as: basic })
    expect(body.data).toMatchObject({ role: 'viewer', abilities: { update: { allowed: false } } })
    const shared = await test.call('GET', '/api/v1/workflows/shared', { as: basic })
    expect(shared.body.data.items).toMatchObject([{ id, joined: true }])
    for (const rest of ['/members', '/versions', '/comments', '/operations?after=0', '/history', '/pins', '/estimate'])
      expect([rest, (await test.call('GET', at(id, rest), { as: basic })).status]).toEqual([rest, 200])
    const said = await test.call('POST', at(id, '/comments'), { as: basic, body: { text: 'I see' } })
    expect(said.status).toBe(201)
    expect((await send(id, basic, 0, titled('x'))).status).toBe(403)
    for (const [method, rest, sent] of [
      ['POST', '/publish', {}],
      ['POST', '/test-run', { mode: 'all' }],
      ['PUT', '/pins/done', { output: {} }],
      ['POST', '/members', { email: 'a@example.com', role: 'viewer' }],
    ] as const)
      expect([rest, (await test.call(method, at(id, rest), { as: basic, body: sent })).status]).toEqual([rest, 403])
    expect((await test.call('DELETE', at(id, `/members/${basic.id}`), { as: basic })).status).toBe(200)
    expect((await test.call('GET', `/api/v1/workflows/${id}`, { as: basic })).status).toBe(404)
  })

  it('are asked without telling whether there is such an account', async () => {
    const id = await create()
    const ask = async (email: string) => {
      const { status, body } = await test.call('POST', at(id, '/members'), {
        as: owner,
        body: { email, role: 'editor' },
      })
      const { id: _, at: __, ...told } = body.data.invitations.at(-1)
      return { status, told: { ...told, email: '' } }
    }
    expect(await ask(emailOf(asha))).toEqual(await ask('nobody@example.com'))
    expect((await test.call('GET', at(id, '/members'), { as: owner })).body.data.members).toHaveLength(1)
    const notices = await test.call('GET', '/api/v1/notifications', { as: asha })
    expect(notices.body.data.items[0]).toMatchObject({
      kind: 'workflow_shared',
      title: 'X asks you to work on “Ours”',
      href: `/my-workflows/${id}?join=1`,
    })
    const shared = await test.call('GET', '/api/v1/workflows/shared', { as: asha })
    expect(shared.body.data.items.find((one: { id: string }) => one.id === id)).toMatchObject({ joined: false })
  })

  it('join only where they were asked; an account made later is not let in', async () => {
    const id = await create()
    expect((await test.call('POST', at(id, '/join'), { as: asha })).status).toBe(404)
    const later = { ...asha, email: 'later@example.com' }
    await test.call('POST', at(id, '/members'), { as: owner, body: { email: later.email, role: 'editor' } })
    const newcomer = await test.person('seller')
    await test.database.pool.query('update users set email = $2 where id = $1', [newcomer.id, later.email])
    expect((await test.call('POST', at(id, '/join'), { as: newcomer })).status).toBe(404)
  })

  it('join once although they were asked under their old and their new address, with the role that allows more', async () => {
    const id = await create()
    const person = await test.person('seller')
    const ask = async (email: string, role: string) => {
      await test.database.pool.query('update users set email = $2 where id = $1', [person.id, email])
      await test.call('POST', at(id, '/members'), { as: owner, body: { email, role } })
    }
    await ask(`${person.id}@old.example.com`, 'editor')
    await ask(`${person.id}@new.example.com`, 'viewer')
    const shared = await test.call('GET', '/api/v1/workflows/shared', { as: person })
    expect(shared.body.data.items).toMatchObject([{ id, role: 'editor' }])
    expect((await test.call('POST', at(id, '/join'), { as: person })).status).toBe(200)
    expect(await read(id, person)).toMatchObject({ role: 'editor' })
    const { members, invitations } = (await test.call('GET', at(id, '/members'), { as: owner })).body.data
    expect([members.length, invitations.length]).toEqual([2, 0])
  })

  it('leave on their own, see no addresses, and are not asked twice', async () => {
    const id = await create()
    await share(id, asha, 'viewer')
    const seen = (await test.call('GET', at(id, '/members'), { as: asha })).body.data
    expect(seen.members.map((one: { email: unknown }) => one.email)).toEqual([null, null])
    expect(seen.invitations).toEqual([])
    const again = await test.call('POST', at(id, '/members'), {
      as: owner,
      body: { email: emailOf(asha), role: 'editor' },
    })
    expect(again.body.errors[0].code).toBe('already_exists')
    expect((await test.call('DELETE', at(id, `/members/${owner.id}`), { as: owner })).status).toBe(403)
    expect((await test.call('DELETE', at(id, `/members/${asha.id}`), { as: asha })).status).toBe(200)
    expect((await test.call('GET', at(id), { as: asha })).status).toBe(404)
  })

  it('cannot name credentials of their own in the workflow of another', async () => {
    const id = await create()
    await share(id, asha, 'editor')
    const body = { type: 'bearer', name: 'Mine', fields: { token: 'x', hosts: 'api.example.com' } }
    const made = await test.call('POST', '/api/v1/credentials', { as: asha, body })
    const operation = { type: 'set_config', node_id: 'done', config: { credential: made.body.data.credential.id } }
    const { status, body: answer } = await send(id, asha, 0, titled('x', { operation }))
    expect([status, answer.errors[0].code]).toEqual([400, 'foreign_credential'])
  })
})

it('nobody waits while very many renames in a large workflow are applied', async () => {
  const reading = (n: number) => set(`n${n}`, { v: '{{ $nodes.n0.ok }} '.repeat(5) })
  const large = workflow([node('start', 'manual_trigger'), ...Array.from({ length: 900 }, (_, n) => reading(n))], [])
  const made = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Large', document: large } })
  const rename = (node_id: string, new_id: string) => ({ type: 'rename', node_id, new_id })
  const there = Array.from({ length: 40 }, (_, n) => (n % 2 ? rename('m0', 'n0') : rename('n0', 'm0')))
  let status = 0
  const longest = await longestTaskDuring(async () => {
    const edit = titled('', { operation: { type: 'batch', operations: there } })
    status = (await send(made.body.data.id, owner, 0, edit)).status
  })
  expect(status).toBe(200)
  expect(longest).toBeLessThan(200)
})

it('nobody waits while a large workflow with nothing but expressions is saved and read', async () => {
  const text = (n: number) => `{{ ${'($input.a + 1) * '.repeat(50)}${n} }}`
  const nodes = Array.from({ length: 900 }, (_, n) => set(`n${n}`, { v: text(n) }))
  const large = workflow([node('start', 'manual_trigger'), ...nodes], [])
  let status = 0
  const longest = await longestTaskDuring(async () => {
    status = (await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Long', document: large } }))
      .status
  })
  expect(status).toBe(201)
  expect(longest).toBeLessThan(250)
})
