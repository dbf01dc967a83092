/** Mails about approvals where personal data is masked, and programs that open every link of a mail. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueDueNoticeMail } from '#server/areas/accounts/notifications/mail-notices.ts'
import { collectNotices } from '#server/areas/runs/notices/notice-causes.ts'
import { escalateReviews } from '#server/areas/runs/review-queue/escalation.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const PATIENT = 'Ramesh Kulkarni'
const asking = workflow(
  [
    node('start', 'manual_trigger'),
    node('ask', 'approval', { title: `Discharge ${PATIENT}, born 12/03/1987?`, details: { patient: PATIENT } }),
    set('done', { by: '{{ $input.by }}' }),
  ],
  wires('start > ask', 'ask:approved > done', 'ask:rejected > done'),
)

let test: TestApp
let owner: Person
let slug = ''
let run = { id: '', wait: '' }
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person()
  const seller = await test.person('seller')
  await addAgent(test.database.pool, seller.id, asking, { slug: 'asking', name: 'Ward' })
  ;({ slug } = (await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Clinic' } })).body.data)
  const policy = {
    ...{ runs_days: null, files_days: null, chats_days: null, with_made: false, services: [] },
    ...{ models: null, apps: null, members_export: true, mask_lists: true },
  }
  expect((await call('PUT', '/data-policy', policy)).status).toBe(200)
  const body = { agent_id: 'asking', input: { text: 'x' }, wait_ms: 300 }
  const { execution_id: id } = (await call('POST', '/workflows/execute', body)).body.data
  const { nodes } = (await call('GET', `/executions/${id}`)).body.data
  run = { id, wait: nodes.find((one: { wait: object | null }) => one.wait).wait.id }
})
afterAll(() => test.close())

const call = (method: string, path: string, body?: object) =>
  test.call(method, `/api/v1${path}`, { as: owner, headers: { 'x-workspace': slug }, ...(body && { body }) })
const mails = async (): Promise<{ to_address: string; subject: string; body: string }[]> =>
  (await test.database.pool.query('select to_address, subject, body from mails order by created_at')).rows

it('a mail about an approval names no patient, whoever gets it: the link, the reminder and the escalation', async () => {
  const { pool, db } = test.database
  const made = await call('POST', `/executions/${run.id}/waits/${run.wait}/links`, { email: 'rao@clinic.example' })
  expect(made.status).toBe(201)
  await pool.query('update users set is_verified = true where id = $1', [owner.id])
  await collectNotices(db)
  await pool.query(`update execution_waits set created_at = now() - interval '3 days' where id = $1`, [run.wait])
  await escalateReviews(db)
  await queueDueNoticeMail({ db, publicUrl: 'https://chowk.test', brand: readTestBrand }, 0)
  const sent = await mails()
  expect(sent.filter(({ to_address }) => to_address === 'rao@clinic.example')).toHaveLength(1)
  expect(sent.some(({ subject }) => subject.includes('still isn’t answered'))).toBe(true)
  for (const { subject, body } of sent) expect(`${subject} ${body}`).not.toMatch(/Ramesh|Kulkarni|12\/03/)
})

it('a program that opens every link of a mail decides nothing, by whatever method it asks', async () => {
  const link = (await mails()).find(({ to_address }) => to_address === 'rao@clinic.example')
  const token = /approve\/([\w-]+)/.exec(link?.body ?? '')?.[1] ?? ''
  for (const url of [`/approve/${token}`, `/api/v1/approvals/${token}`])
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      await test.app.inject({ method, url, headers: { 'user-agent': 'MailScanner' } })
  const { rows } = await test.database.pool.query('select resolved_at from execution_waits where id = $1', [run.wait])
  expect(rows).toEqual([{ resolved_at: null }])
  expect((await test.call('POST', `/api/v1/approvals/${token}`, { body: { approved: true } })).status).toBe(200)
})
