import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_LIMITS } from '#contract/admin/runtime-limit-values.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { StoredFile } from '#contract/runs/files.ts'
import { NodeError } from '#nodes/node.ts'
import { type CallOptions, createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { displayName, removeExpired } from './files.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

let test: TestApp
let somebody: Person
let parses = 0
beforeAll(async () => {
  test = await createTestApp({
    documents: {
      readText: async () => {
        parses++
        throw new NodeError('file_encrypted', 'The file is protected by a password.')
      },
      renderPage: async (_path, page) => {
        if (page > 1) throw new NodeError('page_not_found', 'This PDF has 1 page')
        return Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      },
    },
  })
  somebody = await test.person()
})
afterAll(() => test.close())

const part = (content: Buffer | string, { name = 'a.pdf', type = 'application/pdf', field = 'file' } = {}) => {
  const boundary = 'b'.repeat(24)
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
const upload = (content: Buffer | string, options?: Parameters<typeof part>[1], who: CallOptions = { as: somebody }) =>
  test.call('POST', '/api/v1/files', { ...part(content, options), ...who })
const get = (path: string, who: CallOptions = { as: somebody }) => test.call('GET', `/api/v1/files/${path}`, who)

describe('an upload', () => {
  it('is stored under an id and comes back as an attachment, byte for byte', async () => {
    const { status, body } = await upload(PDF, { name: '../../Arzt & Söhne.pdf' })
    expect(status).toBe(201)
    const file = StoredFile.parse(body.data)
    expect(file).toMatchObject({
      name: 'Arzt & Söhne.pdf',
      mime: 'application/pdf',
      bytes: PDF.length,
      expires_at: null,
    })
    const back = await get(file.id)
    expect(back.body).toBe(PDF.toString())
    expect(back.headers['content-disposition']).toMatch(
      /^attachment; filename="[\w.-]+"; filename\*=UTF-8''Arzt%20%26%20S%C3%B6hne.pdf$/,
    )
    expect(back.headers['content-security-policy']).toContain('sandbox')
    expect(back.headers['x-content-type-options']).toBe('nosniff')
  })

  it.each([
    ['of nothing', '', {}, 400, 'file_empty'],
    [
      'of a program',
      '\x7fELF\x02\x01\x01',
      { name: 'a.bin', type: 'application/octet-stream' },
      415,
      'file_unsupported',
    ],
    ['that lies about its type', '<html><script>alert(1)</script></html>', {}, 415, 'file_type_mismatch'],
  ])('%s is refused and leaves nothing', async (_case, content, options, status, code) => {
    const before = await test.database.pool.query('select count(*) from files')
    const answer = await upload(content, options)
    expect([answer.status, answer.body.errors[0].code]).toEqual([status, code])
    expect((await test.database.pool.query('select count(*) from files')).rows).toEqual(before.rows)
  })

  it('with a second file is refused by its name and leaves nothing', async () => {
    const before = await test.database.pool.query('select count(*) from files')
    const first = part(PDF)
    const second = part(PDF, { name: 'b.pdf', field: 'other' })
    const end = `--${'b'.repeat(24)}--\r\n`
    const payload = Buffer.concat([first.payload.subarray(0, -end.length), second.payload])
    const { status, body } = await test.call('POST', '/api/v1/files', { ...first, payload, as: somebody })
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ field: 'other', message: expect.stringContaining('b.pdf') })
    expect((await test.database.pool.query('select count(*) from files')).rows).toEqual(before.rows)
  })

  it('over the limit is refused', async () => {
    const { status, body } = await upload(Buffer.concat([PDF, Buffer.alloc(SERVER_LIMITS.file_bytes)]))
    expect([status, body.errors[0].code]).toEqual([413, 'file_too_large'])
  })

  it('without a file, or not as a form, is refused', async () => {
    const boundary = 'c'.repeat(24)
    const empty = await test.call('POST', '/api/v1/files', {
      as: somebody,
      payload: `--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    expect([empty.status, empty.body.errors[0].code]).toEqual([400, 'file_missing'])
    expect((await test.call('POST', '/api/v1/files', { as: somebody, body: {} })).status).toBe(415)
    const broken = { as: somebody, payload: 'x', headers: { 'content-type': 'multipart/form-data; boundary=zzz' } }
    expect((await test.call('POST', '/api/v1/files', broken)).status).toBe(422)
    const cut = part(PDF)
    const half = { as: somebody, payload: cut.payload.subarray(0, -40), headers: cut.headers }
    expect((await test.call('POST', '/api/v1/files', half)).status).toBe(422)
    const unbounded = { as: somebody, payload: 'x', headers: { 'content-type': 'multipart/form-data' } }
    expect((await test.call('POST', '/api/v1/files', unbounded)).status).toBeLessThan(500)
  })
})

describe('a visitor', () => {
  it('owns files by address, for 24 hours, a few at a time', async () => {
    const me = { as: null, ip: '192.0.2.77' }
    const { body } = await upload(PDF, {}, me)
    const left = new Date(body.data.expires_at).getTime() - Date.now()
    expect(left).toBeGreaterThan(23.9 * 3_600_000)
    expect(left).toBeLessThanOrEqual(24 * 3_600_000)
    expect((await get(body.data.id, me)).status).toBe(200)
    expect((await get(body.data.id, { as: null, ip: '192.0.2.78' })).status).toBe(404)
    expect((await get(body.data.id, { as: somebody })).status).toBe(404)
    for (let kept = 2; kept < RUNTIME_LIMITS.visitor_files.default; kept++)
      expect((await upload(PDF, {}, me)).status).toBe(201)
    const atOnce = Array.from({ length: SERVER_LIMITS.uploads_of_visitor }, () => upload(PDF, {}, me))
    const last = (await Promise.all(atOnce)).map(({ status, body: { errors } }) => errors?.[0].code ?? status)
    expect(last.sort()).toEqual([201, 'visitor_quota', 'visitor_quota'])
  })

  it('of IPv6 is the whole network of a household', async () => {
    const { body } = await upload(PDF, {}, { as: null, ip: '2001:db8:1:2::1' })
    expect((await get(body.data.id, { as: null, ip: '2001:db8:1:2:ffff::9' })).status).toBe(200)
    expect((await get(body.data.id, { as: null, ip: '2001:db8:1:3::1' })).status).toBe(404)
  })

  it('loses them when the time is over', async () => {
    const me = { as: null, ip: '192.0.2.99' }
    const { body } = await upload(PDF, {}, me)
    await test.database.pool.query("update files set expires_at = now() - interval '1 s' where id = $1", [body.data.id])
    expect((await get(body.data.id, me)).status).toBe(404)
    expect(await removeExpired({ db: test.database.db, files: test.files })).toBe(1)
    await test.tidy()
    await expect(test.files.borrow(body.data.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('what is made from a file', () => {
  it('is a refusal with a name when it cannot be read', async () => {
    const { body } = await upload(PDF)
    const answer = await get(`${body.data.id}/text`)
    expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'file_encrypted'])
    expect(parses).toBe(1)
  })

  it('is the picture of a page', async () => {
    const { body } = await upload(PDF)
    const page = await get(`${body.data.id}/pages/1`)
    expect([page.status, page.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await get(`${body.data.id}/pages/2`)).status).toBe(404)
    expect((await get(`${body.data.id}/pages/0`)).status).toBe(400)
  })
})

describe('a shown name', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\scan.pdf', 'scan.pdf'],
    ['a\u0000b\r\nc.pdf', 'abc.pdf'],
    ['', 'file'],
    ['/', 'file'],
    ['x'.repeat(500), 'x'.repeat(200)],
  ])('of %j is %j', (given, shown) => expect(displayName(given)).toBe(shown))
})
