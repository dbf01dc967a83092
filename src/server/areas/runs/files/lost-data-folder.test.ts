import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import { createFileStore } from '#server/gateways/files.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { neverDeleted } from '#test/support/files.ts'
import { temporaryFolder } from '#test/support/program.ts'

const SECRET = 'a-secret-of-the-operator'
const folder = temporaryFolder()
let isMounted = true
const files = createFileStore({
  whileKept: neverDeleted,
  objects: createFolderObjects({
    dir: folder.path,
    check: async () => {
      if (!isMounted) throw new AppError('unavailable', { retryAfter: 30 })
    },
  }),
})
let test: TestApp
let author: Person
beforeAll(async () => {
  test = await createTestApp({ deps: { files, mailInDomain: 'flows.example', mailInSecret: SECRET } })
  author = await test.person('seller')
})
afterAll(async () => {
  await test.close()
  folder.remove()
})

/** Makes a workflow that this trigger starts. */
async function listen(trigger: string): Promise<{ id: string; hook: { path: string } }> {
  const document = workflow([node('start', trigger), set('got', { input: '{{ $trigger }}' })], wires('start > got'))
  const { body } = await test.call('POST', '/api/v1/workflows', { as: author, body: { name: trigger, document } })
  return body.data
}
const outputOf = async (id: string) => {
  const { rows } = await test.database.pool.query('select status, output from executions where workflow_id = $1', [id])
  return rows[0]?.status === 'succeeded' ? rows[0].output.input : undefined
}
async function sendFile(path: string) {
  const form = new FormData()
  form.set('file', new File(['some words'], 'a.txt', { type: 'text/plain' }))
  const sent = new Response(form)
  const payload = Buffer.from(await sent.arrayBuffer())
  return test.call('POST', path, { payload, headers: { 'content-type': sent.headers.get('content-type') ?? '' } })
}
const refused = { status: 503, headers: { 'retry-after': '30' }, body: { errors: [{ code: 'unavailable' }] } }

describe('while the data folder is lost', () => {
  it('an upload is refused, and can be sent again', async () => {
    isMounted = false
    expect(await sendFile('/api/v1/files')).toMatchObject(refused)
    isMounted = true
    expect((await sendFile('/api/v1/files')).status).toBe(201)
  })

  it('a form with a file is refused as one that may be sent again', async () => {
    const {
      id,
      hook: { path },
    } = await listen('webhook_trigger')
    isMounted = false
    expect(await sendFile(path)).toMatchObject({ ...refused, headers: {} })
    isMounted = true
    expect((await sendFile(path)).status).toBe(200)
    expect((await until(() => outputOf(id))).body.file).toMatchObject({ name: 'a.txt', bytes: 10 })
  })

  it('a mail is not taken without its attachment', async () => {
    const { id } = await listen('email_trigger')
    const { body } = await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: author })
    const { address } = body.data.triggers[0]
    const part =
      '--x\r\nContent-Type: text/plain; name="a.txt"\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nwords\r\n'
    const head = 'From: asha@shop.example\r\nSubject: Order\r\nMessage-ID: <1@shop.example>\r\nMIME-Version: 1.0\r\n'
    const message = `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nhello\r\n${part}--x--\r\n`
    const payload = JSON.stringify({ recipient: address, message })
    const time = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', SECRET).update(`${time}.${payload}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-mail-signature': `t=${time},v1=${v1}` }
    const send = () => test.call('POST', '/hooks/mail', { payload, headers })
    isMounted = false
    expect(await send()).toMatchObject({ ...refused, headers: {} })
    isMounted = true
    expect((await send()).status).toBe(200)
    expect(await until(() => outputOf(id))).toMatchObject({ attachments: [{ name: 'a.txt' }], left_out: [] })
  })
})
