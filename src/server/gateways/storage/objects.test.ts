/** What every store does alike, and what a service that speaks the protocol of S3 may do to it. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type S3Peer, startS3Peer } from '#peers/s3/server.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { s3SettingsOf } from '#test/support/s3.ts'
import { createFolderObjects } from './folder-objects.ts'
import { isUnavailable, type ObjectStore, openLater } from './objects.ts'
import { whyNotReached } from './open-objects.ts'
import { createS3Objects, type S3Options } from './s3-objects.ts'
import type { S3Settings } from './settings.ts'

let peer: S3Peer
let folder: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  peer = await startS3Peer()
})
afterAll(() => peer.close())
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => {
  peer.trouble = null
  peer.objects.clear()
  peer.uploads.clear()
  folder.remove()
})

const never = new AbortController().signal
const MB = 1024 * 1024

const settingsOf = (change: Partial<S3Settings> = {}): S3Settings => ({
  ...s3SettingsOf(peer, 'clinic/a'),
  ...change,
})
const bucket = (change: Partial<S3Options> = {}): ObjectStore =>
  createS3Objects({
    settings: settingsOf(),
    scratch: join(folder.path, 'scratch'),
    part_bytes: 5 * MB,
    ...change,
  })

const STORES: [string, () => ObjectStore][] = [
  ['a folder', () => createFolderObjects({ dir: join(folder.path, 'store') })],
  ['a bucket', () => bucket()],
]

async function keysIn(store: ObjectStore, below = ''): Promise<string[]> {
  const keys: string[] = []
  for await (const { key, bytes } of store.list(below)) keys.push(`${key} ${bytes}`)
  return keys.sort()
}

describe.each(STORES)('%s', (_name, open) => {
  it('keeps bytes, and says what is not there', async () => {
    const store = open()
    await store.put('outputs/executions/a/-result.json', '"नमस्ते"')
    await store.put('outputs/executions/a/-result.json', '"again"')
    expect((await store.read('outputs/executions/a/-result.json'))?.toString()).toBe('"again"')
    expect(await store.size('outputs/executions/a/-result.json')).toBe(7)
    expect(await text((await store.open('outputs/executions/a/-result.json')) as Readable)).toBe('"again"')
    const nothing = 'outputs/executions/a/other.json'
    expect([
      await store.read(nothing),
      await store.size(nothing),
      await store.open(nothing),
      await store.borrow(nothing),
      await openLater(store, nothing),
    ]).toEqual([null, null, null, null, null])
  })

  it.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '.hidden', 'a/.hidden', '', 'a\0b', 'a\\b'])(
    'has no key %j',
    async (key) => {
      const store = open()
      await expect((async () => store.put(key, 'x'))()).rejects.toThrow(/is not a valid key/)
      await expect((async () => store.remove(key))()).rejects.toThrow(/is not a valid key/)
    },
  )

  it('streams what is larger than it holds, whole', async () => {
    const store = open()
    const chunks = Array.from({ length: 26 }, () => randomBytes(512 * 1024))
    expect(await store.write('exports/one.zip', Readable.from(chunks), never)).toBe(13 * MB)
    expect((await store.read('exports/one.zip'))?.equals(Buffer.concat(chunks))).toBe(true)
    expect(await store.write('exports/empty.zip', Readable.from([]), never)).toBe(0)
    expect(await store.size('exports/empty.zip')).toBe(0)
  })

  it('leaves nothing of what breaks off or is stopped', async () => {
    const store = open()
    async function* broken() {
      yield randomBytes(6 * MB)
      yield randomBytes(6 * MB)
      throw new Error('the rows ended')
    }
    await expect(store.write('exports/one.zip', broken(), never)).rejects.toThrow('the rows ended')
    const stop = new AbortController()
    async function* slow() {
      yield randomBytes(6 * MB)
      yield randomBytes(6 * MB)
      stop.abort(new Error('the server stops'))
      yield randomBytes(6 * MB)
    }
    await expect(store.write('exports/two.zip', slow(), stop.signal)).rejects.toThrow(/the server stops|aborted/)
    expect(await keysIn(store)).toEqual([])
    await expect.poll(() => peer.uploads.size).toBe(0)
  })

  it('takes and lends files, and moves objects', async () => {
    const store = open()
    mkdirSync(store.scratch, { recursive: true })
    const file = join(store.scratch, randomUUID())
    writeFileSync(file, 'a document')
    await store.take('files/files/aa/one', file)
    expect(existsSync(file)).toBe(false)
    const [first, second] = [await store.borrow('files/files/aa/one'), await store.borrow('files/files/aa/one')]
    expect(readFileSync(first?.path ?? '', 'utf8')).toBe('a document')
    await first?.[Symbol.asyncDispose]()
    expect(readFileSync(second?.path ?? '', 'utf8')).toBe('a document')
    await second?.[Symbol.asyncDispose]()
    await store.move('files/files/aa/one', 'files/files/bb/two')
    expect(await keysIn(store)).toEqual(['files/files/bb/two 10'])
  })

  it('removes all below a key and nothing else, twice as well', async () => {
    const store = open()
    for (const key of ['files/derived/aa/one/page-1.png', 'files/derived/aa/one/text', 'files/derived/aa/onelonger'])
      await store.put(key, 'x')
    await store.remove('files/derived/aa/one')
    await store.remove('files/derived/aa/one')
    expect(await keysIn(store)).toEqual(['files/derived/aa/onelonger 1'])
    await store.remove('files/derived/aa/onelonger')
    expect(await keysIn(store)).toEqual([])
  })

  it('lists more than a page, and only below the key', async () => {
    const store = open()
    for (let n = 0; n < 1005; n += 15)
      await Promise.all(Array.from({ length: 15 }, (_, i) => store.put(`outputs/executions/${n + i}/a.json`, '1')))
    await store.put('outputs-else/a.json', '1')
    expect(await keysIn(store, 'outputs')).toHaveLength(1005)
    expect(await keysIn(store)).toHaveLength(1006)
  })

  it('leaves nothing of a write test', async () => {
    const store = open()
    mkdirSync(join(folder.path, 'store'), { recursive: true })
    await store.probe()
    expect(await keysIn(store)).toEqual([])
  })
})

describe('a bucket', () => {
  it('keeps to its prefix', async () => {
    await bucket().put('a.json', '1')
    expect([...peer.objects.keys()]).toEqual(['clinic/a/a.json'])
    const other = bucket({ settings: settingsOf({ prefix: 'clinic/b' }) })
    expect(await keysIn(other)).toEqual([])
    expect(await other.read('a.json')).toBeNull()
  })

  it('copies what is too large for one call in parts', async () => {
    const store = bucket({ copy_bytes: 5 * MB })
    const bytes = randomBytes(12 * MB)
    await store.write('half', Readable.from([bytes]))
    await store.move('half', 'whole')
    expect((await store.read('whole'))?.equals(bytes)).toBe(true)
    expect(await keysIn(store)).toEqual([`whole ${12 * MB}`])
  })

  it('that answers 503 for a moment is asked again, and nothing is lost', async () => {
    const store = bucket()
    peer.trouble = { type: 'unavailable', times: 3 }
    await store.put('a.json', '"kept"')
    peer.trouble = { type: 'unavailable', times: 3 }
    expect((await store.read('a.json'))?.toString()).toBe('"kept"')
    peer.trouble = { type: 'unavailable', times: 2 }
    expect(await store.write('b', Readable.from([randomBytes(11 * MB)]))).toBe(11 * MB)
  })

  it('that stays away is never said to have lost an object, and heals', async () => {
    const store = bucket()
    await store.put('a.json', '"kept"')
    for (const trouble of [{ type: 'unavailable' }, { type: 'refuse' }] as const) {
      peer.trouble = trouble
      const work = [
        store.read('a.json'),
        store.size('a.json'),
        store.put('b.json', '1'),
        store.remove('a.json'),
        store.borrow('a.json'),
        store.write('c', Readable.from([Buffer.from('x')])),
        keysIn(store),
      ]
      const ends = await Promise.allSettled(work)
      expect(ends.map((end) => end.status === 'rejected' && isUnavailable(end.reason))).toEqual(work.map(() => true))
    }
    peer.trouble = null
    expect((await store.read('a.json'))?.toString()).toBe('"kept"')
    expect(await keysIn(store)).toEqual(['a.json 6'])
    expect(existsSync(store.scratch) ? readdirSync(store.scratch) : []).toEqual([])
  })

  it('that does not answer is given up, and its write test at once', async () => {
    const store = bucket({ attempts: 2, idle_ms: 200 })
    peer.trouble = { type: 'slow', ms: 60_000 }
    const began = performance.now()
    await expect(store.probe()).rejects.toSatisfy(isUnavailable)
    await expect(store.put('a.json', '1')).rejects.toSatisfy(isUnavailable)
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('whose connection breaks is read on where it broke, of the same version', async () => {
    const store = bucket()
    const bytes = randomBytes(3 * MB)
    await store.put('a', bytes)
    peer.trouble = { type: 'cut', times: 3 }
    expect((await buffer((await store.open('a')) as Readable)).equals(bytes)).toBe(true)
    expect(peer.trouble.times).toBe(0)
    peer.trouble = { type: 'cut', times: 1 }
    const stream = (await store.open('a')) as Readable
    peer.objects.set('clinic/a/a', { bytes: randomBytes(3 * MB), mime: 'x' })
    await expect(buffer(stream)).rejects.toSatisfy(isUnavailable)
  })

  it('ends uploads under way of what is removed, and those that a killed process left', async () => {
    const store = bucket()
    const upload = (key: string, hours: number) => ({
      key,
      begun: new Date(Date.now() - hours * 3_600_000),
      parts: new Map(),
    })
    peer.uploads.set('1', upload('clinic/a/exports/one.zip', 0)).set('2', upload('clinic/a/exports/two.zip', 0))
    await store.remove('exports/one.zip')
    expect([...peer.uploads.keys()]).toEqual(['2'])
    peer.uploads.set('3', upload('clinic/a/exports/three.zip', 30)).set('4', upload('other/exports/four.zip', 30))
    await store.sweep()
    expect([...peer.uploads.keys()]).toEqual(['2', '4'])
  })

  it('lends one copy to all who read it at the same time, and removes it', async () => {
    const store = bucket({ copy_kept_ms: 0 })
    await store.put('a.pdf', 'a document')
    peer.served.length = 0
    const copies = await Promise.all([1, 2, 3].map(() => store.borrow('a.pdf')))
    expect(new Set(copies.map((copy) => copy?.path)).size).toBe(1)
    expect(peer.served.filter((one) => one.startsWith('GET'))).toHaveLength(1)
    for (const copy of copies) await copy?.[Symbol.asyncDispose]()
    await expect.poll(() => readdirSync(store.scratch)).toEqual([])
  })

  it.each<[string, Partial<S3Settings>, RegExp]>([
    ['a wrong key', { accessKeyId: 'stranger' }, /access key in S3_ACCESS_KEY_ID is not known/],
    ['a wrong secret', { secretAccessKey: 'not the secret' }, /secret in S3_SECRET_ACCESS_KEY does not belong/],
    ['a bucket that is not there', { bucket: 'nowhere' }, /there is no bucket nowhere: check STORAGE_URL/],
  ])('says which variable is wrong with %s', async (_what, change, message) => {
    const settings = settingsOf(change)
    const error = await bucket({ settings })
      .probe()
      .catch((cause: unknown) => cause)
    expect(whyNotReached(error, settings)).toMatch(message)
    expect(whyNotReached(error, settings)).not.toContain(settings.secretAccessKey)
  })
})
