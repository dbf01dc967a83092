/** A product with agents that answer on channels, and the steps of its jobs one at a time. */
import { randomUUID } from 'node:crypto'
import { conversationDeps } from '#server/areas/runs/conversations/read-answers.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { advanceChannels } from '#server/areas/services/channels/answer-messages.ts'
import { collectMessages } from '#server/areas/services/channels/collect-messages.ts'
import { createChannelKinds } from '#server/areas/services/channels/kinds.ts'
import { sendOutgoing } from '#server/areas/services/channels/send-messages.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'

const chat = node('start', 'chat_trigger')
const answering = (text: string) => workflow([chat, set('done', { text })], wires('start > done'))

/** A step makes a file, whose name has a line break and a folder, and the answer has it. */
const filing = workflow(
  [
    chat,
    node('hours', 'make_file', { content: 'Nine to five.', name: '../"hours"\r\nBcc: x.txt' }),
    set('done', { text: 'Here they are.', file: '{{ $nodes.hours }}' }),
  ],
  wires('start > hours > done'),
)

/** A file of a person, as a page sends it. @returns its id */
export async function uploadText(test: TestApp, as: Person, name: string, content: string): Promise<string> {
  const head = `content-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain`
  const payload = Buffer.from(`--x\r\n${head}\r\n\r\n${content}\r\n--x--\r\n`)
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  return (await test.call('POST', '/api/v1/files', { as, payload, headers })).body.data.id
}

/** More than one message may hold. */
export const LONG = `${'A sentence of the answer. '.repeat(300)}The end.`

/**
 * @param hosts where stand-ins are
 * @param addresses `APP_ADDRESSES` that leads to them
 */
export async function createChannelScene(hosts: readonly string[], addresses: Record<string, string>) {
  const test = await createTestApp({
    ...{ appAddresses: addresses, secrets: { allow: [...hosts] }, publicUrl: 'https://chowk.test' },
  })
  const seller = await test.person('seller')
  const { pool, db } = test.database
  const agent = (slug: string, text: string) =>
    addAgent(pool, seller.id, answering(text), { slug, name: slug, input_schema: { type: 'object' } })
  await agent('echo', '**{{ $trigger.message }}** ({{ $count($trigger.history) }})')
  await agent('reader', '{{ $trigger.message }}: {{ $trigger.files[0].name }}')
  await agent('long', LONG)
  await addAgent(pool, seller.id, filing, { slug: 'filer', name: 'filer', input_schema: { type: 'object' } })
  const { engine } = test.engine
  const { models, billingGate, ring } = test
  const deps = {
    ...conversationDeps({ db, engine }),
    ...{ db, models, billingGate, ring, log: { warn: () => {} }, files: createFilePort({ db, files: test.files }) },
    start: (request: Parameters<typeof engine.start>[0]) => engine.start(request),
    channels: createChannelKinds(test.secrets.http, addresses, test.secrets.allow),
  }
  const advance = () => advanceChannels(deps, AbortSignal.timeout(20_000))
  const send = () => sendOutgoing(deps, AbortSignal.timeout(20_000))
  /** Mailboxes are read now, whenever they were to be. */
  const collect = async () => {
    await pool.query('update channels set read_at = now() where mailbox is not null')
    await collectMessages(deps, AbortSignal.timeout(20_000))
  }
  const step = async () => {
    await collect()
    await advance()
    await send()
  }
  return {
    ...{ test, collect, advance, send },
    /** The owner takes the newest chat of their services and answers with a file. @returns the answer, and how it went on since */
    async sendFileAsPerson(as: Person, { name, content }: { name: string; content: string }) {
      const inbox = (method: string, path: string, body?: object) =>
        test.call(method, `/api/v1/inbox${path}`, { as, ...(body && { body }) })
      const { id } = (await inbox('GET', '?show=all')).body.data.items[0]
      await inbox('POST', `/${id}/take`)
      const newest = async () => (await inbox('GET', `/${id}/messages`)).body.data.items[0]
      const after = (await newest()).id
      const files = [{ file_id: await uploadText(test, as, name, content) }]
      const sent = await inbox('POST', `/${id}/messages`, { key: randomUUID(), text: 'As a file', files, after })
      return { sent, newest }
    },
    /** Until nothing more comes of what arrived. */
    settled: async () => {
      for (let round = 0; round < 3; round++) await step()
    },
    /** Until there are so many of these. */
    arrived: <T>(list: () => T[], count: number): Promise<T[]> =>
      until(async () => {
        await step()
        return list().length >= count ? list() : undefined
      }),
    /** A service of an agent, and its channel. */
    async connect(
      kind: string,
      body: object,
      { agent_id = 'echo', owner }: { agent_id?: string; owner?: Person } = {},
    ) {
      const as = owner ?? (await test.person('seller'))
      const { id } = (await test.call('POST', '/api/v1/services', { as, body: { agent_id } })).body.data
      const at = `/api/v1/services/${id}/channels/${kind}`
      const save = (change: object) => test.call('PUT', at, { as, body: change })
      const get = async () => (await test.call('GET', at, { as })).body.data
      const saved = await save({ daily_runs: 1_000, ...body })
      const hook = new URL((await get()).callback_url ?? 'http://x/none').pathname
      const post = ({ body: payload, headers }: { body: string; headers: Record<string, string> }) =>
        test.app.inject({ method: 'POST', url: hook, headers, payload })
      return { as, id, at, hook, save, get, saved, post }
    },
  }
}
