/**
 * Many workspaces with many things that refer to one another, for tests that move them: filled by SQL, because a hundred thousand of them
 * through the API take longer than their test.
 */
import { randomUUID } from 'node:crypto'
import type { UserId } from '#contract/core/primitives.ts'
import type { Person, TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { LAMPS } from '#test/support/lamps.ts'

export interface StockPlace {
  id: UserId
  slug: string
  /** Whose role in it sees everything; the one who moves things is an owner everywhere and none of these. */
  people: Person[]
}

/** Things in a workspace of this stock, without the credentials, which are sealed one by one. */
const CLUSTERS = 10
const WORKFLOWS = 40
const RUNS = 12
const CREDENTIALS = 2
/** With an owner of their own: per cluster six things and a revision, per workflow itself, runs, a chat, a memory and a file; see `fill`. */
export const THINGS_A_PLACE = CLUSTERS * 8 + WORKFLOWS * (1 + RUNS + 3) + (WORKFLOWS / 2) * 3 + CREDENTIALS

const DOCUMENT = JSON.stringify(
  workflow(
    [
      node('start', 'manual_trigger'),
      set('done', { used: ['BASE', 'TABLE', 'MODEL', 'SERVER', 'APP', 'REVISION', 'FILE'] }),
    ],
    wires('start > done'),
  ),
)

/** Every place at once; ids are made from what a thing is, so that one statement finds those of another. */
const id = (kind: string, place: string, number: string) =>
  // Of version 8: made by whatever means (RFC 9562).
  `overlay(overlay(md5('${kind}' || ${place}.id || ':' || ${number}) placing '8' from 13) placing 'a' from 17)::uuid`

const numbers = (most: number) => `places p cross join generate_series(0, ${most - 1}) i`
const shared = (number: string) => `case when ${number} % 20 < 10 then ${number} % 10 else ${number} % 5 end`

const FILL: readonly string[] = [
  `insert into knowledge_bases (id, owner_id, name, chunk_chars, overlap_chars)
   select ${id('base', 'p', 'i')}, p.id, 'Base ' || p.number || ' ' || i, 1000, 100 from ${numbers(CLUSTERS)}`,
  `insert into data_tables (id, owner_id, name, columns, next_column)
   select ${id('table', 'p', 'i')}, p.id, 'Table ' || p.number || ' ' || i, '[{"id":"c1","name":"text","type":"text"}]', 2 from ${numbers(CLUSTERS)}`,
  `insert into models (id, owner_id, name, provider, base_url, model)
   select ${id('model', 'p', 'i')}, p.id, 'Model ' || i, 'custom', 'https://models.example.com/v1', 'small' from ${numbers(CLUSTERS)}`,
  `insert into mcp_servers (id, owner_id, name, url, sign_in)
   select ${id('server', 'p', 'i')}, p.id, 'Server ' || i, 'https://mcp.example.com', 'none' from ${numbers(CLUSTERS)}`,
  `insert into imported_apps (id, owner_id, name, head, manifest, actions)
   select ${id('app', 'p', 'i')}, p.id, 'App ' || i, replace(a.head::text, a.id::text, ${id('app', 'p', 'i')}::text)::jsonb,
     replace(a.manifest::text, a.id::text, ${id('app', 'p', 'i')}::text)::jsonb, a.actions
   from ${numbers(CLUSTERS)} cross join (select * from imported_apps limit 1) a`,
  `insert into skills (id, owner_id, name, revision) select ${id('skill', 'p', 'i')}, p.id, 'skill-' || p.number || '-' || i, 1 from ${numbers(CLUSTERS)}`,
  `insert into skill_revisions (id, skill_id, owner_id, number, name, description, metadata, body, bytes)
   select ${id('revision', 'p', 'i')}, ${id('skill', 'p', 'i')}, p.id, 1, 'skill-' || p.number || '-' || i, 'How to write.', '{}', 'Briefly.', 8
   from ${numbers(CLUSTERS)}`,
  // A file of a document of each base, and one that a workflow names and its runs were given.
  `insert into files (id, owner_id, name, mime, bytes, sha256)
   select ${id('page', 'p', 'i')}, p.id, 'A', 'text/plain', 3, 'x' from ${numbers(CLUSTERS)}`,
  `insert into files (id, owner_id, name, mime, bytes, sha256)
   select ${id('file', 'p', 'i')}, p.id, 'B', 'text/plain', 5, 'x' from ${numbers(WORKFLOWS)}`,
  `insert into storage_used (user_id, bytes) select owner_id, sum(bytes) from files group by owner_id
   on conflict (user_id) do update set bytes = excluded.bytes`,
  `insert into knowledge_documents (base_id, name, mime, bytes, status, file_id, sha256)
   select ${id('base', 'p', 'i')}, 'A', 'text/plain', 3, 'ready', ${id('page', 'p', 'i')}, 'x' from ${numbers(CLUSTERS)}`,
  `insert into workflows (id, owner_id, name, document)
   select ${id('flow', 'p', 'i')}, p.id, 'Flow ' || i, replace(replace(replace(replace(replace(replace(replace($1,
     'BASE', ${id('base', 'p', shared('i'))}::text), 'TABLE', ${id('table', 'p', shared('i'))}::text),
     'MODEL', ${id('model', 'p', shared('i'))}::text), 'SERVER', ${id('server', 'p', shared('i'))}::text),
     'APP', ${id('app', 'p', shared('i'))}::text), 'REVISION', ${id('revision', 'p', shared('i'))}::text),
     'FILE', ${id('file', 'p', 'i')}::text)::jsonb
   from ${numbers(WORKFLOWS)}`,
  `insert into workflow_versions (id, workflow_id, number, document, content_hash)
   select ${id('version', 'p', 'i')}, ${id('flow', 'p', 'i')}, 1, w.document, 'x'
   from ${numbers(WORKFLOWS)} join workflows w on w.id = ${id('flow', 'p', 'i')}`,
  `insert into agents (id, slug, seller_id, name, tagline, description, category_slug, icon, status, trial_runs, follows_workflow_id)
   select ${id('agent', 'p', 'i')}, 'own-' || ${id('flow', 'p', 'i')}, p.id, 'Flow ' || i, '', '', 'productivity', 'bot', 'private', 0,
     ${id('flow', 'p', 'i')} from ${numbers(WORKFLOWS / 2)}`,
  `insert into agent_versions (id, agent_id, number, workflow_version_id, input_schema, output_schema, view, price_type, price_paise, content_hash)
   select ${id('edition', 'p', 'i')}, ${id('agent', 'p', 'i')}, 1, ${id('version', 'p', 'i')}, '{"type":"object"}', '{}', 'json', 'free', 0, 'x'
   from ${numbers(WORKFLOWS / 2)}`,
  `update agents a set current_version_id = v.id from agent_versions v where v.agent_id = a.id`,
  `insert into services (id, owner_id, agent_id, agent_version_id, name)
   select ${id('service', 'p', 'i')}, p.id, ${id('agent', 'p', 'i')}, ${id('edition', 'p', 'i')}, 'Service ' || i from ${numbers(WORKFLOWS / 2)}`,
  `insert into batches (id, owner_id, service_id, name, status)
   select ${id('batch', 'p', 'i')}, p.id, ${id('service', 'p', 'i')}, 'Batch', 'finished' from ${numbers(WORKFLOWS / 2)}`,
  `insert into conversations (id, owner_id, workflow_id, channel)
   select ${id('chat', 'p', 'i')}, p.id, ${id('flow', 'p', 'i')}, 'builder' from ${numbers(WORKFLOWS)}`,
  `insert into memories (id, person_id, workflow_id)
   select ${id('memory', 'p', 'i')}, p.id, ${id('flow', 'p', 'i')} from ${numbers(WORKFLOWS)}`,
  `insert into executions (id, owner_id, workflow_id, workflow_version_id, service_id, agent_id, status, trigger, input, output, started_at, finished_at)
   select ${id('run', 'p', `i || '.' || r`)}, p.id, ${id('flow', 'p', 'i')}, ${id('version', 'p', 'i')},
     case when served then ${id('service', 'p', 'i')} end, case when served then ${id('agent', 'p', 'i')} end, 'succeeded', 'manual',
     jsonb_build_object('text', ${id('file', 'p', 'i')}), '{}', now(), now()
   from ${numbers(WORKFLOWS)} cross join generate_series(1, ${RUNS}) r cross join lateral (select i < ${WORKFLOWS / 2} and r % 2 = 0 as served) s`,
]

/**
 * Workspaces with a person or two of their own each, and one person who may move things between all of them.
 * @param places how many
 */
export async function fillPlaces(test: TestApp, places: number): Promise<{ mover: Person; places: StockPlace[] }> {
  const { pool } = test.database
  await addCategories(pool, 'productivity')
  const mover = await test.person('creator_admin')
  const crowd = await Promise.all(Array.from({ length: Math.ceil(places / 2) + 1 }, () => test.person('creator_admin')))
  // The document that all imported apps are copies of.
  const app = await test.call('POST', '/api/v1/integrations', { as: mover, body: { document: LAMPS } })
  if (app.status !== 201) throw new Error(`The app was refused: ${JSON.stringify(app.body.errors)}`)
  const made: StockPlace[] = []
  await pool.query('create table places (id uuid primary key, number int)')
  for (let number = 0; number < places; number += 1) {
    const id = randomUUID() as UserId
    const slug = `place-${number}`
    // Each shares its people with its neighbours, and no two have the same.
    const people = [crowd[number >> 1] as Person, crowd[((number + 1) >> 1) % crowd.length] as Person]
    await pool.query(
      `insert into users (id, firebase_uid, email, display_name, role, kind, is_verified)
       values ($1, $2, $3, $4, 'admin', 'workspace', true)`,
      [id, `workspace:${id}`, `workspace-${id}@workspaces.invalid`, slug],
    )
    await pool.query('insert into workspaces (id, slug, created_by) values ($1, $2, $3)', [id, slug, mover.id])
    await pool.query(
      `insert into workspace_members select $1, person, role from unnest($2::uuid[], $3::text[]) m (person, role)
       on conflict do nothing`,
      [id, [mover, ...people].map((one) => one.id), ['owner', 'admin', 'builder']],
    )
    await pool.query('insert into places values ($1, $2)', [id, number])
    made.push({ id, slug, people: [...new Set(people)] })
  }
  for (const statement of FILL) await pool.query(statement, statement.includes('$1') ? [DOCUMENT] : [])
  for (const { slug } of made)
    for (let number = 0; number < CREDENTIALS; number += 1) {
      const fields = { token: 'a long enough secret', hosts: 'api.example.com' }
      const body = { type: 'bearer', name: `Key ${number}`, fields }
      const answer = await test.call('POST', '/api/v1/credentials', {
        as: mover,
        headers: { 'x-workspace': slug },
        body,
      })
      if (answer.status !== 201) throw new Error(`A credential was refused: ${JSON.stringify(answer.body.errors)}`)
    }
  await pool.query('analyze')
  return { mover, places: made }
}
