/** Limits that operators change at runtime, each where it is enforced. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RUNTIME_LIMIT_NAMES, RUNTIME_LIMITS, type RuntimeLimits } from '#contract/admin/runtime-limit-values.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { givePlan } from '#test/support/plans.ts'

const ECHO = workflow([node('start', 'manual_trigger'), set('said', { said: 'x' })], wires('start > said'))

let test: TestApp
let root: Person
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  root = await test.person('super_admin')
  seller = await test.person('seller')
  await addAgent(test.database.pool, seller.id, ECHO, { slug: 'echo' })
})
afterAll(() => test.close())

const PATH = '/api/v1/admin/settings/limits'
const current = async () => (await test.call('GET', '/api/v1/admin/settings', { as: root })).body.data.limits
async function put(value: unknown, as: Person | null = root) {
  const { version } = await current()
  return test.call('PUT', PATH, { as, body: { version, value, reason: 'Sized for our machine' } })
}
const limitTo = async (value: Partial<RuntimeLimits>) => expect((await put(value)).status).toBe(200)
beforeEach(() => limitTo({}))

const BOUNDARY = 'b'.repeat(24)
const upload = (bytes: number, as: Person | null, ip = '203.0.113.1') => {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="notes.txt"\r\nContent-Type: text/plain\r\n\r\n`
  return test.call('POST', '/api/v1/files', {
    as,
    ip,
    payload: `${head}${'a'.repeat(bytes)}\r\n--${BOUNDARY}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
}

describe('a limit', () => {
  it('of the size of files holds for uploads and for what runs write', async () => {
    await limitTo({ upload_mb: 1 })
    expect((await upload(999_000, seller)).status).toBe(201)
    const refused = await upload(1_000_001, seller)
    expect([refused.status, refused.body.errors[0].code]).toEqual([413, 'file_too_large'])
    const files = createFilePort({ db: test.database.db, files: test.files })
    const file = { name: 'notes.txt', mime: 'text/plain', bytes: Buffer.alloc(1_000_001, 'a') }
    await expect(files.write(file, { user_id: seller.id }, 'key')).rejects.toMatchObject({ code: 'file_too_large' })
    await limitTo({})
    expect((await upload(1_000_001, seller)).status).toBe(201)
  })

  it('of visitors holds for their runs and files', async () => {
    await limitTo({ visitor_runs_per_day: 2, visitor_files: 1 })
    const ip = '203.0.113.9'
    const run = () =>
      test.call('POST', '/api/v1/workflows/execute', { body: { agent_id: 'echo', input: { text: 'x' } }, ip })
    expect([(await run()).status, (await run()).status, (await run()).status]).toEqual([200, 200, 429])
    const left = await test.call('GET', '/api/v1/visitor/runs', { ip })
    expect([left.status, left.body.data]).toEqual([200, { limit: 2, remaining: 0 }])
    expect([(await upload(10, null, ip)).status, (await upload(10, null, ip)).status]).toEqual([201, 429])
  })

  it('of an account holds for its services and workflows, and what is above it stays', async () => {
    const as = await test.person('seller')
    await givePlan(test.database, as.id)
    const service = () => test.call('POST', '/api/v1/services', { as, body: { agent_id: 'echo' } })
    const make = () => test.call('POST', '/api/v1/workflows', { as, body: { name: 'One' } })
    expect([(await service()).status, (await service()).status]).toEqual([201, 201])
    await limitTo({ services_per_user: 1, workflows_per_user: 1 })
    const refused = await service()
    expect([refused.status, refused.body.errors[0].message]).toEqual([409, 'An account can have up to 1 services.'])
    expect((await test.call('GET', '/api/v1/services', { as })).body.data.total).toBe(2)
    expect([(await make()).status, (await make()).status]).toEqual([201, 409])
  })

  it('of requests a minute holds from the next request on', async () => {
    await limitTo({ requests_per_minute: 120 })
    const ip = '198.51.100.77'
    const ask = async () => (await test.call('GET', '/api/v1/site', { ip })).status
    for (let sent = 0; sent < 120; sent++) expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
    await limitTo({})
    expect(await ask()).toBe(200)
  })

  it('of the contact form holds for it', async () => {
    await limitTo({ contact_messages_per_hour: 1 })
    const body = {
      name: 'Kavya',
      email: 'kavya@clinic.example',
      topic: 'help',
      message: 'Do you have an office in Goa?',
    }
    const write = () => test.call('POST', '/api/v1/contact', { body, ip: '198.51.100.9' })
    expect([(await write()).status < 300, (await write()).status]).toEqual([true, 429])
  })
})

describe('the setting', () => {
  it('is the super admin’s alone, and refuses what is out of bounds by its field', async () => {
    const { version } = await current()
    for (const as of [seller, await test.person('admin')])
      expect((await test.call('PUT', PATH, { as, body: { version, value: {}, reason: 'x' } })).status).toBe(403)
    for (const name of RUNTIME_LIMIT_NAMES) {
      const { least, most } = RUNTIME_LIMITS[name]
      for (const wrong of [least - 1, most + 1, least + 0.5, '7', null]) {
        const { status, body } = await put({ [name]: wrong })
        expect([name, wrong, status, body.errors[0].field]).toEqual([name, wrong, 400, `value.${name}`])
      }
    }
    expect((await put({ walls: 4 })).status).toBe(400)
    expect((await current()).value).toEqual({})
  })

  it('applies on another process within two seconds', async () => {
    const other = await openSettings(test.database.db, { warn: () => {} })
    await limitTo({ requests_per_minute: 500 })
    await expect.poll(() => other.now().limits, { timeout: 2000, interval: 20 }).toEqual({ requests_per_minute: 500 })
    await other.close()
  })
})
