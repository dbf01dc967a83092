/**
 * The indexes of bases in the memory of this process: read from the database when a base is first searched, then only what is new. Those that
 * nobody searched for longest make room, and all go after a while without a search: a process at rest holds none. Where there is room, the
 * vectors of a base that is searched often are kept as well, which takes nine times the memory and half the time.
 */
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { BaseIndex, type StoredIndex } from './base-index.ts'
import { findAllVectors, findIndexes } from './search.store.ts'

const UNUSED_MS = 10 * 60_000
const ROWS = 200
/** Searches after which it is worth reading the vectors of a base. */
const OFTEN = 20
/** Vectors that are read at a time. */
const AT_A_TIME = 2_000

interface Loaded {
  index: BaseIndex
  /** Since its vectors were last read. */
  searches: number
  /** The last change that was read. */
  changed: string
  used_at: number
}

export interface LoadedBases {
  /** The index of a base as it was at this change, or later. */
  get(base: KnowledgeId, changed: string): Promise<BaseIndex>
}

interface Parts {
  db: Queryable
  log: WarningLog
}

const isBefore = (a: string, b: string): boolean => BigInt(a) < BigInt(b)

/** Reads the vectors of all documents whose vectors are not in memory. */
async function readVectors(db: Queryable, index: BaseIndex): Promise<void> {
  const together = new Map<string, ReturnType<BaseIndex['withoutVectors']>[number]>()
  let chunks = 0
  const read = async () => {
    for (const { document_id, vectors } of await findAllVectors(db, [...together.values()])) {
      const one = together.get(document_id)
      if (one) index.keepVectors(one, vectors)
    }
    together.clear()
    chunks = 0
  }
  for (const one of index.withoutVectors()) {
    together.set(one.document_id, one)
    chunks += one.chunks
    if (chunks >= AT_A_TIME) await read()
  }
  if (chunks > 0) await read()
}

/** Reads the vectors of bases that are searched often, one at a time, in the background: until they are there, a search reads those it needs. */
function createOftenRead({ db, log }: Parts): (loaded: Loaded, room: () => number) => void {
  let isReading = false
  return (loaded, room) => {
    if (++loaded.searches < OFTEN || isReading) return
    loaded.searches = 0
    const { index } = loaded
    const missing = index.missingVectorBytes
    if (missing === 0 || missing > room()) return
    isReading = true
    readVectors(db, index)
      .catch((err: unknown) => log.warn({ err }, 'vectors of knowledge could not be read into memory'))
      .finally(() => {
        isReading = false
      })
  }
}

/** @param mostBytes of all bases together; the one that was searched last is kept whatever it takes */
export function createLoadedBases(parts: Parts, mostBytes: number): LoadedBases {
  const { db } = parts
  const bases = new Map<KnowledgeId, Loaded>()
  const working = new Map<KnowledgeId, Promise<Loaded>>()

  async function load(base: KnowledgeId): Promise<Loaded> {
    let changed = '0'
    async function* stored(): AsyncGenerator<readonly StoredIndex[]> {
      for (;;) {
        const rows = await findIndexes(db, base, { after: changed, limit: ROWS })
        yield rows
        changed = rows.at(-1)?.changed ?? changed
        if (rows.length < ROWS) return
      }
    }
    return { index: await BaseIndex.load(stored()), searches: 0, changed, used_at: Date.now() }
  }

  async function readNew(base: KnowledgeId, loaded: Loaded): Promise<Loaded> {
    for (;;) {
      const rows = await findIndexes(db, base, { after: loaded.changed, limit: ROWS })
      for (const row of rows) loaded.index.put(row)
      loaded.changed = rows.at(-1)?.changed ?? loaded.changed
      if (rows.length < ROWS) break
    }
    return loaded.index.isWorn ? load(base) : loaded
  }

  /** One at a time for each base. */
  function update(base: KnowledgeId): Promise<Loaded> {
    const running = working.get(base)
    if (running) return running
    const loaded = bases.get(base)
    const work = (loaded ? readNew(base, loaded) : load(base))
      .then((updated) => {
        bases.set(base, updated)
        return updated
      })
      .finally(() => working.delete(base))
    working.set(base, work)
    return work
  }

  let isWatched = false
  function makeRoom(): void {
    const now = Date.now()
    let bytes = 0
    for (const [base, { index, used_at }] of [...bases].sort(([, a], [, b]) => b.used_at - a.used_at)) {
      const isOver = () => bytes > 0 && bytes + index.bytes > mostBytes
      if (isOver()) index.forgetVectors()
      if (isOver() || now - used_at >= UNUSED_MS) bases.delete(base)
      else bytes += index.bytes
    }
    if (isWatched || bases.size === 0) return
    isWatched = true
    setTimeout(() => {
      isWatched = false
      makeRoom()
    }, UNUSED_MS).unref()
  }

  const readOften = createOftenRead(parts)
  const room = (): number =>
    mostBytes - Array.from(bases.values(), ({ index }) => index.bytes).reduce((sum, bytes) => sum + bytes, 0)

  return {
    async get(base, changed) {
      const known = bases.get(base)
      let loaded = known && !isBefore(known.changed, changed) ? known : await update(base)
      // The update was under way, and may have read before this change. The next one reads after it.
      if (isBefore(loaded.changed, changed)) loaded = await update(base)
      loaded.used_at = Date.now()
      makeRoom()
      readOften(loaded, room)
      return loaded.index
    },
  }
}
