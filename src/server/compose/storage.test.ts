import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workForOwner } from '#nodes/work-for.ts'
import { neverDeleted } from '#test/support/files.ts'
import { openStorage, type Storage } from './storage.ts'

const never = new AbortController().signal
const asha = workForOwner({ user_id: 'asha' }, never)
const id = randomUUID()

let parent: string
let dataDir: string
let storage: Storage
beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'chowk-storage-'))
  dataDir = join(parent, 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'installation'), `${randomUUID()}\n`)
  storage = await openStorage({ dataDir, storage: { kind: 'folder', dir: dataDir } }, neverDeleted)
  await storage.files.put(id, Readable.from([Buffer.from('words')]), { name: null, mime: null })
  await storage.objects.write('exports/one.zip', Readable.from([Buffer.from('mine')]), never)
  await storage.outputs.put('executions/a/step.json', '"result"')
})
afterEach(() => rmSync(parent, { recursive: true }))

/** What a volume leaves that is no longer mounted. */
function unmount(): void {
  renameSync(dataDir, `${dataDir}-volume`)
  mkdirSync(dataDir)
}
function mount(): void {
  rmSync(dataDir, { recursive: true })
  renameSync(`${dataDir}-volume`, dataDir)
}

describe('while the data folder is not mounted', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'an uploaded file',
      () => storage.files.put(randomUUID(), Readable.from([Buffer.from('x')]), { name: null, mime: null }),
    ],
    ['what is made from a file', () => storage.files.derived(id, 'text.json', async () => Buffer.from('{}'), asha)],
    ['a large output of a step', () => storage.outputs.put('executions/b/step.json', '"x"')],
    [
      'an export of an account',
      () => storage.objects.write('exports/two.zip', Readable.from([Buffer.from('x')]), never),
    ],
  ])('%s is not written where nobody would find it again', async (_what, write) => {
    unmount()
    await expect(write()).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(readdirSync(dataDir)).toEqual([])
    mount()
    await write()
  })

  it('a file is not said to be gone', async () => {
    unmount()
    await expect(storage.files.stream(id)).rejects.toMatchObject({ code: 'unavailable' })
    mount()
    expect(await text(await storage.files.stream(id))).toBe('words')
    await expect(storage.files.stream(randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('an export is not said to be deleted', async () => {
    unmount()
    await expect(storage.objects.remove('exports/one.zip')).rejects.toMatchObject({ code: 'unavailable' })
    mount()
    expect(await text((await storage.objects.open('exports/one.zip')) ?? Readable.from([]))).toBe('mine')
  })
})
