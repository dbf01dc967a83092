import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EDITS } from '#contract/workflows/edit-limits.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, workflow } from '#test/support/engine.ts'

let test: TestApp
let owner: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

const at = (id: string, rest: string) => `/api/v1/workflows/${id}${rest}`
async function create(document: object): Promise<string> {
  const { status, body } = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Ours', document } })
  expect(status).toBe(201)
  return body.data.id
}
let count = 0
const edit = (operation: Operation) => {
  count += 1
  return { edit_id: `e${count}`, step_id: `s${count}`, label: 'Changed', undoes: null, operation }
}
const send = (id: string, base_revision: number, operations: Operation[]) =>
  test.call('POST', at(id, '/operations'), { as: owner, body: { base_revision, edits: operations.map(edit) } })
const read = async (id: string, after: number) => {
  const { body } = await test.call('GET', at(id, '/operations'), { as: owner, query: { after: String(after) } })
  return body.data as { revision: number; edits: { revision: number; operation: Operation; inverse: Operation }[] }
}

/** Nodes with settings that already speak of names that none of them has: renaming one to such a name is taken back with all of them. */
const GHOSTS = 20
const SPELL = `{{ ${Array.from({ length: GHOSTS }, (_, n) => `$nodes.ghost${n}.x`).join(' & ')} }}${'x'.repeat(350_000)}`
const haunted = () => {
  const named = Array.from({ length: GHOSTS }, (_, n) => node(`n${n}`, 'stop'))
  return workflow([...named, node('long', 'template', { text: SPELL })], [])
}
const rename = (n: number): Step => ({ type: 'rename', node_id: `n${n}`, new_id: `ghost${n}` })
const RENAMES = Array.from({ length: GHOSTS }, (_, n) => rename(n))

describe('what takes edits back', () => {
  it('is kept in no more room than what they removed, however many groups a node was in', async () => {
    const names = Array.from({ length: 1000 }, (_, n) => `n${n}_${'x'.repeat(20)}`)
    const groups = Array.from({ length: 19 }, (_, n) => ({ id: `g${n}`, title: 'G', nodes: names }))
    const document = {
      ...workflow(
        names.map((name) => node(name, 'stop')),
        [],
      ),
      groups,
    }
    const id = await create(document)
    const removals = names.slice(0, EDITS.at_once).map((node_id): Operation => ({ type: 'remove_node', node_id }))
    expect((await send(id, 0, removals)).status).toBe(200)
    const kept = await test.database.pool.query(
      'select sum(octet_length(inverse::text))::int as bytes from workflow_operations where workflow_id = $1',
      [id],
    )
    expect(kept.rows[0].bytes).toBeLessThan(JSON.stringify(document).length)
    const log = await read(id, 0)
    expect((await send(id, log.revision, log.edits.map(({ inverse }) => inverse).toReversed())).status).toBe(200)
    const { body } = await test.call('GET', at(id, ''), { as: owner })
    expect(body.data.document).toEqual(document)
  })

  it.each([
    ['each for itself', RENAMES, /^edits\.\d+\.operation$/],
    ['in one batch', [{ type: 'batch', operations: RENAMES } as Operation], /^edits\.0\.operation$/],
  ])(
    'is bounded for one request, which is refused with a named error and changes nothing: %s',
    async (_case, operations, field) => {
      const id = await create(haunted())
      const { status, body } = await send(id, 0, operations)
      expect([status, body.errors[0].message]).toEqual([
        400,
        'These edits change too much at once. Send fewer at a time.',
      ])
      expect(body.errors[0].field).toMatch(field)
      expect((await read(id, 0)).revision).toBe(0)
    },
  )
})

describe('a log of large edits', () => {
  const LARGE = 8
  /** Eight edits of 800 kB each with what takes them back, and one that is larger than a page. */
  let id: string
  beforeAll(async () => {
    id = await create(haunted())
    for (let n = 0; n < LARGE; n++) {
      const config = { text: `${n}${'y'.repeat(400_000)}` }
      expect((await send(id, n, [{ type: 'set_config', node_id: 'long', config }])).status).toBe(200)
    }
    expect((await send(id, LARGE, [{ type: 'set_config', node_id: 'long', config: { text: SPELL } }])).status).toBe(200)
    expect((await send(id, LARGE + 1, [{ type: 'batch', operations: RENAMES.slice(0, 8) }])).status).toBe(200)
  })
  const ALL = Array.from({ length: LARGE + 2 }, (_, n) => n + 1)
  const bytesOf = (edits: unknown) => Buffer.byteLength(JSON.stringify(edits))

  it('comes in pages of at most some MB, which together are all of it', async () => {
    const pages = []
    for (let after = 0, end = 1; after < end; ) {
      const { revision, edits } = await read(id, after)
      pages.push(edits)
      end = revision
      after = edits.at(-1)?.revision ?? revision
    }
    expect(pages.flat().map(({ revision }) => revision)).toEqual(ALL)
    for (const page of pages.filter(({ length }) => length > 1))
      expect(bytesOf(page)).toBeLessThan(EDITS.page_bytes * 1.1)
    expect(pages.at(-1)?.map((one) => bytesOf(one.inverse) > EDITS.page_bytes)).toEqual([true])
  })

  it('reaches who follows the workflow whole, in events of at most some MB', async () => {
    const { port } = test.app.server.address() as AddressInfo
    const headers = { authorization: `Bearer ${owner.token}` }
    const stream = request({ port, path: at(id, '/live?after=0'), headers }).end()
    const [response] = (await once(stream, 'response')) as [IncomingMessage]
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    const events = () =>
      text
        .split('\n\n')
        .slice(0, -1)
        .flatMap((event) => /^event: edits\ndata: (.*)$/m.exec(event)?.[1] ?? [])
        .map((json) => JSON.parse(json) as { edits: { revision: number }[] })
    await expect.poll(() => events().flatMap(({ edits }) => edits.map(({ revision }) => revision))).toEqual(ALL)
    for (const { edits } of events().filter((one) => one.edits.length > 1))
      expect(bytesOf(edits)).toBeLessThan(EDITS.page_bytes * 1.1)
    stream.destroy()
  })
})
