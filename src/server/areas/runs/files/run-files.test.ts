import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_LIMITS } from '#contract/admin/runtime-limit-values.ts'
import { FileId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { FilesPort } from '#nodes/ports.ts'
import { createFileStore, type FileStore } from '#server/gateways/files.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { removeLeftovers } from '#server/platform/files/leftovers.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createOwner } from '#test/support/engine.ts'
import { neverDeleted } from '#test/support/files.ts'
import { removeExpired } from './files.ts'
import { createFilePort } from './run-files.ts'

let test: TestDatabase
let dir: string
let files: FileStore
let port: FilesPort
let owner: { user_id: string }
beforeAll(async () => {
  test = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'run-files-'))
  files = createFileStore({ objects: createFolderObjects({ dir }), whileKept: neverDeleted })
  port = createFilePort({ db: test.db, files })
  owner = { user_id: await createOwner(test.pool) }
})
afterAll(async () => {
  await test.drop()
  await rm(dir, { recursive: true })
})

const letter = (text = 'Dear Sir', name = 'letter.txt') => ({ name, mime: 'text/plain', bytes: Buffer.from(text) })
const keyOf = (run = uuidv7()) => `${run}:node:`

describe('a file that a run makes', () => {
  it('is read again by its owner, and by nobody else', async () => {
    const execution_id = uuidv7()
    const { file_id, ...written } = await port.write(letter(), owner, keyOf(execution_id))
    expect(written).toEqual({ name: 'letter.txt', mime: 'text/plain', bytes: 8 })
    const { read, ...file } = await port.open(file_id, { owner, execution_id })
    expect({ ...file, bytes: String(await read()) }).toEqual({
      name: 'letter.txt',
      mime: 'text/plain',
      sha256: createHash('sha256').update('Dear Sir').digest('hex'),
      bytes: 'Dear Sir',
    })
    for (const other of [{ user_id: uuidv7() }, { visitor_key: 'v' }])
      await expect(port.open(file_id, { owner: other, execution_id })).rejects.toMatchObject({
        code: 'file_not_found',
        field: 'file',
      })
    for (const id of [uuidv7(), '../../etc/passwd', ''])
      await expect(port.open(id, { owner, execution_id })).rejects.toMatchObject({ code: 'file_not_found' })
  })

  it('is the same for the same key, also when an attempt broke off before', async () => {
    const key = keyOf()
    const first = await port.write(letter('one'), owner, key)
    expect(await port.write(letter('two'), owner, key)).toEqual(first)
    expect((await port.write(letter('one'), owner, `${key}2`)).file_id).not.toBe(first.file_id)
    expect((await port.write(letter('one'), { visitor_key: 'x' }, key)).file_id).not.toBe(first.file_id)
    const both = await Promise.all([1, 2].map(() => port.write(letter('same'), owner, `${key}3`)))
    expect(both[0]).toEqual(both[1])
  })

  it('keeps the kind of text it is, and loses folders and controls of its name', async () => {
    const csv = { name: '../a\u202ex/b\u0000.csv', mime: 'text/csv', bytes: Buffer.from('a,b\n1,2') }
    expect(await port.write(csv, owner, keyOf())).toMatchObject({ name: 'b.csv', mime: 'text/csv' })
    const page = { name: 'a.html', mime: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') }
    expect(await port.write(page, owner, keyOf())).toMatchObject({ mime: 'text/plain' })
  })

  it.each([
    ['file_empty', letter('')],
    ['file_unsupported', { name: 'a', mime: '', bytes: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1]) }],
    ['file_type_mismatch', { name: 'a.pdf', mime: 'application/pdf', bytes: Buffer.from('text') }],
    ['file_too_large', { ...letter(), bytes: Buffer.alloc(SERVER_LIMITS.file_bytes + 1, 'a') }],
  ])('is refused as %s', async (code, file) => {
    await expect(port.write(file, owner, keyOf())).rejects.toMatchObject({ name: 'NodeError', code })
  })

  it('of a visitor are few, and go after a day', async () => {
    const run = uuidv7()
    const visitor = { visitor_key: 'few' }
    for (let i = 0; i < RUNTIME_LIMITS.visitor_files.default; i++)
      await port.write(letter(), visitor, `${run}:node:${i}`)
    await expect(port.write(letter(), visitor, `${run}:node:more`)).rejects.toMatchObject({ code: 'files_too_many' })
    // Written again after a crash they are the same ones.
    await port.write(letter(), visitor, `${run}:node:0`)
    const { rows } = await test.pool.query('select expires_at from files where visitor_key = $1', ['few'])
    expect(rows).toHaveLength(RUNTIME_LIMITS.visitor_files.default)
    expect(rows[0].expires_at - Date.now()).toBeGreaterThan(SERVER_LIMITS.visitor_file_ttl_ms - 60_000)
  })

  it('goes with its run, an upload does not', async () => {
    const { file_id } = await port.write(letter(), owner, keyOf())
    const own = await port.write(letter(), owner, 'no-run')
    await removeExpired({ db: test.db, files })
    await removeLeftovers({ db: test.db, objects: createFolderObjects({ dir }), log: { warn: () => {} } })
    await expect(port.open(file_id, { owner, execution_id: null })).rejects.toMatchObject({ code: 'file_not_found' })
    await expect(files.borrow(FileId.parse(file_id))).rejects.toMatchObject({ code: 'not_found' })
    expect(await port.open(own.file_id, { owner, execution_id: null })).toMatchObject({ name: 'letter.txt' })
  })
})
