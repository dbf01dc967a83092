import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { removeExpired } from '#server/areas/runs/files/files.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { listenForMail, type MailIn } from '#server/gateways/mail-in.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { hasMailbox, receiveMail } from './mail-in.ts'

const DOMAIN = 'flows.example'
let test: TestApp
let author: Person
let mailIn: MailIn
beforeAll(async () => {
  test = await createTestApp({ deps: { mailInDomain: DOMAIN } })
  author = await test.person('seller')
  const { db } = test.database
  const deps = {
    db,
    files: createFilePort({ db, files: test.files }),
    start: test.engine.engine.start.bind(test.engine.engine),
  }
  mailIn = await listenForMail({
    port: 0,
    host: '127.0.0.1',
    domain: DOMAIN,
    max_bytes: 100_000,
    knows: (name) => hasMailbox(db, name),
    receive: (names, message) => receiveMail(deps, names, message),
    log: { warn: () => undefined },
  })
})
afterAll(async () => {
  await mailIn.close()
  await test.close()
})

async function mailbox(config: JsonObject = {}): Promise<{ id: string; address: string }> {
  const document = workflow(
    [node('start', 'email_trigger', config), set('got', { mail: '{{ $trigger }}' })],
    wires('start > got'),
  )
  const { body } = await test.call('POST', '/api/v1/workflows', { as: author, body: { name: 'Mail', document } })
  const { id } = body.data
  const found = await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: author })
  return { id, address: found.body.data.triggers[0].address }
}
const send = (mail: object) =>
  createTransport({ host: '127.0.0.1', port: mailIn.port, ignoreTLS: true }).sendMail({
    from: 'Asha <asha@shop.example>',
    ...mail,
  })
const runsOf = async (id: string) =>
  (await test.database.pool.query('select status, output from executions where workflow_id = $1', [id])).rows
const arrived = (id: string) =>
  until(async () => {
    const [run] = await runsOf(id)
    return run?.status === 'succeeded' ? run.output.mail : undefined
  })

describe('a mail to a workflow', () => {
  it('starts it with what was written and what was attached', async () => {
    const { id, address } = await mailbox()
    await send({
      to: address.toUpperCase(),
      subject: 'Bestellung – आदेश',
      html: '<p>Two <b>pens</b><script>alert(1)</script></p>',
      attachments: [
        { filename: 'order.csv', content: 'item,count\npen,2\n', contentType: 'text/csv' },
        { filename: 'run.exe', content: Buffer.from([0x4d, 0x5a, 0, 1, 2, 3]) },
      ],
    })
    const mail = await arrived(id)
    expect(mail).toMatchObject({
      from: 'asha@shop.example',
      from_name: 'Asha',
      subject: 'Bestellung – आदेश',
      text: 'Two pens',
    })
    expect(mail.attachments).toMatchObject([{ name: 'order.csv', mime: 'text/csv' }])
    expect(mail.left_out).toMatchObject([{ name: 'run.exe' }])
    const file = await test.call('GET', `/api/v1/files/${mail.attachments[0].file_id}`, { as: author })
    expect(file.status).toBe(200)
    // Files of runs that are gone are swept; these came with the mail and are its owner's.
    await removeExpired({ db: test.database.db, files: test.files })
    expect((await test.call('GET', `/api/v1/files/${mail.attachments[0].file_id}`, { as: author })).status).toBe(200)
  })

  it('without an id of its own never gets the attachments of another', async () => {
    const { id, address } = await mailbox()
    const deps = {
      db: test.database.db,
      files: createFilePort({ db: test.database.db, files: test.files }),
      start: (request: Parameters<typeof test.engine.engine.start>[0]) => test.engine.engine.start(request),
    }
    for (const words of ['first', 'second']) {
      const part = `--x\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n${words}\r\n--x--\r\n`
      const head = 'From: a@shop.example\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n'
      await receiveMail(deps, [address.split('@')[0] ?? ''], Buffer.from(head + part))
    }
    const runs = await until(async () => {
      const rows = await runsOf(id)
      return rows.length === 2 && rows.every(({ status }) => status === 'succeeded') && rows
    })
    const ids = runs.map(({ output }) => output.mail.attachments[0].file_id)
    expect(new Set(ids).size).toBe(2)
  })

  describe('whose start met an outage of the database', () => {
    const outage = new Error('Connection terminated unexpectedly')
    type Request = Parameters<typeof test.engine.engine.start>[0]
    const start = (request: Request) => test.engine.engine.start(request)
    /** @returns receives the mail, with the way to start its run */
    function receiver(address: string, words: string) {
      const { db } = test.database
      const files = createFilePort({ db, files: test.files })
      const message = `From: a@shop.example\r\nMessage-ID: <${words}@shop.example>\r\nSubject: x\r\n\r\n${words}\r\n`
      return (by: (request: Request) => ReturnType<typeof start>) =>
        receiveMail({ db, files, start: by }, [address.split('@')[0] ?? ''], Buffer.from(message))
    }

    it('starts it once when its run was stored, and it is sent again', async () => {
      const { id, address } = await mailbox()
      const receive = receiver(address, 'stored')
      const lost = receive(async (request) => {
        await start(request)
        throw outage
      })
      await expect(lost).rejects.toThrow(outage)
      await receive(start)
      expect(await runsOf(id)).toHaveLength(1)
    })

    it('is not lost when its run was not: its sender is told to send it again', async () => {
      const { id, address } = await mailbox()
      const receive = receiver(address, 'not-stored')
      const lost = receive(async () => {
        throw outage
      })
      await expect(lost).rejects.toThrow(outage)
      await expect(receive(start)).rejects.toMatchObject({ code: 'hook_under_way' })
      await test.database.pool.query(`update trigger_keys set expires_at = expires_at - interval '2 minutes'`)
      await receive(start)
      expect(await runsOf(id)).toHaveLength(1)
    })
  })

  it('starts it once, however often a server sends it', async () => {
    const { id, address } = await mailbox()
    for (let turn = 0; turn < 3; turn++) await send({ to: address, text: 'Hello', messageId: '<one@shop.example>' })
    await arrived(id)
    expect(await runsOf(id)).toHaveLength(1)
  })

  it('is taken from the senders it names alone', async () => {
    const { id, address } = await mailbox({ senders: ['@bank.example', 'boss@shop.example'] })
    await send({ to: address, text: 'no' })
    await send({ to: address, from: 'x@evilbank.example', text: 'no' })
    expect(await runsOf(id)).toEqual([])
    await send({ to: address, from: 'Boss@Shop.example', text: 'yes' })
    expect(await arrived(id)).toMatchObject({ text: expect.stringContaining('yes') })
  })

  it('is not read for a mailbox that refuses its sender; for others it is refused when it has too many parts', async () => {
    const raw = (to: string) => ({
      envelope: { from: 'x@other.example', to },
      raw: `From: x@other.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(3000)}`,
    })
    const picky = await mailbox({ senders: ['boss@shop.example'] })
    await send(raw(picky.address))
    const open = await mailbox()
    await expect(send(raw(open.address))).rejects.toMatchObject({ responseCode: 554 })
    expect([await runsOf(picky.id), await runsOf(open.id)]).toEqual([[], []])
  })

  it('starts every workflow it is sent to', async () => {
    const [first, second] = [await mailbox(), await mailbox()]
    await send({ to: [first.address, second.address], text: 'both' })
    for (const { id } of [first, second]) expect(await arrived(id)).toMatchObject({ text: 'both\n' })
  })

  it.each([
    ['an unknown mailbox', `${'a'.repeat(32)}@${DOMAIN}`],
    ['another domain', 'someone@elsewhere.example'],
  ])('is refused for %s: nothing is passed on', async (_what, to) => {
    await expect(send({ to, text: 'x' })).rejects.toMatchObject({ responseCode: 550 })
  })

  it('is refused when it is too large, and while the workflow is paused', async () => {
    const { id, address } = await mailbox()
    await expect(send({ to: address, text: 'x'.repeat(200_000) })).rejects.toMatchObject({ responseCode: 552 })
    await test.call('PUT', `/api/v1/workflows/${id}/triggers/email`, { as: author, body: { paused: true } })
    await expect(send({ to: address, text: 'x' })).rejects.toMatchObject({ responseCode: 550 })
    expect(await runsOf(id)).toEqual([])
  })
})
