/** Workflows that are started by apps: a service in process, accounts at it, and the jobs, each when a test says so. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { advanceAppTriggers } from '#server/areas/runs/app-triggers/advance.ts'
import { startItems } from '#server/areas/runs/app-triggers/start-items.ts'
import { syncAppTriggers } from '#server/areas/runs/app-triggers/sync.ts'
import { nextRun } from '#server/engine/schedules.ts'
import { type Answer, answeringService } from '#test/support/answering.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'

const answering = answeringService()
/** What the service was asked, and what it answers next. */
export const asked = answering.asked
export const service = answering.answers

export let test: TestApp
export let owner: Person
export let account: { airtable: string; github: string; slack: string; razorpay: string }
export const log = { warn: () => {} } as never

/** Registers what goes before and after the tests of a file. */
export function prepareAppTriggers(): void {
  beforeAll(async () => {
    const host = await answering.listen()
    test = await createTestApp({
      secrets: { allow: [host] },
      appAddresses: Object.fromEntries(
        ['https://api.airtable.com', 'https://api.github.com', 'https://slack.com', 'https://api.razorpay.com'].map(
          (origin) => [origin, `http://${host}`],
        ),
      ),
    })
    owner = { ...(await test.person('seller')), session: 'laptop' }
    test.know(owner)
  })
  afterAll(async () => {
    await test.close()
    answering.close()
  })
  beforeEach(async () => {
    account = {
      airtable: await connect('airtable', { token: 'pat' }),
      github: await connect('github', { token: 'ghp' }),
      slack: await connect('slack', { token: 'xoxb' }),
      razorpay: await connect('razorpay', { key_id: 'rzp', key_secret: 'secret' }),
    }
  })
  afterEach(async () => {
    await test.database.pool.query('delete from app_triggers')
    await test.database.pool.query('delete from workflow_triggers')
    await test.database.pool.query('delete from credentials')
    answering.reset()
  })
}

async function connect(app: string, fields: object): Promise<string> {
  const about = await test.call('GET', `/api/v1/integrations/${app}`, { as: owner })
  const way = about.body.data.sign_in.find(({ type }: { type: string }) => type === 'fields')
  const names = way.fields.map(({ name }: { name: string }) => name)
  const given = Object.fromEntries(
    names.map((name: string, index: number) => [name, Object.values(fields)[index] ?? 'x']),
  )
  const made = await test.call('POST', `/api/v1/integrations/${app}/accounts`, {
    as: owner,
    body: { sign_in: way.id, name: `${app} of a clinic`, fields: given },
  })
  expect([app, made.status, made.body.error ?? null]).toEqual([app, 201, null])
  return made.body.data.account.id
}

const documentOf = (config: JsonObject) =>
  workflow([node('start', 'app_trigger', config), set('got', { item: '{{ $input }}' })], wires('start > got'))

export const airtable = (more: JsonObject = {}) => ({
  ...{ integration: 'airtable', trigger: 'new_record', credential: account.airtable },
  ...{ input: { base_id: 'app1', table: 'Patients' }, every_minutes: 1, ...more },
})
export const github = (more: JsonObject = {}) => ({
  ...{ integration: 'github', trigger: 'new_issue', credential: account.github },
  ...{ input: { owner: 'asha', repo: 'clinic' }, ...more },
})

/** Makes a workflow and publishes it. */
export async function published(config: JsonObject): Promise<string> {
  const made = await test.call('POST', '/api/v1/workflows', {
    as: owner,
    body: { name: 'Watches', document: documentOf(config) },
  })
  expect([made.status, made.body.error ?? null]).toEqual([201, null])
  const { id } = made.body.data
  await publish(id)
  return id
}
export async function publish(id: string): Promise<void> {
  const found = await test.call('GET', `/api/v1/workflows/${id}`, { as: owner })
  const done = await test.call('POST', `/api/v1/workflows/${id}/publish`, {
    as: owner,
    body: { base_revision: found.body.data.revision },
  })
  expect([done.status, done.body.error ?? null]).toEqual([200, null])
}

export const parts = () => ({
  db: test.database.db,
  triggers: test.triggers,
  ring: test.ring,
  publicUrl: 'https://chowk.example',
  nextRun,
  log,
})
export const sync = () => syncAppTriggers(test.database.db, test.triggers, test.ring)
export const look = async () => {
  await test.database.pool.query(`update app_triggers set next_at = now() - interval '1 s' where state <> 'stopped'`)
  await advanceAppTriggers(parts(), new AbortController().signal)
}
export const start = () => startItems(test.database.db, (request) => test.engine.engine.start(request), log)
export const row = async () =>
  (await test.database.pool.query(`select * from app_triggers where state <> 'ending'`)).rows[0]
export const runsOf = async (id: string): Promise<unknown[]> => {
  await start()
  const { rows } = await test.database.pool.query(
    `select status, output -> 'item' as item from executions where workflow_id = $1 and trigger = 'app' order by created_at`,
    [id],
  )
  if (rows.some(({ status }) => status !== 'succeeded')) {
    await until(async () => {
      const { rowCount } = await test.database.pool.query(
        `select from executions where workflow_id = $1 and trigger = 'app' and status <> 'succeeded'`,
        [id],
      )
      return rowCount === 0
    })
    return runsOf(id)
  }
  return rows.map(({ item }) => item)
}
export const records = (...ids: string[]): Answer => ({
  body: { records: ids.map((id) => ({ id, fields: { Name: id } })) },
})
export const record = (id: string) => ({ id, fields: { Name: id } })
