/** The whole program: what one account asks for takes the connections of the database from nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { besiege, type Siege } from './support/siege.ts'

let siege: Siege
let owner: string
const query = async (text: string, values: unknown[] = []) => (await siege.database.pool.query(text, values)).rows
beforeAll(async () => {
  siege = await besiege()
  await siege.one.call('GET', '/api/v1/auth/profile')
  owner = (await query(`update users set role = 'seller' where email = 'one@example.com' returning id`))[0].id
}, 120_000)
afterAll(() => siege.end())

describe('one account whose requests wait for the database', () => {
  it('keeps neither others nor the probes waiting, and gets its answers', { timeout: 60_000 }, async () => {
    const lock = await siege.database.pool.connect()
    await lock.query('begin')
    await lock.query('lock table credentials')
    const asked = Array.from({ length: 30 }, () => siege.one.call('GET', '/api/v1/credentials'))
    const others = await Promise.all(Array.from({ length: 10 }, () => siege.nobody.call('GET', '/api/v1/agents')))
    const ready = await siege.nobody.call('GET', '/readyz')
    await lock.query('rollback')
    lock.release()
    expect([...others, ready].map(({ status }) => status)).toEqual(Array(11).fill(200))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(30).fill(200))
  })
})

/** All of them are refused after 10 s; what reads nothing large is answered within one. */
const SOON_MS = 5_000

async function allAnswered(method: string, paths: readonly string[]): Promise<number> {
  const began = performance.now()
  const answers = await Promise.all(paths.map((path) => siege.one.call(method, path)))
  expect(answers.map(({ status }) => status)).toEqual(Array(paths.length).fill(200))
  return performance.now() - began
}

describe('nothing large is read to find out', () => {
  it('which workflows use a credential or another workflow', { timeout: 60_000 }, async () => {
    const empty = '{"schema_version":1,"nodes":[],"edges":[],"notes":[],"groups":[]}'
    const [used, archived] = await query(
      `insert into workflows (owner_id, name, document, archived_at) values ($1, 'used', $2, null), ($1, 'archived', $2, now())
       returning id`,
      [owner, empty],
    )
    await query(
      `insert into workflows (owner_id, name, document) select $1, 'W' || w, $2::jsonb || jsonb_build_object('nodes',
         (select jsonb_agg(jsonb_build_object('id', 'n' || i, 'type', 'set', 'config', jsonb_build_object('text', repeat(md5(i::text), 27) || $3)))
          from generate_series(1, 1000) i)) from generate_series(1, 40) w`,
      [owner, empty, `${used.id} ${archived.id}`],
    )
    await query(
      `insert into credentials (owner_id, type, name, key_id, wrapped_key, sealed)
       select $1, 'bearer', 'C' || c, 'k', '', '' from generate_series(1, 100) c`,
      [owner],
    )
    const each = [
      '/api/v1/credentials',
      `/api/v1/workflows/${used.id}/uses`,
      `/api/v1/workflow-hub/${archived.id}/loss`,
    ]
    expect(await allAnswered('GET', Array(8).fill(each).flat())).toBeLessThan(SOON_MS)
  })

  it('whether another run needs the files of one that is deleted', { timeout: 60_000 }, async () => {
    const run = (count: number, input: string) =>
      query(
        `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, output, finished_at)
         select gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'succeeded', 'manual', ${input}, '1', now()
         from generate_series(1, ${count}) n returning id`,
        [owner],
      )
    await run(100, `to_json(repeat(md5(n::text), 28000))`)
    await query(
      `insert into files (owner_id, name, mime, bytes, sha256) select $1, 'a.txt', 'text/plain', 1, 'x' from generate_series(1, 100)`,
      [owner],
    )
    const named = await run(
      20,
      `(select json_agg(json_build_object('file_id', f.id)) from files f where f.owner_id = $1)`,
    )
    const paths = named.map(({ id }) => `/api/v1/executions/${id}`)
    expect(await allAnswered('DELETE', paths)).toBeLessThan(SOON_MS)
  })
})
