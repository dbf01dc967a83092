/**
 * Random things that refer to one another at random move between three accounts at random. Afterwards each is where its last move put it,
 * its people alone reach it, and no reference that has to stay inside one account crosses.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransferKind } from '#contract/accounts/transfer-values.ts'
import type { NamedThing, TransferPreview } from '#contract/accounts/transfers.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { LAMPS } from '#test/support/lamps.ts'
import { type Place, type Stage, setTransferStage } from '#test/support/transfers.ts'

/** How many moves: more for a long trial. */
const MOVES = Number(process.env.TRANSFER_MOVES ?? 40)
const SEED = Number(process.env.TRANSFER_SEED ?? 7)

let state = SEED
/** Park–Miller, so that a seed gives the same moves again. */
const random = (most: number): number => {
  state = (state * 48_271) % 2_147_483_647
  return state % most
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
const some = <T>(list: readonly T[], most: number): T[] =>
  list.length === 0 ? [] : Array.from({ length: random(most + 1) }, () => pick(list))

let test: TestApp
let stage: Stage
let accounts: { id: string; place: Place | null }[] = []
beforeAll(async () => {
  test = await createTestApp({ requestsPerMinute: () => 1_000_000 })
  stage = await setTransferStage(test)
  await stage.sql(`update users set role = 'admin' where id = $1`, [stage.both.id])
  accounts = [
    { id: stage.from.id, place: stage.from },
    { id: stage.to.id, place: stage.to },
    { id: stage.both.id, place: null },
  ]
})
afterAll(() => test.close())

interface Chosen {
  kind: TransferKind
  id: string
}
interface Thing extends Chosen {
  kind: Exclude<TransferKind, 'agent'>
  owner: string
}
const things: Thing[] = []

async function upload(place: Place | null, text: string): Promise<string> {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`
  const { body } = await test.call('POST', '/api/v1/files', {
    as: stage.both,
    payload: `${head}${text}\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...(place && { 'x-workspace': place.slug }) },
  })
  return body.data.id
}

async function make(
  kind: Thing['kind'],
  account: (typeof accounts)[number],
  path: string,
  body: object,
): Promise<string> {
  const { status, body: answer } = await stage.call('POST', path, stage.both, account.place, body)
  expect([path, status, answer.errors]).toEqual([path, 201, undefined])
  // Apps are called `api-` and their id.
  const id = (answer.data.credential ?? answer.data.integration ?? answer.data).id.replace(/^api-/, '')
  things.push({ kind, id, owner: account.id })
  return id
}

/** What several workflows share, each with the id by which they name it: a skill by its revision. */
async function fillShared(account: (typeof accounts)[number], name: string, credential: string): Promise<string[]> {
  const { sql } = stage
  const model = await make('model', account, '/models', {
    ...{ name: `Model ${name}`, provider: 'custom', base_url: 'https://models.example.com/v1', model: 'small' },
    api_key: 'sk-long-enough',
  })
  const text = `---\nname: skill-${name}\ndescription: How to write.\n---\n\nBriefly.\n`
  const skill = await make('skill', account, '/skills', { text })
  const app = await make('imported_app', account, '/integrations', { document: LAMPS, name: `App ${name}` })
  const server = await sql(
    `insert into mcp_servers (owner_id, name, url, sign_in, credential_id)
     values ($1, $2, 'https://mcp.example.com', 'headers', $3) returning id`,
    [account.id, `Server ${name}`, credential],
  )
  const mcp_server: string = server.rows[0]?.id ?? ''
  things.push({ kind: 'mcp_server', id: mcp_server, owner: account.id })
  const revision = await sql('select id from skill_revisions where skill_id = $1', [skill])
  return [model, app, mcp_server, revision.rows[0]?.id ?? '']
}

/** Two bases, tables, credentials, what workflows share, and five workflows with runs, chats and services. */
async function fill(account: (typeof accounts)[number], name: string): Promise<void> {
  const { place, id: owner } = account
  const { call, sql, both } = stage
  const files = [await upload(place, `${name} one`), await upload(place, `${name} two`)]
  const bases: string[] = []
  const tables: string[] = []
  const credentials: string[] = []
  for (const number of [1, 2]) {
    bases.push(await make('knowledge_base', account, '/knowledge', { name: `Base ${name} ${number}` }))
    const columns = [{ name: 'text', type: 'text' }]
    tables.push(await make('data_table', account, '/data-tables', { name: `Table ${name} ${number}`, columns }))
    const fields = { token: 'a long enough secret', hosts: 'api.example.com' }
    credentials.push(
      await make('credential', account, '/credentials', { type: 'bearer', name: `Key ${name} ${number}`, fields }),
    )
  }
  for (const base of bases) {
    await sql(
      `insert into knowledge_documents (base_id, name, mime, bytes, status, file_id, sha256) values ($1, 'A', 'text/plain', 1, 'ready', $2, 'x')`,
      [base, await upload(place, `${name} of ${base}`)],
    )
    await sql(
      `insert into knowledge_sources (base_id, kind, credential_id, place, name, sync_every, document_limit, byte_limit)
       values ($1, 'google_drive', $2, 'p', 'Drive', 'never', 10, 1000)`,
      [base, pick(credentials)],
    )
  }
  const shared = [
    ...(await fillShared(account, `${name}-1`, pick(credentials))),
    ...(await fillShared(account, `${name}-2`, pick(credentials))),
  ]
  const workflows: string[] = []
  for (const number of [1, 2, 3, 4, 5]) {
    const used = [
      ...[...some(bases, 2), ...some(tables, 2), ...some(credentials, 2), ...some(workflows, 1), ...some(shared, 2)],
    ]
    const document = workflow(
      [node('start', 'manual_trigger'), set('done', { used, file: pick(files) })],
      wires('start > done'),
    )
    const id = await make('workflow', account, '/workflows', { name: `Flow ${name} ${number}`, document })
    workflows.push(id)
    const targets: object[] = [{ workflow_id: id }]
    if (random(2) === 0) {
      const { revision } = (await call('GET', `/workflows/${id}`, both, place)).body.data
      await call('POST', `/workflows/${id}/publish`, both, place, { base_revision: revision })
      const service = await make('service', account, `/workflows/${id}/services`, {})
      targets.push({ service_id: service })
      await sql(`insert into batches (owner_id, service_id, name, status) values ($1, $2, 'B', 'finished')`, [
        owner,
        service,
      ])
    }
    for (const target of targets) {
      const input = { text: pick(files) }
      await call('POST', '/workflows/execute', both, place, { ...target, input, wait_ms: 8000 })
    }
    await sql(`insert into conversations (owner_id, workflow_id, channel) values ($1, $2, 'builder')`, [owner, id])
    await sql(`insert into memories (person_id, workflow_id) values ($1, $2)`, [owner, id])
  }
}

const ownerOf = (id: string) => things.find((one) => one.id === id)?.owner

/** Until nothing that stays uses what was chosen, or more would have to move than may be chosen. */
async function gather(
  from: (typeof accounts)[number],
  chosen: Chosen[],
  to: string | null,
): Promise<{ all: Chosen[]; seen: TransferPreview }> {
  const all: Chosen[] = [...chosen]
  for (;;) {
    const request = { things: all, to, move_secrets: true }
    const { status, body } = await stage.call('POST', '/transfers/preview', stage.both, from.place, request)
    expect([status, body.errors]).toEqual([200, undefined])
    const seen: TransferPreview = body.data
    const more = seen.refusals.length === 0 ? [] : seen.left_without
    const missing = more.filter(({ id }) => !all.some((one) => one.id === id)).map(({ kind, id }) => ({ kind, id }))
    if (missing.length === 0 || all.length + missing.length > 20 || random(4) === 0) return { all, seen }
    all.push(...missing)
  }
}

const hasMoved = new Set<string>()
/** How many moves were refused because something that stays uses a thing. */
let refused = 0

async function move(): Promise<number> {
  const from = pick(accounts)
  const to = pick(accounts.filter((one) => one !== from))
  const own = things.filter(({ owner }) => owner === from.id)
  if (own.length === 0) return 0
  const chosen = [...new Set([pick(own), ...some(own, 2)])].map(({ kind, id }) => ({ kind, id }))
  const slug = to.place?.slug ?? null
  const { seen: first } = await gather(from, chosen, slug)
  const more = some(first.choices, 2).filter(({ id }) => !chosen.some((one) => one.id === id))
  const along = [...new Set(more)].map(({ kind, id }) => ({ kind, id }))
  const { all, seen } = await gather(from, [...chosen, ...along], slug)
  const request = { things: all, to: slug, move_secrets: true }
  const { status, body } = await stage.call('POST', '/transfers', stage.both, from.place, request)
  if (seen.refusals.length > 0) {
    expect([status, body.errors?.map(({ code }: { code: string }) => code)]).toEqual([
      409,
      seen.refusals.map(() => 'transfer_refused'),
    ])
    expect(new Set(seen.refusals.map(({ code }) => code))).toEqual(new Set(['still_used']))
    refused += 1
    return 0
  }
  expect([status, body.errors]).toEqual([201, undefined])
  const moved = new Set((body.data.moves as NamedThing[]).map(({ id }) => id))
  for (const { id } of all) expect(moved).toContain(id)
  for (const id of moved) expect([id, ownerOf(id)]).toEqual([id, from.id])
  for (const thing of things) if (moved.has(thing.id)) thing.owner = to.id
  for (const id of moved) hasMoved.add(id)
  return moved.size
}

/** Pairs that have to belong to the same account: what is asked answers the rows that don't. */
const CROSSING: Record<string, string> = {
  'services and their private agents': `select s.id from services s join agents a on a.id = s.agent_id
    where a.status = 'private' and a.seller_id <> s.owner_id`,
  'agents and their workflows': `select a.id from agents a join agent_versions v on v.agent_id = a.id
    join workflow_versions x on x.id = v.workflow_version_id join workflows w on w.id = x.workflow_id where w.owner_id <> a.seller_id`,
  'runs of services': `select e.id from executions e join services s on s.id = e.service_id where e.owner_id <> s.owner_id`,
  'runs of workflows': `select e.id from executions e join workflows w on w.id = e.workflow_id where e.owner_id <> w.owner_id`,
  reviews: `select r.execution_id from run_reviews r join executions e on e.id = r.execution_id where r.owner_id <> e.owner_id`,
  batches: `select b.id from batches b join services s on s.id = b.service_id where b.owner_id <> s.owner_id`,
  chats: `select c.id from conversations c join workflows w on w.id = c.workflow_id where c.owner_id <> w.owner_id`,
  memories: `select m.id from memories m join workflows w on w.id = m.workflow_id where m.person_id <> w.owner_id`,
  'sources and their accounts': `select s.id from knowledge_sources s join knowledge_bases b on b.id = s.base_id
    join credentials c on c.id = s.credential_id where c.owner_id <> b.owner_id`,
  'revisions of skills': `select r.id from skill_revisions r join skills s on s.id = r.skill_id where r.owner_id <> s.owner_id`,
  'servers and their accounts': `select s.id from mcp_servers s join credentials c on c.id = s.credential_id where c.owner_id <> s.owner_id`,
  'documents and their files': `select d.id from knowledge_documents d join knowledge_bases b on b.id = d.base_id
    join files f on f.id = d.file_id where f.owner_id <> b.owner_id`,
  'storage that is counted': `select u.id from users u left join storage_used s on s.user_id = u.id
    where coalesce(s.bytes, 0) <> (select coalesce(sum(f.bytes), 0) from files f where f.owner_id = u.id)`,
}

const PATHS: Record<Thing['kind'], string> = {
  workflow: '/workflows',
  service: '/services',
  knowledge_base: '/knowledge',
  data_table: '/data-tables',
  credential: '/credentials',
  model: '/models',
  mcp_server: '/mcp-servers',
  imported_app: '/integrations',
  skill: '/skills',
}

async function isReached({ kind, id }: Thing, as: Person, place: Place | null): Promise<boolean> {
  const name = kind === 'imported_app' ? `api-${id}` : id
  // There is no address of one of these.
  if (kind !== 'credential' && kind !== 'model')
    return (await stage.call('GET', `${PATHS[kind]}/${name}`, as, place)).status === 200
  const { body } = await stage.call('GET', PATHS[kind], as, place)
  return (body.data?.items ?? []).some((one: { id: string }) => one.id === id)
}

it(`keeps ${MOVES} random moves apart`, { timeout: 600_000 }, async () => {
  for (const [index, account] of accounts.entries()) await fill(account, `n${index}`)
  let moved = 0
  for (let round = 0; round < MOVES; round += 1) moved += await move()
  expect(moved).toBeGreaterThan(MOVES)
  // Every kind moved, and some moves were refused.
  expect([...new Set(things.filter(({ id }) => hasMoved.has(id)).map(({ kind }) => kind))].sort()).toEqual(
    Object.keys(PATHS).sort(),
  )
  expect(refused).toBeGreaterThan(0)
  for (const [what, statement] of Object.entries(CROSSING))
    expect([what, (await stage.sql(statement)).rows]).toEqual([what, []])
  for (const thing of things) {
    const found: boolean[] = []
    for (const { place } of accounts) found.push(await isReached(thing, stage.both, place))
    expect([thing.kind, found]).toEqual([thing.kind, accounts.map(({ id }) => id === thing.owner)])
    // Those who are in one of the workspaces alone.
    expect(await isReached(thing, stage.giver, stage.from)).toBe(thing.owner === stage.from.id)
    expect(await isReached(thing, stage.taker, stage.to)).toBe(thing.owner === stage.to.id)
  }
  const { rows } = await stage.sql('select * from credentials')
  for (const row of rows) expect(test.secrets.vault.read(row as never).fields.token).toBe('a long enough secret')
  const models = await stage.sql(
    `select *, 'openai_compatible' as type, 'ready' as status from models where key_id is not null`,
  )
  for (const row of models.rows)
    expect(test.secrets.vault.read(row as never).fields).toEqual({ api_key: 'sk-long-enough' })
})
