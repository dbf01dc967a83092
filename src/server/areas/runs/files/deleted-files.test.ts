/** What was deleted leaves the disk, whatever happens in between. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import { FileId } from '#contract/core/primitives.ts'
import { workForOwner } from '#nodes/work-for.ts'
import { createFileStore, type FileStore } from '#server/gateways/files.ts'
import { createOutputs } from '#server/gateways/outputs.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { queueRemoval } from '#server/platform/files/leftovers.store.ts'
import { removeLeftovers } from '#server/platform/files/leftovers.ts'
import { createDocumentsPort } from '#server/runners/documents-port.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createOwner, until } from '#test/support/engine.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { createWhileKept, extractText, removeExpired, storeFile } from './files.ts'
import { createFilePort } from './run-files.ts'

const temporary = temporaryFolder()
const dir = temporary.path
const visitor = { type: 'visitor', key: 'somebody' } as unknown as Caller
const work = workForOwner({ visitor_key: 'somebody' }, new AbortController().signal)
let test: TestDatabase
let files: FileStore
let objects: ObjectStore
let isMounted = true
beforeAll(async () => {
  test = await createTestDatabase()
  const check = async () => {
    if (!isMounted) throw new AppError('unavailable', { retryAfter: 30 })
  }
  objects = createFolderObjects({ dir, check })
  files = createFileStore({ objects, whileKept: createWhileKept(test.db) })
})
afterAll(async () => {
  await test.drop()
  temporary.remove()
})
afterEach(async () => {
  isMounted = true
  await expire('true')
  await removeExpired({ db: test.db, files })
  await tidy()
})

const tidy = (of: Pick<ObjectStore, 'remove'> = objects) =>
  removeLeftovers({ db: test.db, objects: of, log: { warn: () => {} } })
const expire = (which: string) => test.pool.query(`update files set expires_at = now() - interval '1 s' where ${which}`)
const upload = (of: FileStore = files) => {
  const stream = Readable.from([Buffer.from('Asha has diabetes')], { objectMode: false })
  return storeFile({ db: test.db, files: of }, visitor, { name: 'a.txt', mime: '', stream })
}
/** A document whose text was read. */
async function readDocument(): Promise<FileId> {
  const { id } = await upload()
  await files.derived(id, 'text-2.json', async () => Buffer.from('Asha has diabetes'), work)
  return id
}
const onDisk = (): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name).slice(dir.length + 1))

describe('a deleted document', () => {
  it('leaves the disk although the process was killed after its rows had gone', async () => {
    const ids = [await readDocument(), await readDocument()]
    await expire('true')
    expect(await removeExpired({ db: test.db, files })).toBe(2)
    // Nothing else of this process is done; another one finds what is left.
    expect(ids.every((id) => files.placesOf(id).every((place) => existsSync(join(dir, place))))).toBe(true)
    await tidy()
    expect(onDisk()).toEqual([])
  })

  it('leaves the disk when an error of the disk has passed, and keeps no other there', async () => {
    const [first = '', second = ''] = [await readDocument(), await readDocument()].sort()
    await expire('true')
    await removeExpired({ db: test.db, files })
    const broken = [...files.placesOf(first)]
    await tidy({
      remove: async (path) => {
        if (broken.includes(path)) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
        await objects.remove(path)
      },
    })
    expect(files.placesOf(second).filter((place) => existsSync(join(dir, place)))).toEqual([])
    expect(files.placesOf(first).filter((place) => existsSync(join(dir, place)))).toEqual(broken)
    await tidy()
    expect(onDisk()).toEqual([])
  })

  it('does not come back with a volume that was not mounted', async () => {
    await readDocument()
    isMounted = false
    await expire('true')
    expect(await removeExpired({ db: test.db, files })).toBe(1)
    await expect(tidy()).rejects.toMatchObject({ code: 'unavailable' })
    isMounted = true
    await tidy()
    expect(onDisk()).toEqual([])
  })

  it('leaves nothing of its text that was being read then', async () => {
    const { id } = await upload()
    const read = Promise.withResolvers<Buffer>()
    const begun = Promise.withResolvers<void>()
    const documents = {
      readText: async () => {
        begun.resolve()
        return read.promise
      },
    }
    const reading = extractText({ files, documents } as never, id, work)
    await begun.promise
    await expire('true')
    await removeExpired({ db: test.db, files })
    await tidy()
    read.resolve(Buffer.from('Asha has diabetes'))
    await expect(reading).rejects.toMatchObject({ code: 'not_found' })
    expect(onDisk()).toEqual([])
  })

  it('is not there for a step that was reading it then', async () => {
    const { id } = await upload()
    const deleting = async () => {
      await expire('true')
      await removeExpired({ db: test.db, files })
      await tidy()
      return { text: 'Asha has diabetes' } as never
    }
    const port = createDocumentsPort({ files, runner: { parse: deleting } as never })
    await expect(port.parse(id, work)).rejects.toMatchObject({ name: 'NodeError', code: 'file_not_found' })
    expect(onDisk()).toEqual([])
  })

  it('waits with its deletion while its text is put in its place, so that it takes the text along', async () => {
    const { id } = await upload()
    await expire('true')
    const isWaiting = async () => {
      const { rows } = await test.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    const [held, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const keeping = createWhileKept(test.db)(id, async () => {
      held.resolve()
      await waiting.promise
      await objects.write(`${files.placesOf(id)[1]}/text`, Readable.from([Buffer.from('Asha')]), work.signal)
    })
    await held.promise
    const deletion = removeExpired({ db: test.db, files }).then(() => tidy())
    await until(isWaiting)
    waiting.resolve()
    expect(await keeping).toBe(true)
    await deletion
    expect(onDisk()).toEqual([])
  })
})

describe('the output of a step', () => {
  it('leaves the disk also when it was written after its run had been deleted', async () => {
    const run = uuidv7()
    await queueRemoval(test.db, [`outputs/executions/${run}`])
    await tidy()
    const outputs = createOutputs(createFolderObjects({ dir: dir }))
    await outputs.put(`executions/${run}/read.json`, '"Asha has diabetes"')
    await test.pool.query(`update leftovers set removed_at = removed_at - interval '61 minutes'`)
    await tidy()
    expect(onDisk()).toEqual([])
    expect((await test.pool.query('select path from leftovers')).rows).toEqual([])
  })
})

describe('a file that is being stored', () => {
  const age = () => test.pool.query(`update incoming_files set created_at = now() - interval '61 minutes'`)
  /** Storage in which something happens after the bytes are stored and before their row is added. */
  const whenStored = (happens: () => Promise<unknown>): FileStore => ({
    ...files,
    put: async (...given) => {
      const stored = await files.put(...given)
      await happens()
      return stored
    },
  })

  it('leaves nothing when the process is killed between its bytes and its row', async () => {
    const stored = Promise.withResolvers<void>()
    void upload(
      whenStored(() => {
        stored.resolve()
        // A process that is killed here never goes on.
        return new Promise<never>(() => {})
      }),
    )
    await stored.promise
    await removeExpired({ db: test.db, files })
    await tidy()
    expect(onDisk()).toHaveLength(1)
    await age()
    await removeExpired({ db: test.db, files })
    await tidy()
    expect(onDisk()).toEqual([])
  })

  it('is refused, not lost, when it was given up before its row was added', async () => {
    const late = whenStored(async () => {
      await age()
      await removeExpired({ db: test.db, files })
      await tidy()
    })
    await expect(upload(late)).rejects.toMatchObject({ code: 'unavailable' })
    const { rows } = await test.pool.query('select 1 from files')
    expect(rows).toEqual([])
    expect(onDisk()).toEqual([])
  })

  it('is kept with its row, and nothing announces it any more', async () => {
    const { id } = await upload()
    await age()
    expect(await removeExpired({ db: test.db, files })).toBe(0)
    await tidy()
    expect(onDisk()).toEqual([files.placesOf(FileId.parse(id))[0]])
  })

  it('by two attempts at a step is on the disk once', async () => {
    const port = createFilePort({ db: test.db, files })
    const owner = { user_id: await createOwner(test.pool) }
    const letter = { name: 'letter.txt', mime: 'text/plain', bytes: Buffer.from('Dear Sir') }
    const both = await Promise.all([1, 2].map(() => port.write(letter, owner, 'received:one')))
    await tidy()
    expect(both[0]).toEqual(both[1])
    expect(onDisk()).toHaveLength(1)
  })
})
