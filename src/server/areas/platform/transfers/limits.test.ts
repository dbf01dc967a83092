/** What arrives in an account is asked the same as what is made there: how many of a kind it may have, and what its data policy allows. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransferPreview } from '#contract/accounts/transfers.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { type Stage, setTransferStage } from '#test/support/transfers.ts'

let test: TestApp
let stage: Stage
beforeAll(async () => {
  test = await createTestApp()
  stage = await setTransferStage(test)
})
afterAll(() => test.close())

const ask = (path: string, things: object[]) =>
  stage.call('POST', path, stage.both, stage.from, { things, to: stage.to.slug, move_secrets: true })

const preview = async (things: object[]): Promise<TransferPreview> => {
  const { status, body } = await ask('/transfers/preview', things)
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data
}

/** Rows of an account, by kind: `$1` is the account, `$2` how many, `$3` the beginning of their names. */
const ROWS: Record<string, { most: number; table: string; insert: string }> = {
  model: {
    most: 20,
    table: 'models',
    insert: `insert into models (owner_id, name, provider, base_url, model)
      select $1, $3 || i, 'custom', 'https://models.example.com/v1', 'small' from generate_series(1, $2) i returning id`,
  },
  mcp_server: {
    most: 50,
    table: 'mcp_servers',
    insert: `insert into mcp_servers (owner_id, name, url, sign_in)
      select $1, $3 || i, 'https://mcp.example.com', 'none' from generate_series(1, $2) i returning id`,
  },
  imported_app: {
    most: 50,
    table: 'imported_apps',
    insert: `insert into imported_apps (owner_id, name, head, manifest, actions)
      select $1, $3 || i, '{}', '{}', 1 from generate_series(1, $2) i returning id`,
  },
  skill: {
    most: 100,
    table: 'skills',
    insert: `insert into skills (owner_id, name) select $1, $3 || '-' || i from generate_series(1, $2) i returning id`,
  },
  knowledge_base: {
    most: 50,
    table: 'knowledge_bases',
    insert: `insert into knowledge_bases (owner_id, name, chunk_chars, overlap_chars)
      select $1, $3 || i, 1000, 100 from generate_series(1, $2) i returning id`,
  },
  data_table: {
    most: 100,
    table: 'data_tables',
    insert: `insert into data_tables (owner_id, name, columns, next_column)
      select $1, $3 || i, '[]', 1 from generate_series(1, $2) i returning id`,
  },
}

it.each(Object.entries(ROWS))('refuses a %s where the other account has as many as it may', async (kind, rows) => {
  const { sql, from, to } = stage
  const { rows: own } = await sql(rows.insert, [from.id, 2, `own-${kind}`.replace('_', '-')])
  const { rows: full } = await sql(rows.insert, [to.id, rows.most - 1, `full-${kind}`.replace('_', '-')])
  const things = own.map(({ id }) => ({ kind, id }))
  const expected = { code: 'account_limit', name: kind, count: rows.most }
  expect((await preview(things)).refusals).toEqual([expected])
  const { status, body } = await ask('/transfers', things)
  expect([status, body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])]).toEqual([
    409,
    [['account_limit', 'transfer_refused']],
  ])
  const owners = async () =>
    (await sql(`select distinct owner_id from ${rows.table} where id = any($1)`, [own.map(({ id }) => id)])).rows
  expect(await owners()).toEqual([{ owner_id: from.id }])
  // One less, and both fit.
  await sql(`delete from ${rows.table} where id = $1`, [full[0]?.id])
  expect((await ask('/transfers', things)).status).toBe(201)
  expect(await owners()).toEqual([{ owner_id: to.id }])
  await sql(`delete from ${rows.table} where owner_id = $1`, [to.id])
})

it('refuses a table whose rows would be more than the other account may keep', async () => {
  const { sql, from, to } = stage
  const insert = `insert into data_tables (owner_id, name, columns, next_column, bytes) values ($1, $2, '[]', 1, $3) returning id`
  await sql(insert, [to.id, 'Large there', 200_000_000])
  const id = (await sql(insert, [from.id, 'Large here', 60_000_000])).rows[0]?.id
  const { refusals } = await preview([{ kind: 'data_table', id }])
  expect(refusals).toEqual([{ code: 'account_limit', name: 'table_bytes', count: 250_000_000 }])
  await sql('delete from data_tables where owner_id = $1', [to.id])
})

it('moves a model, an app and a server that the data policy of the other account forbids, says so, and runs none of them there', async () => {
  const { call, sql, builder, both, from, to } = stage
  const made = async (kind: keyof typeof ROWS) =>
    (await sql(ROWS[kind]?.insert ?? '', [from.id, 1, `ruled-${kind}`])).rows[0]?.id as unknown as string
  const model = await made('model')
  const mcp_server = await made('mcp_server')
  const imported_app = await made('imported_app')
  const flowOf = async (name: string, type: string, config: JsonObject) => {
    const document = workflow([node('start', 'manual_trigger'), node('step', type, config)], wires('start > step'))
    const { status, body } = await call('POST', '/workflows', builder, from, { name, document })
    expect([status, body.errors]).toEqual([201, undefined])
    return body.data.id as string
  }
  const asking = await flowOf('Asks', 'ai_prompt', { model, prompt: 'Hello' })
  const apps = [
    await flowOf('Looks', 'app_action', { integration: `api-${imported_app}`, action: 'look' }),
    await flowOf('Calls', 'app_action', { integration: `mcp-${mcp_server}`, action: 'look' }),
  ]
  await sql(`insert into data_policies (account_id, models, apps) values ($1, '{environment}', '{gmail}')`, [to.id])
  const things = [
    ...[asking, ...apps].map((id) => ({ kind: 'workflow', id })),
    ...Object.entries({ model, mcp_server, imported_app }).map(([kind, id]) => ({ kind, id })),
  ]
  const found = await preview(things)
  expect([found.refusals, found.policies.map(({ policy, count }) => [policy, count])]).toEqual([
    [],
    [
      ['model_not_allowed', 1],
      ['app_not_allowed', 2],
      ['models_forbidden', 1],
      ['apps_forbidden', 2],
    ],
  ])
  expect((await ask('/transfers', things)).status).toBe(201)
  const codeOf = async (workflow_id: string) => {
    const run = await call('POST', '/workflows/execute', both, to, { workflow_id, input: {}, wait_ms: 8000 })
    if (run.body.data === null) return run.body.errors[0].code
    return (await call('GET', `/executions/${run.body.data.execution_id}`, both, to)).body.data.error?.code
  }
  expect(await Promise.all([asking, ...apps].map(codeOf))).toEqual([
    'model_not_allowed',
    'app_not_allowed',
    'app_not_allowed',
  ])
  // It is the policy that stops them.
  await sql('update data_policies set models = null, apps = null where account_id = $1', [to.id])
  for (const code of await Promise.all(apps.map(codeOf))) expect(code).not.toBe('app_not_allowed')
})
