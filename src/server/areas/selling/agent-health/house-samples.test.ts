/** The samples of the house's agents: run once for each version by the real engine, whatever stops it half-way. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json, UserId } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { HOUSE_SELLER } from '#server/areas/accounts/users/house-seller.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { type HouseSamples, runHouseSamples } from './house-samples.ts'

const echo = workflow(
  [
    node('ask', 'input_form', { fields: [{ name: 'text' }, { name: 'file', type: 'file' }] }),
    node('end', 'effect', { does: 'say' }),
  ],
  wires('ask > end'),
)
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
const never = new AbortController().signal

let test: TestApp
let house: UserId
let says: Json
let starts: number
let warned: object[]
let deps: HouseSamples
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      say: ({ input }) => {
        if (says === 'fail') throw new Error('broken on purpose')
        return output((says === 'echo' ? input : says) as Json)
      },
    },
  })
  const { rows } = await test.database.pool.query(
    `insert into users (firebase_uid, email, display_name, role) values ($1, $2, $3, 'seller') returning id`,
    [HOUSE_SELLER.firebase_uid, HOUSE_SELLER.email, HOUSE_SELLER.display_name],
  )
  house = rows[0].id
})
afterAll(() => test.close())
beforeEach(async () => {
  says = 'echo'
  starts = 0
  warned = []
  const { engine } = test.engine
  deps = {
    db: test.database.db,
    engine: {
      start: (request) => {
        starts++
        return engine.start(request)
      },
      result: (id, ms) => engine.result(id, ms),
    },
    files: createFilePort({ db: test.database.db, files: test.files }),
    readPublic: async (path) => (path === '/samples/note.pdf' ? PDF : null),
    log: { warn: (detail) => warned.push(detail) },
  }
  // What another test left waiting is not this one's.
  await test.database.pool.query(`update agents set status = 'archived' where seller_id = $1`, [house])
})

const samples = [
  { title: 'A text', input: { text: 'Fever' } },
  { title: 'A note', input: { text: 'x' }, file: { field: 'file', url: '/samples/note.pdf' } },
]
const add = (of: object[] = samples) =>
  addAgent(test.database.pool, house, echo, { samples: of as never, input_schema: {} })
const recorded = async (agent: { slug: string }) =>
  (await test.call('GET', `/api/v1/agents/${agent.slug}/sample-runs`)).body.data
const one = async (agent: { slug: string }, number: number) =>
  (await test.call('GET', `/api/v1/agents/${agent.slug}/sample-runs/${number}`)).body.data

describe('samples of the house', () => {
  it('are run once each and shown publicly, with their document', async () => {
    const agent = await add()
    expect((await recorded(agent)).items).toEqual([])
    await runHouseSamples(deps, never)
    expect(await recorded(agent)).toMatchObject({
      version: 1,
      price: { type: 'free', paise: 0 },
      items: [
        { position: 0, title: 'A text', input: { text: 'Fever' }, document: null, model_micros: 0 },
        { position: 1, title: 'A note', document: 'note.pdf' },
      ],
    })
    const { output: given } = await one(agent, 1)
    expect(given.file).toMatchObject({ name: 'note.pdf', mime: 'application/pdf' })
    const of = `/api/v1/agents/${agent.slug}/sample-documents/${given.file.file_id}`
    expect((await test.call('GET', `${of}/text`)).body.data.text).toBe('A page.')
    expect((await test.call('GET', `${of}/pages/1`)).headers['content-type']).toBe('image/png')
    // The file itself stays the house's.
    expect((await test.call('GET', `/api/v1/files/${given.file.file_id}/text`)).status).toBe(404)
    await runHouseSamples(deps, never)
    expect([starts, warned]).toEqual([2, []])
  })

  it('open the page of their agent with the document that the first one read, kept by the browser', async () => {
    const shown = async (agent: { slug: string }) => (await test.call('GET', `/api/v1/agents/${agent.slug}`)).body.data
    const [text, note] = [await add(), await add([...samples].reverse())]
    expect((await shown(note)).sample_document).toBeNull()
    await runHouseSamples(deps, never)
    expect((await shown(text)).sample_document).toBeNull()
    const { sample_document } = await shown(note)
    const picture = `/api/v1/agents/${note.slug}/sample-documents/${sample_document}/pages/1`
    expect((await test.call('GET', picture)).headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=3600',
    })
  })

  it('tell how long the first takes by its last daily check: the first start of a server makes everything slow', async () => {
    const agent = await add()
    await runHouseSamples(deps, never)
    const times = async () => (await recorded(agent)).items.map(({ ms }: { ms: number }) => ms)
    const [first, second] = await times()
    const checked = (state: string) =>
      test.database.pool.query(
        `insert into agent_checks (agent_id, version_id, checked_at, state, ms, high, medium, low, intact)
         values ($1, $2, now(), $3, 123456, 0, 0, 0, true) on conflict (agent_id) do update set state = excluded.state`,
        [agent.id, agent.version_id, state],
      )
    await checked('failed')
    expect(await times()).toEqual([first, second])
    await checked('passed')
    expect(await times()).toEqual([123_456, second])
    expect((await one(agent, 0)).ms).toBe(123_456)
  })

  it('are begun once by two processes at the same time', async () => {
    const agent = await add([{ title: 'Both', input: { text: 'two' } }])
    await Promise.all([runHouseSamples(deps, never), runHouseSamples(deps, never)])
    await runHouseSamples(deps, never)
    expect((await recorded(agent)).items).toHaveLength(1)
    const { rows } = await test.database.pool.query(
      `select count(*)::int as count from executions where owner_id = $1 and input ->> 'text' = 'two'`,
      [house],
    )
    expect(rows[0].count).toBe(1)
  })

  it('are recorded by the next process when one ended after the run', async () => {
    const agent = await add([{ title: 'Half', input: { text: 'half-way' } }])
    const stopped = new AbortController()
    const { result } = deps.engine
    const dies: HouseSamples = {
      ...deps,
      engine: {
        ...deps.engine,
        result: async (id, ms) => {
          await result(id, ms)
          throw new Error('killed')
        },
      },
    }
    await expect(runHouseSamples(dies, stopped.signal)).rejects.toThrow('killed')
    expect((await recorded(agent)).items).toEqual([])
    await runHouseSamples(deps, never)
    expect([(await recorded(agent)).items.length, starts]).toEqual([1, 1])
  })

  it.each([
    ['fails', 'fail'],
    ['gives nothing', ''],
  ])('stay away when one %s, and are tried again after a day', async (_what, said) => {
    says = said
    const agent = await add([{ title: 'Bad', input: { text: `bad ${said}` } }])
    await runHouseSamples(deps, never)
    await runHouseSamples(deps, never)
    expect([(await recorded(agent)).items, starts, warned.length]).toEqual([[], 1, 1])
    await test.database.pool.query(`update agent_sample_runs set created_at = now() - interval '25 hours'`)
    says = 'better'
    await runHouseSamples(deps, never)
    expect([await one(agent, 0), starts]).toMatchObject([{ output: 'better' }, 2])
  })

  it('whose document is not there are told of, and keep nobody else waiting', async () => {
    const missing = await add([
      { title: 'Removed', input: {}, file: { field: 'file', url: '/samples/gone.pdf' } } as never,
    ])
    const other = await add([{ title: 'There', input: { text: 'there' } }])
    await runHouseSamples(deps, never)
    expect([(await recorded(missing)).items, (await recorded(other)).items.length, warned.length]).toEqual([[], 1, 1])
  })

  it('never change once they are recorded', async () => {
    const agent = await add([{ title: 'Kept', input: { text: 'kept' } }])
    await runHouseSamples(deps, never)
    await expect(
      test.database.pool.query(`update agent_version_runs set ms = 1 where agent_version_id = $1`, [agent.version_id]),
    ).rejects.toThrow('never changed')
  })
})
