import { deflateSync } from 'node:zlib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AVATAR } from '#contract/accounts/avatar-limits.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let runners: Runners
beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({ portrait: runners.documents.portrait })
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

async function picture(type: 'png' | 'jpeg' | 'webp', width = 400, height = 300): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'red'
  context.fillRect(0, 0, width / 2, height)
  context.fillStyle = 'blue'
  context.fillRect(width / 2, 0, width / 2, height)
  return type === 'png' ? canvas.encode('png') : canvas.encode(type, 90)
}

function upload(as: Person | null, bytes: Buffer, name = 'me.png', type = 'image/png') {
  const boundary = 'x'.repeat(20)
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return test.call('POST', '/api/v1/users/me/avatar', { as, payload, headers })
}

const raw = async (url: string) => {
  const { statusCode, headers, rawPayload } = await test.app.inject({ url })
  return { status: statusCode, headers, bytes: rawPayload }
}
const chunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
}
/** A PNG that says it is so large. */
const pngOf = (width: number, height: number) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture of oneself', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is taken as %s and shown publicly as a small square', async (type) => {
    const asha = await test.person()
    const { status, body } = await upload(asha, await picture(type), `me.${type}`, `image/${type}`)
    expect(status).toBe(200)
    expect(body.data.avatar_url).toMatch(/^\/api\/v1\/avatars\/[\w-]{22}$/)
    const shown = await raw(body.data.avatar_url)
    expect(shown).toMatchObject({ status: 200 })
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const image = await loadImage(shown.bytes)
    expect([image.width, image.height]).toEqual([AVATAR.size_px, AVATAR.size_px])
    // The middle of it: red on the left, blue on the right, to the edges.
    const canvas = createCanvas(256, 256)
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    const [red] = context.getImageData(4, 128, 1, 1).data
    const blue = context.getImageData(251, 128, 1, 1).data[2]
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeGreaterThan(200)
  })

  it('keeps nothing that the camera wrote with it, and is upright', async () => {
    const jpeg = await picture('jpeg', 600, 300)
    // EXIF with orientation 6 (turn right) and a place in the description.
    const tiff = Buffer.from('4D4D002A0000000800010112000300000001000600000000', 'hex')
    const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from('GPS 12.9716 N 77.5946 E')])
    const segment = Buffer.alloc(4)
    segment.set([0xff, 0xe1])
    segment.writeUInt16BE(body.length + 2, 2)
    const asha = await test.person()
    const { body: answer } = await upload(
      asha,
      Buffer.concat([jpeg.subarray(0, 2), segment, body, jpeg.subarray(2)]),
      'me.jpg',
      'image/jpeg',
    )
    const { bytes } = await raw(answer.data.avatar_url)
    expect(bytes.includes('GPS') || bytes.includes('Exif')).toBe(false)
    const context = createCanvas(256, 256).getContext('2d')
    context.drawImage(await loadImage(bytes), 0, 0)
    const [red, , blue] = context.getImageData(128, 4, 1, 1).data
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeLessThan(60)
  })

  it('replaces the one before, whose address stops working; removing it removes it', async () => {
    const asha = await test.person()
    const first = (await upload(asha, await picture('png'))).body.data.avatar_url
    const second = (await upload(asha, await picture('jpeg'), 'a.jpg', 'image/jpeg')).body.data.avatar_url
    expect(second).not.toBe(first)
    expect((await raw(first)).status).toBe(404)
    const removed = await test.call('DELETE', '/api/v1/users/me/avatar', { as: asha })
    expect(removed).toMatchObject({ status: 200, body: { data: { avatar_url: null } } })
    expect((await raw(second)).status).toBe(404)
    expect((await test.call('DELETE', '/api/v1/users/me/avatar', { as: asha })).status).toBe(200)
    const { rows } = await test.database.pool.query('select count(*) from avatars where owner_id = $1', [asha.id])
    expect(rows[0].count).toBe(0)
  })

  it('goes with avatar_url null in the profile, which takes no other address', async () => {
    const asha = await test.person()
    const url = (await upload(asha, await picture('png'))).body.data.avatar_url
    const put = (avatar_url: string | null) =>
      test.call('PUT', '/api/v1/auth/profile', { as: asha, body: { avatar_url } })
    expect(await put('https://example.com/a.png')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'avatar_url', message: 'Upload a picture instead' }] },
    })
    expect((await raw(url)).status).toBe(200)
    expect((await put(null)).body.data.avatar_url).toBeNull()
    expect((await raw(url)).status).toBe(404)
  })

  const hostile: [string, number, Buffer][] = [
    ['nothing', 400, Buffer.alloc(0)],
    ['a text', 415, Buffer.from('not a picture')],
    ['a drawing that can hold scripts', 415, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a GIF', 415, Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['the first bytes of a PNG', 400, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['half a JPEG header', 400, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['a bomb: a small file of 30,000 × 30,000 pixels', 413, pngOf(30_000, 30_000)],
    ['a bomb whose sides pass 32 bits', 413, pngOf(4_294_967_295, 4_294_967_295)],
    ['a picture without pixels', 400, pngOf(0, 0)],
    ['more than 5 MB', 413, Buffer.concat([pngOf(10, 10), Buffer.alloc(5_000_001)])],
    ['noise behind a WebP header', 400, Buffer.from(`RIFF\xff\xff\xff\x7fWEBPVP8 ${'\x07'.repeat(60)}`, 'latin1')],
  ]
  it.each(hostile)('is refused when it is %s', async (_what, expected, bytes) => {
    const asha = await test.person()
    const { status, body } = await upload(asha, bytes)
    expect([status, body.errors[0].field]).toEqual([expected, 'file'])
    expect((await test.call('GET', '/api/v1/users/me', { as: asha })).body.data.avatar_url).toBeNull()
  })

  it('is nobody’s who is not signed in, and no address is guessed', async () => {
    expect((await upload(null, await picture('png'))).status).toBe(401)
    expect((await raw('/api/v1/avatars/AAAAAAAAAAAAAAAAAAAAAA')).status).toBe(404)
    expect((await raw('/api/v1/avatars/../../etc/passwd')).status).toBe(404)
    expect((await raw('/api/v1/avatars/x')).status).toBe(400)
  })
})
