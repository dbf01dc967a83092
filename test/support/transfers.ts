/** What the tests of transfers share: two workspaces with their people, and things to move. */
import { expect } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import type { Answer, Person, TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

export interface Place {
  id: UserId
  slug: string
}

export interface Stage {
  test: TestApp
  /** Owns the first workspace alone. */
  giver: Person
  /** Works in the first one. */
  builder: Person
  /** Owns the second workspace alone. */
  taker: Person
  /** Owns both. */
  both: Person
  from: Place
  to: Place
  /** For a workspace by its slug, or with null for the person. */
  call(method: string, path: string, as: Person, place: Place | null, body?: object): Promise<Answer>
  sql(text: string, values?: unknown[]): Promise<{ rows: Record<string, never>[] }>
}

export async function setTransferStage(test: TestApp): Promise<Stage> {
  // Of private agents behind services.
  await addCategories(test.database.pool, 'productivity')
  const sql: Stage['sql'] = (text, values = []) => test.database.pool.query(text, values)
  const call: Stage['call'] = (method, path, as, place, body) =>
    test.call(method, `/api/v1${path}`, {
      as,
      headers: place ? { 'x-workspace': place.slug } : {},
      ...(body && { body }),
    })
  const make = async (as: Person, name: string): Promise<Place> => {
    const { id, slug } = (await test.call('POST', '/api/v1/workspaces', { as, body: { name } })).body.data
    return { id, slug }
  }
  const join = async ({ id }: Place, person: Person, role: string) => {
    await sql('insert into workspace_members values ($1, $2, $3)', [id, person.id, role])
  }
  const [giver, taker, builder, both] = await Promise.all([
    test.person('creator_admin'),
    test.person('creator_admin'),
    test.person('seller'),
    test.person('creator_admin'),
  ])
  for (const [name, { id }] of Object.entries({ Giver: giver, Taker: taker, Builder: builder, Both: both }))
    await sql('update users set display_name = $2 where id = $1', [id, name])
  const from = await make(giver, `Giver ${giver.id.slice(-6)}`)
  const to = await make(taker, `Taker ${taker.id.slice(-6)}`)
  // No plan limits how many services accounts of admins have.
  await sql(`update users set role = 'admin' where id = any($1)`, [[from.id, to.id]])
  await join(from, builder, 'builder')
  await join(from, both, 'owner')
  await join(to, both, 'owner')
  return { test, giver, builder, taker, both, from, to, call, sql }
}

/** A published workflow with a service, and what they use. */
export async function addThings({ call, builder, from }: Stage, word = 'word') {
  const made = async (path: string, body: object) => {
    const answer = await call('POST', path, builder, from, body)
    expect([path, answer.status, answer.body.errors]).toEqual([path, 201, undefined])
    return (answer.body.data.credential ?? answer.body.data).id as string
  }
  const base = await made('/knowledge', { name: `Letters ${word}` })
  const table = await made('/data-tables', { name: `Rows ${word}`, columns: [{ name: 'text', type: 'text' }] })
  const credential = await made('/credentials', {
    type: 'bearer',
    name: `Key ${word}`,
    fields: { token: 'a secret of the first workspace', hosts: 'api.example.com' },
  })
  const document = workflow(
    [
      node('start', 'manual_trigger'),
      node('find', 'knowledge_search', { knowledge_ids: [base], query: '{{ $trigger.text }}' }),
      set('done', { said: '{{ $trigger.text }}', credential, table }),
    ],
    wires('start > done'),
  )
  const workflow_id = await made('/workflows', { name: `Letters ${word}`, document })
  return { base, table, credential, workflow_id }
}

/** Publishes a workflow and makes a service of it. */
export async function deploy({ call, builder, from }: Stage, workflow_id: string): Promise<string> {
  const { revision } = (await call('GET', `/workflows/${workflow_id}`, builder, from)).body.data
  const published = await call('POST', `/workflows/${workflow_id}/publish`, builder, from, { base_revision: revision })
  expect([published.status, published.body.errors]).toEqual([200, undefined])
  const { status, body } = await call('POST', `/workflows/${workflow_id}/services`, builder, from, {})
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data.id
}

/** A run that has ended. */
export async function runOnce(
  { call, builder, from }: Stage,
  target: { workflow_id: string } | { service_id: string },
  text: string,
): Promise<string> {
  const { body } = await call('POST', '/workflows/execute', builder, from, {
    ...target,
    input: { text },
    wait_ms: 8000,
  })
  expect([body.data?.status, body.errors]).toEqual(['succeeded', undefined])
  return body.data.execution_id
}
