/**
 * Many things in many workspaces, of which random ones move: each is reached afterwards by the people of the workspace that its last move
 * put it in, what hangs on it with it, and what never moved by exactly the people as before. `LONG=yes`: 100,000 things.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransferKind } from '#contract/accounts/transfer-values.ts'
import type { NamedThing, TransferPreview } from '#contract/accounts/transfers.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { LONG } from '#test/support/scale.ts'
import { fillPlaces, type StockPlace, THINGS_A_PLACE } from '#test/support/transfer-stock.ts'

const WANTED = LONG ? 100_000 : 3_000
const MOVES = Number(process.env.TRANSFER_MOVES ?? (LONG ? 400 : 20))
const ASKED = LONG ? 1_000 : 100

let state = Number(process.env.TRANSFER_SEED ?? 11)
/** Park–Miller, so that a seed gives the same moves again. */
const random = (most: number): number => {
  state = (state * 48_271) % 2_147_483_647
  return state % most
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T

let test: TestApp
let mover: Person
let places: StockPlace[]
beforeAll(async () => {
  test = await createTestApp({ requestsPerMinute: () => 10_000_000 })
  ;({ mover, places } = await fillPlaces(test, Math.ceil(WANTED / THINGS_A_PLACE)))
}, 300_000)
afterAll(() => test.close())

/** What has an owner, and what it hangs on: a thing that can be chosen hangs on nothing. */
const KINDS: Record<string, { table: string; owner?: string; on?: string }> = {
  workflow: { table: 'workflows' },
  service: { table: 'services', on: 'follows_workflow_id from agents a where a.id = t.agent_id' },
  knowledge_base: { table: 'knowledge_bases' },
  data_table: { table: 'data_tables' },
  credential: { table: 'credentials' },
  model: { table: 'models' },
  mcp_server: { table: 'mcp_servers' },
  imported_app: { table: 'imported_apps' },
  skill: { table: 'skills' },
  revision: { table: 'skill_revisions', on: 't.skill_id' },
  agent: { table: 'agents', owner: 'seller_id', on: 't.follows_workflow_id' },
  run: { table: 'executions', on: 't.workflow_id' },
  batch: {
    table: 'batches',
    on: 'a.follows_workflow_id from services s join agents a on a.id = s.agent_id where s.id = t.service_id',
  },
  chat: { table: 'conversations', on: 't.workflow_id' },
  memory: { table: 'memories', owner: 'person_id', on: 't.workflow_id' },
  file: {
    table: 'files',
    on: `coalesce((select d.base_id from knowledge_documents d where d.file_id = t.id), (select w.id from workflows w where t.id = any(w.ids)))`,
  },
}
const OWNED = Object.entries(KINDS)
  .map(([kind, { table, owner = 'owner_id' }]) => `select '${kind}' as kind, t.id, t.${owner} as owner from ${table} t`)
  .join(' union all ')

interface Chosen {
  kind: TransferKind
  id: string
}

/** Until nothing that stays uses what was chosen, or it is more than may be chosen. */
async function gather(
  from: StockPlace,
  to: StockPlace,
  first: Chosen[],
): Promise<{ all: Chosen[]; seen: TransferPreview }> {
  const all = [...first]
  for (;;) {
    const { status, body } = await ask('/transfers/preview', from, to, all)
    expect([status, body.errors]).toEqual([200, undefined])
    const seen: TransferPreview = body.data
    const missing = seen.left_without.filter(({ id }) => !all.some((one) => one.id === id))
    if (seen.refusals.length === 0 || missing.length === 0 || all.length + missing.length > 20) return { all, seen }
    all.push(...missing.map(({ kind, id }) => ({ kind, id })))
  }
}

const ask = (path: string, from: StockPlace, to: StockPlace, things: Chosen[]) =>
  test.call('POST', `/api/v1${path}`, {
    as: mover,
    headers: { 'x-workspace': from.slug },
    body: { things, to: to.slug, move_secrets: true },
  })

/** Where each thing that can be chosen is, as the moves say. */
const at = new Map<string, { kind: TransferKind; place: StockPlace }>()
let refused = 0

async function move(): Promise<number> {
  const from = pick(places)
  const to = pick(places.filter((one) => one !== from))
  const own = [...at].filter(([, { place }]) => place === from).map(([id, { kind }]) => ({ kind, id }))
  if (own.length === 0) return 0
  const kind = pick([...new Set(own.map((one) => one.kind))])
  const first = [pick(own.filter((one) => one.kind === kind)), pick(own), pick(own)]
  const { all, seen } = await gather(from, to, [...new Set(first)])
  const { status, body } = await ask('/transfers', from, to, all)
  if (seen.refusals.length > 0) {
    expect([status, body.errors.length]).toEqual([409, seen.refusals.length])
    refused += 1
    return 0
  }
  expect([status, body.errors]).toEqual([201, undefined])
  const moved: NamedThing[] = body.data.moves
  for (const { id } of all) expect(moved.map((one) => one.id)).toContain(id)
  for (const { id } of moved) {
    const thing = at.get(id)
    expect([id, thing?.place.slug]).toEqual([id, from.slug])
    if (thing) thing.place = to
  }
  return moved.length
}

/** Files of this stock have no bytes that could be read. */
const PATHS: Record<string, string> = {
  workflow: '/workflows',
  service: '/services',
  knowledge_base: '/knowledge',
  data_table: '/data-tables',
  mcp_server: '/mcp-servers',
  imported_app: '/integrations',
  skill: '/skills',
  run: '/executions',
  credential: '/credentials',
  model: '/models',
}

async function isReached(kind: string, id: string, as: Person, { slug }: StockPlace): Promise<boolean> {
  const isListed = kind === 'credential' || kind === 'model'
  const name = kind === 'imported_app' ? `api-${id}` : id
  const path = `/api/v1${PATHS[kind]}${isListed ? '' : `/${name}`}`
  const { status, body } = await test.call('GET', path, { as, headers: { 'x-workspace': slug } })
  if (!isListed) expect([path, [200, 403, 404].includes(status), status]).toEqual([path, true, status])
  return isListed ? (body.data?.items ?? []).some((one: { id: string }) => one.id === id) : status === 200
}

it(`keeps ${WANTED} things reachable by the same people through ${MOVES} moves`, { timeout: 900_000 }, async () => {
  const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
  // What is there before, and the thing that each hangs on.
  const hangs = Object.entries(KINDS).map(
    ([kind, { table, on }]) =>
      `select '${kind}' as kind, t.id, ${on === undefined ? 't.id' : `(select ${on})`} as on_id from ${table} t`,
  )
  await sql(`create table before as select o.kind, o.id, o.owner, h.on_id from (${OWNED}) o
    join (${hangs.join(' union all ')}) h using (kind, id) join places p on p.id = o.owner`)
  await sql('create unique index on before (kind, id)')
  const { rows: all } = await sql('select count(*)::int as things, count(on_id)::int as hanging from before')
  expect(all[0].things).toBeGreaterThanOrEqual(WANTED)
  expect(all[0].hanging).toBe(all[0].things)
  const bySlug = new Map(places.map((place) => [place.id as string, place]))
  const { rows: chosen } = await sql(
    `select kind, id, owner from before where id = on_id or kind = 'service' order by kind, id`,
  )
  for (const { kind, id, owner } of chosen) at.set(id, { kind, place: bySlug.get(owner) as StockPlace })

  let moved = 0
  for (let round = 0; round < MOVES; round += 1) moved += await move()
  expect(moved).toBeGreaterThan(MOVES)

  // Every thing is where its last move put it, or that of the thing it hangs on.
  await sql('create table wanted (id uuid primary key, owner uuid)')
  await sql('insert into wanted select * from unnest($1::uuid[], $2::uuid[])', [
    [...at.keys()],
    [...at.values()].map(({ place }) => place.id),
  ])
  const { rows: wrong } = await sql(`
    select b.kind, b.id, n.owner as is, w.owner as wanted from before b join wanted w on w.id = b.on_id
    left join (${OWNED}) n on n.kind = b.kind and n.id = b.id where n.owner is distinct from w.owner limit 20`)
  expect(wrong).toEqual([])
  // The people of no workspace changed, so who reaches a thing is who reached what its workspace had before.
  const { rows: found } = await sql(`
    with now as (${OWNED}), reach as (select n.kind, n.id, m.user_id from now n join workspace_members m on m.workspace_id = n.owner),
    wants as (select b.kind, b.id, m.user_id from before b join wanted w on w.id = b.on_id join workspace_members m on m.workspace_id = w.owner)
    select (select count(*)::int from wants) as pairs, (select count(*)::int from before b join wanted w on w.id = b.on_id where w.owner <> b.owner) as moved,
      (select count(*)::int from (select * from wants except select * from reach) x) as lost,
      (select count(*)::int from (select r.* from reach r join before b using (kind, id) except select * from wants) x) as gained`)
  expect([found[0].lost, found[0].gained]).toEqual([0, 0])
  const { rows: storage } = await sql(`select s.user_id from storage_used s
    where s.bytes <> (select coalesce(sum(f.bytes), 0) from files f where f.owner_id = s.user_id)`)
  expect(storage).toEqual([])
  const { rows: credentials } = await sql('select * from credentials')
  for (const row of credentials) expect(test.secrets.vault.read(row as never).fields.token).toBe('a long enough secret')

  // The API agrees, for people of the workspace, people of others, and people who ask for it where it isn't.
  const { rows: sample } = await sql(
    `select b.kind, b.id, w.owner from before b join wanted w on w.id = b.on_id where b.kind = any($1)
     order by md5(b.kind || (row_number() over (partition by b.kind order by md5(b.id::text)))), b.id limit $2`,
    [Object.keys(PATHS), ASKED],
  )
  let reached = 0
  for (const { kind, id, owner } of sample) {
    const home = bySlug.get(owner) as StockPlace
    const place = random(2) === 0 ? home : pick(places)
    const person = pick(random(2) === 0 ? home.people : pick(places).people)
    const may = place === home && home.people.includes(person)
    expect([kind, id, await isReached(kind, id, person, place)]).toEqual([kind, id, may])
    if (may) reached += 1
  }
  expect(reached).toBeGreaterThan(ASKED / 10)
  console.log(
    `${all[0].things} things in ${places.length} workspaces; ${MOVES - refused} moves (${refused} refused) of ${moved} chosen things took ${found[0].moved} with what hangs on them; ${found[0].pairs} pairs of thing and person: ${found[0].lost} lost, ${found[0].gained} gained; ${sample.length} asked through the API`,
  )
})
