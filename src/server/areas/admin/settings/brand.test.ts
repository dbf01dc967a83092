import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NodeError } from '#nodes/node.ts'
import { findLogoPicture } from '#server/platform/settings/brand.store.ts'
import { brandReader, mailBrandReader } from '#server/platform/settings/brand.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { drawLogo, LOGO_SHAPES } from '#server/runners/documents/logo.ts'
import { JobError } from '#server/runners/serve.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

async function drawHere(bytes: Buffer) {
  try {
    const [page, mail, icon] = await Promise.all(LOGO_SHAPES.map((shape) => drawLogo(bytes, shape)))
    if (!page || !mail || !icon) throw new Error('Three pictures were drawn')
    return { page: page.picture, mail: mail.picture, icon: icon.picture, width: page.width, height: page.height }
  } catch (error) {
    if (error instanceof JobError) throw new NodeError(error.code, error.message)
    throw error
  }
}

let test: TestApp
let root: Person
beforeAll(async () => {
  const late: { test?: TestApp } = {}
  test = await createTestApp({
    deps: { drawLogo: drawHere },
    readLogo: async (id, picture) => (late.test ? findLogoPicture(late.test.database.db, id, picture) : null),
  })
  late.test = test
  root = await test.person('super_admin')
})
afterAll(() => test.close())

const PATH = '/api/v1/admin/settings/brand'
const ACCENT = { light: '#1d4ed8', dark: '#93c5fd' }
const UNCHANGED = { name: null, accent: null, logo: null }
const current = async () => (await test.call('GET', '/api/v1/admin/settings', { as: root })).body.data.brand
async function put(value: object, as: Person | null = root) {
  const { version } = await current()
  return test.call('PUT', PATH, { as, body: { version, value: { ...UNCHANGED, ...value }, reason: 'Our own brand' } })
}

const BOUNDARY = 'b'.repeat(24)
function upload(content: Buffer, as: Person | null = root, type = 'image/png') {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="logo.png"\r\nContent-Type: ${type}\r\n\r\n`
  return test.call('POST', `${PATH}/logo`, {
    as,
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
}
const png = (width: number, height: number, colour = '#1d4ed8'): Buffer => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = colour
  context.fillRect(0, 0, width, height)
  return canvas.toBuffer('image/png')
}

describe('the brand', () => {
  it('applies on another process within two seconds, and names what was before and after', async () => {
    const other = await openSettings(test.database.db, { warn: () => {} })
    const brand = brandReader(other, 'Chowk')
    expect(brand()).toEqual({ name: 'Chowk', accent: null, logo: null })
    expect((await put({ name: ' Asha AI ', accent: ACCENT })).status).toBe(200)
    await expect.poll(brand, { timeout: 2000, interval: 20 }).toEqual({ name: 'Asha AI', accent: ACCENT, logo: null })
    expect(brand()).toBe(brand())
    expect((await put({})).status).toBe(200)
    await expect.poll(() => brand().name, { timeout: 2000, interval: 20 }).toBe('Chowk')
    await other.close()
    const { rows } = await test.database.pool.query(
      `select reason, details from audit_log where action = 'brand.change' order by id limit 1`,
    )
    const details = { name: { from: null, to: 'Asha AI' }, accent: { from: null, to: ACCENT } }
    expect(rows).toEqual([{ reason: 'Our own brand', details }])
  })

  it('is refused with its field, and nothing changes', async () => {
    const before = await current()
    for (const [value, field] of [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(41) }, 'name'],
      [{ name: 'Two\nlines' }, 'name'],
      [{ name: 'Asha\u202e' }, 'name'],
      [{ accent: { ...ACCENT, light: 'red' } }, 'accent.light'],
      [{ accent: { ...ACCENT, dark: '#1d4ed8;}' } }, 'accent.dark'],
      [{ accent: { light: '#1d4ed8' } }, 'accent.dark'],
      [{ logo: { id: 'ab'.repeat(16), width: 1, height: 1, with_name: true } }, 'logo'],
      [{ logo: { id: '../../secret', width: 1, height: 1, with_name: true } }, 'logo.id'],
    ] as const) {
      const { status, body } = await put(value)
      expect([value, status, body.errors?.[0].field]).toEqual([value, 400, `value.${field}`])
    }
    expect(await current()).toEqual(before)
  })

  it('refuses each colour that cannot be read by name, with its contrast and one that can', async () => {
    const { status, body } = await put({ accent: { light: '#ffcc00', dark: '#220044' } })
    expect(status).toBe(400)
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'value.accent.light',
      'value.accent.dark',
    ])
    const offered = body.errors.map(({ message }: { message: string }) => {
      expect(message).toMatch(/is \d\.\d\d:1, and 4\.5:1 is needed/)
      return /(#[0-9a-f]{6})\.$/.exec(message)?.[1]
    })
    expect((await put({ accent: { light: offered[0], dark: offered[1] } })).status).toBe(200)
    await put({})
  })

  it('is the super admin’s alone', async () => {
    for (const as of [await test.person('admin'), await test.person()]) {
      expect((await put({}, as)).status).toBe(403)
      expect((await upload(png(64, 64), as)).status).toBe(403)
    }
    expect((await upload(png(64, 64), null)).status).toBe(401)
  })
})

describe('a logo', () => {
  it('is redrawn, and shown to everyone once the brand names it', async () => {
    const uploaded = await upload(Buffer.concat([png(1000, 250), Buffer.from('<script>alert(1)</script>')]))
    expect([uploaded.status, uploaded.body.data]).toEqual([
      200,
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), width: 416, height: 104 },
    ])
    const { id } = uploaded.body.data
    expect((await put({ logo: { ...uploaded.body.data, with_name: false } })).status).toBe(200)
    const page = await test.call('GET', `/brand/${id}.webp`)
    expect([page.status, page.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(page.headers['cache-control']).toContain('immutable')
    const icon = await test.call('GET', `/brand/${id}-icon.png`)
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/png'])
    expect(String(page.body)).not.toContain('script')
    const settings = await openSettings(test.database.db, { warn: () => {} })
    const { logo } = await mailBrandReader(test.database.db, brandReader(settings, 'Chowk'))()
    expect(logo?.subarray(1, 4).toString()).toBe('PNG')
    await settings.close()
  })

  it('is refused by its field when it is no picture, too large, or of an odd shape', async () => {
    const before = await current()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const [content, status, code] of [
      [svg, 415, 'file_unsupported'],
      [createCanvas(64, 64).toBuffer('image/jpeg'), 415, 'file_unsupported'],
      [Buffer.from(''), 400, 'file_empty'],
      [png(64, 64).subarray(0, 60), 400, 'file_broken'],
      [Buffer.concat([png(64, 64), Buffer.alloc(200_001)]), 413, 'file_too_large'],
      [png(31, 64), 415, 'file_unsupported'],
      [png(600, 40), 415, 'file_unsupported'],
      [png(4001, 1000), 413, 'file_too_large'],
    ] as const) {
      const { body, status: answered } = await upload(content)
      expect([code, answered, body.errors?.[0]]).toEqual([
        code,
        status,
        expect.objectContaining({ code, field: 'file' }),
      ])
    }
    expect(await current()).toEqual(before)
  })

  it('that is not there answers 404', async () => {
    for (const path of [`/brand/${'0'.repeat(32)}.webp`, '/brand/..%2fsecret.webp', '/brand/x-icon.png'])
      expect((await test.call('GET', path)).status).toBe(404)
  })
})
