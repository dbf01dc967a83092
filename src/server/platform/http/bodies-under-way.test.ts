import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { beginForm, type SlowForm, type SlowSender } from '#test/support/slow-senders.ts'

let test: TestApp
let url: string
beforeAll(async () => {
  const mail = { mailInDomain: 'flows.example', mailInSecret: 'a-secret-of-the-operator' }
  test = await createTestApp({ trustProxy: 1, deps: mail })
  url = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

const open: SlowSender[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const one of open) one.drop()
  await Promise.allSettled(open.map(({ answer }) => answer))
  open.length = 0
  await expect.poll(incoming).toEqual([])
})

const incoming = () => readdirSync(join(test.folder, 'files/incoming'), { withFileTypes: true }).map(({ name }) => name)
async function begin(form: Partial<SlowForm> = {}): Promise<SlowSender> {
  const begun = await beginForm(url, { path: '/api/v1/files', ip: '203.0.113.9', bytes: 1000, ...form })
  begun.answer.catch(() => {})
  open.push(begun)
  return begun
}
const beginMany = async (count: number, form: (index: number) => Partial<SlowForm>): Promise<SlowSender[]> => {
  const begun: SlowSender[] = []
  for (let index = 0; index < count; index++) begun.push(await begin(form(index)))
  return begun
}
const tooMany = { status: 429, code: 'too_many_uploads', retry_after: '5' }
const full = { status: 503, code: 'unavailable', retry_after: '5' }

describe('uploads under way', () => {
  it('are few for one visitor, and the next is taken when one has ended', async () => {
    const mine = await beginMany(SERVER_LIMITS.uploads_of_visitor, () => ({}))
    expect(await (await begin()).answer).toEqual(tooMany)
    const other = await begin({ ip: '203.0.113.10' })
    other.finish()
    expect((await other.answer).status).toBe(201)
    mine[0]?.finish()
    expect((await mine[0]?.answer)?.status).toBe(201)
    const next = await begin()
    next.finish()
    expect((await next.answer).status).toBe(201)
  })

  it('end with the connection of their sender', async () => {
    const mine = await beginMany(SERVER_LIMITS.uploads_of_visitor, () => ({}))
    await expect.poll(incoming).toHaveLength(mine.length)
    for (const one of mine) one.drop()
    await expect.poll(incoming).toEqual([])
    const next = await begin()
    next.finish()
    expect((await next.answer).status).toBe(201)
  })

  it('of visitors together leave room for accounts, which have ten each', async () => {
    const most = SERVER_LIMITS.upload_bytes_of_visitors / SERVER_LIMITS.file_bytes
    await beginMany(most, (index) => ({ ip: `198.51.100.${index}`, bytes: SERVER_LIMITS.file_bytes }))
    expect(await (await begin()).answer).toEqual(full)
    const person = await test.person()
    const headers = { authorization: `Bearer ${person.token}` }
    const own = await beginMany(SERVER_LIMITS.uploads_of_account, () => ({ headers }))
    expect(await (await begin({ headers })).answer).toEqual(tooMany)
    for (const one of own) one.finish()
    const answers = await Promise.all(own.map(({ answer }) => answer))
    expect(answers.map(({ status }) => status)).toEqual(own.map(() => 201))
  })

  it('end with a named error when their sender sends nothing any more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const mine = await beginMany(SERVER_LIMITS.uploads_of_visitor, () => ({}))
    await vi.waitFor(() => expect(incoming()).toHaveLength(mine.length))
    vi.advanceTimersByTime(SERVER_LIMITS.body_stalled_ms * 2)
    for (const { answer } of mine) expect(await answer).toMatchObject({ status: 408, code: 'request_timeout' })
    const next = await begin()
    next.finish()
    expect((await next.answer).status).toBe(201)
  })
})

describe('forms that webhooks are sent', () => {
  const form = { path: '/hooks/mail', bytes: 9_900_000 }
  it('are few for one sender and for all together, before they are read', async () => {
    const first = await beginMany(3, () => form)
    expect(await (await begin(form)).answer).toEqual(tooMany)
    await beginMany(3, () => ({ ...form, ip: '203.0.113.10' }))
    expect(await (await begin({ ...form, ip: '203.0.113.11' })).answer).toEqual(full)
    first[0]?.finish()
    expect(await first[0]?.answer).toMatchObject({ status: 403, code: 'hook_refused' })
    const next = await begin({ ...form, ip: '203.0.113.11' })
    next.finish()
    expect(await next.answer).toMatchObject({ status: 403, code: 'hook_refused' })
  })

  it('end with a named error when their sender sends nothing any more', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { answer } = await begin(form)
    vi.advanceTimersByTime(SERVER_LIMITS.body_stalled_ms * 2)
    expect(await answer).toMatchObject({ status: 408, code: 'request_timeout' })
  })
})
