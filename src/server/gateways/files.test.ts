import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { workForOwner } from '#nodes/work-for.ts'
import { docx, neverDeleted, pdf, zip } from '#test/support/files.ts'
import { detectFileType, detectTypeOfFile } from './file-type.ts'
import { createFileStore, type FileStore, type UploadClaims } from './files.ts'
import { createFolderObjects } from './storage/folder-objects.ts'

let dir: string
let files: FileStore
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'chowk-files-'))
  files = createFileStore({ objects: createFolderObjects({ dir }), whileKept: neverDeleted })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const never = new AbortController().signal
const asha = workForOwner({ user_id: 'asha' }, never)
const NOTHING: UploadClaims = { name: null, mime: null }
const kept = (): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
const put = (bytes: Buffer | string, claims: UploadClaims = NOTHING, id: string = randomUUID()) =>
  files.put(id, Readable.from([Buffer.from(bytes)]), claims)
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'stored',
    (cause: { code?: string }) => cause.code ?? String(cause),
  )
const PNG = Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')
const JPEG = Buffer.from('\xff\xd8\xff\xe0....', 'latin1')

describe('a stored file', () => {
  it('lies under its id, measured and hashed', async () => {
    const id = randomUUID()
    const text = 'Some words'
    const stored = await put(text, { name: '../../../etc/passwd\0.txt', mime: 'text/plain; charset=utf-8' }, id)
    const sha256 = createHash('sha256').update(text).digest('hex')
    expect(stored).toEqual({ file_id: id, size: 10, sha256, type: 'text', mime: 'text/plain' })
    expect(kept()).toEqual([`files/files/${id.slice(-2)}/${id}`])
    expect(readFileSync((await files.borrow(id)).path, 'utf8')).toBe(text)
    expect((await buffer(await files.stream(id))).toString()).toBe(text)
  })
  it('can be deleted, with what was made from it', async () => {
    const id = randomUUID()
    await put('x', NOTHING, id)
    await files.derived(id, 'page-1.png', async () => Buffer.from('made'), asha)
    expect(kept()).toHaveLength(2)
    const folder = createFolderObjects({ dir })
    for (const place of files.placesOf(id)) await folder.remove(place)
    expect(kept()).toEqual([])
    await expect(files.borrow(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(files.stream(id)).rejects.toMatchObject({ code: 'not_found' })
  })
  it.each([
    '..',
    '../../etc/passwd',
    '',
    'x',
    `${randomUUID()}/../x`,
    `${randomUUID()}\0`,
    'CON',
    '%2e%2e',
    randomUUID().toUpperCase(),
  ])('is never found under %j', async (id) => {
    await expect(files.borrow(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(files.stream(id)).rejects.toMatchObject({ code: 'not_found' })
    expect(() => files.placesOf(id)).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(await codeOf(put('x', NOTHING, id))).toBe('not_found')
    expect(kept()).toEqual([])
  })
})

describe('what a file is', () => {
  const made: Record<string, () => Buffer | Promise<Buffer>> = {
    pdf: () => pdf((page) => page.text('x')),
    docx: () => docx([{ text: 'x' }]),
    text: () => Buffer.from('words'),
    utf16: () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('words', 'utf16le')]),
    png: () => PNG,
    jpeg: () => JPEG,
    noise: () => Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919) % 256)),
    program: () => Buffer.from('MZ\x90\x00\x03', 'latin1'),
    elf: () => Buffer.from('\x7fELF\x02', 'latin1'),
    zip: () => zip([{ name: 'a.txt', data: Buffer.from('x') }]),
    broken_zip: () => Buffer.from('PK\x03\x04 word/document.xml'),
    gif: () => Buffer.from('GIF89a/*'),
    html: () => Buffer.from('<script>alert(1)</script>'),
    late_pdf: () => Buffer.from('\n\n%PDF-1.4 x'),
  }
  it.each<[string, string | null, string | null, string]>([
    ['pdf', 'a.pdf', 'application/pdf', 'stored'],
    ['pdf', 'A.PDF', 'Application/PDF', 'stored'],
    ['pdf', null, 'application/octet-stream', 'stored'],
    ['pdf', 'no extension', '', 'stored'],
    ['pdf', 'a.txt', null, 'file_type_mismatch'],
    ['pdf', 'a.docx', 'application/pdf', 'file_type_mismatch'],
    ['pdf', 'a.pdf', 'text/plain', 'file_type_mismatch'],
    ['pdf', 'a.pdf', 'image/png', 'file_type_mismatch'],
    ['pdf', 'a.pdf', 'application/x-msdownload', 'file_type_mismatch'],
    ['late_pdf', 'a.pdf', 'application/pdf', 'stored'],
    ['docx', 'a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'stored'],
    ['docx', 'a.docx', 'application/zip', 'file_type_mismatch'],
    ['docx', 'a.pdf', null, 'file_type_mismatch'],
    ['text', 'a.txt', 'text/plain', 'stored'],
    ['text', 'a.md', 'text/markdown', 'stored'],
    ['text', 'a.csv', 'text/csv', 'stored'],
    ['text', 'a.pdf', 'application/pdf', 'file_type_mismatch'],
    ['text', 'a.docx', null, 'file_type_mismatch'],
    ['text', null, 'image/jpeg', 'file_type_mismatch'],
    ['utf16', 'a.txt', 'text/plain', 'stored'],
    ['html', 'a.txt', 'text/html', 'stored'],
    ['html', 'a.pdf', null, 'file_type_mismatch'],
    ['png', 'a.png', 'image/png', 'stored'],
    ['png', 'a.pdf', 'application/pdf', 'file_type_mismatch'],
    ['noise', 'a.pdf', 'application/pdf', 'file_unsupported'],
    ['program', 'a.txt', 'text/plain', 'file_unsupported'],
    ['elf', 'a.txt', null, 'file_unsupported'],
    ['zip', 'a.docx', null, 'file_unsupported'],
    ['broken_zip', 'a.docx', null, 'file_unsupported'],
    ['gif', 'a.txt', null, 'file_unsupported'],
  ])('%s called %j of type %j: %s', async (what, name, mime, expected) => {
    const bytes = (await made[what]?.()) ?? Buffer.alloc(0)
    expect(await codeOf(put(bytes, { name, mime }))).toBe(expected)
    expect(kept()).toHaveLength(expected === 'stored' ? 1 : 0)
  })
  it('may be a picture where pictures are asked for', async () => {
    expect(await put(PNG, { name: 'a.png', mime: 'image/png', accept: ['png', 'jpeg'] })).toMatchObject({
      type: 'png',
      mime: 'image/png',
    })
    expect(await put(JPEG, { name: 'a.jpg', mime: 'image/jpeg', accept: ['png', 'jpeg'] })).toMatchObject({
      type: 'jpeg',
    })
    expect(await codeOf(put('words', { name: 'a.txt', mime: null, accept: ['png', 'jpeg'] }))).toBe('file_unsupported')
  })
})

describe('what a large file is', () => {
  const big = Buffer.alloc(20_000_000, 'word ')
  const noise = randomBytes(20_000_000)
  it.each<[string, Buffer, string | null]>([
    ['text', big, 'text'],
    ['a PDF', Buffer.concat([Buffer.from('%PDF-1.4\n'), noise]), 'pdf'],
    [
      'a DOCX',
      zip([
        { name: 'word/media.bin', data: noise, stored: true },
        { name: 'word/document.xml', data: Buffer.from('x') },
      ]),
      'docx',
    ],
    ['a ZIP file', zip([{ name: 'media.bin', data: noise, stored: true }]), null],
    ['the beginning of a ZIP file', zip([{ name: 'media.bin', data: noise, stored: true }]).subarray(0, -100), null],
    ['a ZIP file whose directory is all of it', Buffer.concat([Buffer.from('PK\x03\x04'), noise, lastRecord(4)]), null],
  ])('is told from a small part of it: %s', async (_what, bytes, type) => {
    let taken = 0
    const handle = {
      stat: async () => ({ size: bytes.length }),
      read: async (into: Buffer, at: number, length: number, from: number) => {
        taken += length
        return { buffer: into, bytesRead: bytes.copy(into, at, from, from + length) }
      },
    }
    expect(await detectTypeOfFile(handle as unknown as FileHandle)).toBe(type)
    expect(taken).toBeLessThan(2_200_000)
    expect(detectFileType(bytes)).toBe(type)
  })
})

it('a large file that is stored is not read into memory to find out what it is', async () => {
  const handle = await open(import.meta.filename)
  const read = vi.spyOn(Object.getPrototypeOf(handle), 'read')
  await handle.close()
  await put(
    zip([
      { name: 'word/media.bin', data: randomBytes(20_000_000), stored: true },
      { name: 'word/document.xml', data: PNG },
    ]),
  )
  const lengths = read.mock.calls.map(([, , length]) => Number(length))
  read.mockRestore()
  expect(lengths).toHaveLength(3)
  expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(200_000)
})

/** The end of a ZIP file with one entry, whose directory begins at `offset`. */
function lastRecord(offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(offset, 16)
  return end
}

describe('an upload', () => {
  it('of nothing is refused', async () => {
    expect(await codeOf(put(''))).toBe('file_empty')
    expect(await codeOf(files.put(randomUUID(), Readable.from([]), NOTHING))).toBe('file_empty')
    expect(kept()).toEqual([])
  })
  it('names the field', async () => {
    await expect(put('')).rejects.toMatchObject({ problems: [{ field: 'file', code: 'file_empty' }] })
  })
  it('ends at the limit, without reading on', async () => {
    let sent = 0
    const endless = new Readable({
      read() {
        sent++
        this.push(Buffer.alloc(65_536, 'x'))
      },
    })
    expect(await codeOf(files.put(randomUUID(), endless, { ...NOTHING, maxBytes: 1_000_000 }))).toBe('file_too_large')
    expect(sent * 65_536).toBeLessThan(3_000_000)
    expect(endless.destroyed).toBe(true)
    expect(kept()).toEqual([])
    expect(await codeOf(put('12345', { ...NOTHING, maxBytes: 5 }))).toBe('stored')
    expect(await codeOf(put('123456', { ...NOTHING, maxBytes: 5 }))).toBe('file_too_large')
  })
  it('that breaks off leaves nothing, a hundred times over', async () => {
    const before = openFiles()
    const broken = Array.from({ length: 100 }, async (_, i) => {
      const stream = new PassThrough()
      const stored = codeOf(files.put(randomUUID(), stream, NOTHING))
      stream.write(Buffer.alloc(1000 * i, 'x'))
      stream.destroy(i % 2 === 0 ? new Error('cut') : undefined)
      return stored
    })
    for (const outcome of await Promise.all(broken)) expect(outcome).toMatch(/Error: cut|ERR_STREAM_PREMATURE_CLOSE/)
    expect(kept()).toEqual([])
    expect(openFiles()).toBeLessThanOrEqual(before + 2)
  })
  it.each(['ENOSPC', 'EROFS', 'EDQUOT'])('that the disk does not take (%s) is asked for again later', async (code) => {
    const take = () => Promise.reject(Object.assign(new Error('the disk'), { code }))
    const store = Object.assign(createFolderObjects({ dir }), { take })
    const full = createFileStore({ objects: store, whileKept: neverDeleted })
    expect(await codeOf(full.put(randomUUID(), Readable.from([Buffer.from('A note.')]), NOTHING))).toBe('unavailable')
    expect(kept()).toEqual([])
  })
  it('that a crash left is swept after an hour, a running one is not', async () => {
    await put('x')
    const [old, young] = ['old', 'young'].map((name) => join(dir, 'files/incoming', name))
    if (old === undefined || young === undefined) throw new Error('unreachable')
    writeFileSync(old, 'x')
    writeFileSync(young, 'x')
    utimesSync(old, 0, 0)
    await files.sweep()
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
    await createFileStore({
      objects: createFolderObjects({ dir: join(dir, 'empty') }),
      whileKept: neverDeleted,
    }).sweep()
  })
})

const openFiles = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)

describe('what is made from a file', () => {
  it('is made once, also when many ask at the same time', async () => {
    const id = randomUUID()
    await put('x', NOTHING, id)
    let made = 0
    const make = async () => {
      made++
      await new Promise((resolve) => setImmediate(resolve))
      return Buffer.from('made')
    }
    const all = await Promise.all(Array.from({ length: 20 }, () => files.derived(id, 'page-1-900.png', make, asha)))
    expect(all.map(String)).toEqual(Array(20).fill('made'))
    expect(
      String(
        await createFileStore({ objects: createFolderObjects({ dir }), whileKept: neverDeleted }).derived(
          id,
          'page-1-900.png',
          make,
          asha,
        ),
      ),
    ).toBe('made')
    expect(made).toBe(1)
  })
  it('is not kept when making fails', async () => {
    const id = randomUUID()
    const failing = files.derived(
      id,
      'a.json',
      () => Promise.reject(Object.assign(new Error('no'), { code: 'file_broken' })),
      asha,
    )
    await expect(failing).rejects.toThrow('no')
    expect(String(await files.derived(id, 'a.json', async () => Buffer.from('yes'), asha))).toBe('yes')
  })
  it('is not waited for in the line of another owner who asked first', async () => {
    const id = randomUUID()
    await put('x', NOTHING, id)
    const first = Promise.withResolvers<Buffer>()
    const waiting = files.derived(id, 'a.json', () => first.promise, workForOwner({ visitor_key: 'greedy' }, never))
    expect(String(await files.derived(id, 'a.json', async () => Buffer.from('mine'), asha))).toBe('mine')
    first.resolve(Buffer.from('theirs'))
    await waiting
  })
  it('is made for a second step although the first was cancelled, and waiting for it is not that step’s work', async () => {
    const id = randomUUID()
    await put('x', NOTHING, id)
    const [begun, cancelled] = [Promise.withResolvers<void>(), Promise.withResolvers<Buffer>()]
    const make = () => {
      begun.resolve()
      return cancelled.promise
    }
    const first = codeOf(files.derived(id, 'a.json', make, asha))
    const told: string[] = []
    const step = {
      waits: () => {
        told.push('waits')
        return () => void told.push('works')
      },
      measure: <T>(work: () => T) => work(),
      chargeCode: () => {},
      workflow_version: 'v1',
    }
    const second = files.derived(
      id,
      'a.json',
      async () => {
        told.push('makes')
        return Buffer.from('made')
      },
      { ...asha, step },
    )
    await begun.promise
    cancelled.reject(Object.assign(new Error('used up'), { code: 'cpu_limit' }))
    expect(await first).toBe('cpu_limit')
    expect(String(await second)).toBe('made')
    expect(told).toEqual(['waits', 'works', 'makes'])
  })
  it.each(['../x', 'a/b', '', '.hidden', 'A', 'x'.repeat(100)])('never lies at %j', (key) => {
    return expect(codeOf(files.derived(randomUUID(), key, async () => Buffer.from('x'), asha))).resolves.toMatch(
      /not a valid file key/i,
    )
  })
})
