import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashTree, packTree } from '#server/gateways/npm/unpack.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { createTrees, type Trees, treeKey } from './trees.ts'

let scratch: string
let tree: string
let hash: string
let objects: ReturnType<typeof createFolderObjects>
/** Two workers at the same storage. */
let workers: [Trees, Trees]

async function folderWith(name: string, content: string): Promise<string> {
  const folder = join(scratch, name)
  await mkdir(join(folder, 'node_modules/lamp'), { recursive: true })
  await writeFile(join(folder, 'node_modules/lamp/index.js'), content)
  return folder
}

beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'chowk-trees-'))
  objects = createFolderObjects({ dir: join(scratch, 'objects') })
  tree = await folderWith('tree', 'exports.lamp = 1')
  hash = (await hashTree(tree)).hash
  workers = [createTrees(objects), createTrees(objects)]
  await workers[0].keep(hash, tree)
})
afterEach(async () => {
  for (const worker of workers) await worker.stop()
  rmSync(scratch, { recursive: true })
})

it('unpacks once for many at the same time, and apart from another worker', async () => {
  const [mine, again, theirs] = await Promise.all([workers[0].open(hash), workers[0].open(hash), workers[1].open(hash)])
  expect(again).toBe(mine)
  expect(theirs).not.toBe(mine)
  for (const folder of [mine, theirs])
    expect(await readFile(join(folder, 'node_modules/lamp/index.js'), 'utf8')).toBe('exports.lamp = 1')
  await workers[0].stop()
  expect([mine, theirs].map((folder) => existsSync(folder))).toEqual([false, true])
})

it('opens nothing that was changed in the storage, until it is kept again as it was', async () => {
  const other = await folderWith('other', 'exports.lamp = "spy"')
  await objects.write(treeKey(hash), packTree(other))
  await expect(workers[1].open(hash)).rejects.toMatchObject({ code: 'plugin_changed' })
  await objects.put(treeKey(hash), 'not an archive')
  await expect(workers[1].open(hash)).rejects.toMatchObject({ code: 'archive_refused' })
  await workers[0].keep(hash, tree)
  expect(existsSync(join(await workers[1].open(hash), 'node_modules/lamp/index.js'))).toBe(true)
})

it('says that files are missing, and keeps those that two checks bring at the same time', async () => {
  await objects.remove(treeKey(hash))
  await expect(workers[1].open(hash)).rejects.toMatchObject({ code: 'plugin_missing' })
  await Promise.all([workers[0].keep(hash, tree), workers[0].keep(hash, tree)])
  expect(existsSync(await workers[1].open(hash))).toBe(true)
})
