/** Copies the files of an installation to another place, and records it. May be interrupted and run again: what is there already is not sent twice. */
import { createHash } from 'node:crypto'
import { FOLDERS } from '#server/areas/platform/backup/manifest.ts'
import { type ObjectStore, OWNER_KEY } from '#server/gateways/storage/objects.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './installation.store.ts'

export interface Move {
  from: ObjectStore
  to: ObjectStore
  /** Of the new place, see `identityOf`. */
  identity: string
}

export interface Moved {
  copied: number
  /** Were there already, of the same length. */
  kept: number
  bytes: number
  /** Processes that still run and write to the former place; the new one is recorded only without any. */
  running: string[]
}

const AT_ONCE = 8

async function digestOf(objects: ObjectStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await objects.open(key)) ?? []) hash.update(chunk)
  return hash.digest('hex')
}

/** @returns whether it was copied. @throws Error when it is not the same afterwards */
async function copyOne({ from, to }: Move, key: string, bytes: number): Promise<boolean> {
  if ((await to.size(key)) === bytes) return false
  const source = await from.open(key)
  // Removed meanwhile.
  if (source === null) return false
  const hash = createHash('sha256')
  await to.write(
    key,
    (async function* () {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        hash.update(chunk)
        yield chunk
      }
    })(),
  )
  if ((await digestOf(to, key)) !== hash.digest('hex'))
    throw new Error(`${key} is not the same in ${to.place}: run the command again`)
  return true
}

/** What the former place no longer has was deleted since an earlier run. */
async function removeDeleted({ from, to }: Move): Promise<void> {
  for (const folder of FOLDERS)
    for await (const { key } of to.list(folder)) if ((await from.size(key)) === null) await to.remove(key)
}

/** @throws Error when the new place belongs to another installation, or something cannot be copied */
export async function moveStorage(db: Database, move: Move): Promise<Moved> {
  const { from, to, identity } = move
  const installation = await store.findInstallation(db)
  if (!installation) throw new Error('There is nothing to move: this database was never used')
  const [source, owner] = [await ownerOf(from), await ownerOf(to)]
  if (source !== null && source !== installation.id) throw new Error(`${from.place} is not that of this installation`)
  if (owner !== null && owner !== installation.id) throw new Error(`${to.place} belongs to another installation`)
  const done: Moved = { copied: 0, kept: 0, bytes: 0, running: [] }
  const copy = async (key: string, bytes: number) => {
    if (!(await copyOne(move, key, bytes))) done.kept += 1
    else [done.copied, done.bytes] = [done.copied + 1, done.bytes + bytes]
  }
  for (const folder of FOLDERS) {
    let batch: Promise<void>[] = []
    for await (const { key, bytes } of from.list(folder)) {
      batch.push(copy(key, bytes))
      if (batch.length < AT_ONCE) continue
      await Promise.all(batch)
      batch = []
    }
    await Promise.all(batch)
  }
  done.running = await store.findLiveProcesses(db)
  if (done.running.length > 0) return done
  await removeDeleted(move)
  await to.put(OWNER_KEY, `${installation.id}\n`)
  await store.saveStorage(db, identity)
  return done
}

const ownerOf = async (objects: ObjectStore): Promise<string | null> =>
  (await objects.read(OWNER_KEY))?.toString('utf8').trim() ?? null
