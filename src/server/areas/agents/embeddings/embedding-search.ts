/**
 * Finds listings by the meaning of a search, whatever their words. It never delays a search for long: what is not known
 * within the budget is computed in the background for the next caller.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { AgentId } from '#contract/core/primitives.ts'
import type { EmbedPort } from '#nodes/ports.ts'
import { createCache } from '#server/platform/cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { cosineSimilarity, signsOf } from '#server/platform/vectors/signature.ts'
import { MODEL } from './embed-listings.ts'
import * as store from './embeddings.store.ts'
import { Signatures } from './signatures.ts'

/** What a search waits for at most. */
const BUDGET_MS = 30
/** Searches whose meaning is worked out at the same time: more are not worth a queue that nodes of workflows wait in, too. */
const AT_ONCE = 4
/** A scan that takes longer is given up: its searcher has left. */
const PATIENCE_MS = 15_000
const REFRESH_MS = 2_000
const ROWS = 10_000
/** Nearest by their signs, whose vectors are then compared in full. */
const CANDIDATES = 200
const KEPT = 1_000
/** Less near is chance: words without a meaning come nearer to something than this only now and then. */
const LEAST_NEAR = 0.47
/** What is this much further than the nearest is about something else. */
const FURTHER = 0.1
const MOST = 12

export interface NearListing {
  id: AgentId
  /** The cosine: 1 is the same meaning. */
  nearness: number
}

/** `late`: it is being worked out and worth another question. `none`: it cannot be told. */
export type EmbeddingMatches = readonly NearListing[] | 'late' | 'none'

export interface EmbeddingSearch {
  /** The listings nearest to a search, the nearest first. Does not throw. */
  nearest(search: string): Promise<EmbeddingMatches>
}

/** Where no vectors are made: a search is answered by its words. */
export const noEmbeddingSearch: EmbeddingSearch = { nearest: async () => 'none' }

interface Parts {
  db: Database
  embed: EmbedPort
  log: WarningLog
  budget_ms?: number
}

export function createEmbeddingSearch({ db, embed, log, budget_ms = BUDGET_MS }: Parts): EmbeddingSearch {
  const memory = createMemory(db)
  let working = 0

  async function makeVector(search: string): Promise<Float32Array> {
    if (working >= AT_ONCE) throw new Busy()
    working++
    try {
      // Never cancelled: that would end the process, and the next search would wait for another to start. It has its own deadline.
      const [vector] = await embed([search], new AbortController().signal)
      if (!vector) throw new Error('The embedding returned no vector')
      return vector
    } finally {
      working--
    }
  }
  // What a search means never changes.
  const vectors = createCache(makeVector, { epoch: () => 0, lag_ms: 0, max: KEPT })

  async function workOut(search: string): Promise<NearListing[]> {
    const [vector] = await Promise.all([vectors.get(search), memory.refresh()])
    const slots = await memory.signatures.nearest(signsOf(vector), CANDIDATES, AbortSignal.timeout(PATIENCE_MS))
    return choose(vector, await store.findCandidates(db, MODEL, slots))
  }

  // What was found holds until another vector is there; one that is withdrawn is left out by the list itself.
  const found = createCache(workOut, { epoch: () => memory.version(), lag_ms: 60_000, max: KEPT })

  return {
    nearest(search) {
      const known = found.get(search).catch((err: unknown): EmbeddingMatches => {
        if (err instanceof Busy) return 'late'
        if (!isOutage(err)) log.warn({ err }, 'a search could not be answered by its meaning')
        return 'none'
      })
      return Promise.race([known, pause(budget_ms, 'late' as const, { ref: false })])
    },
  }
}

class Busy extends Error {}

/** The nearest that are near enough. */
function choose(vector: Float32Array, candidates: readonly store.CandidateRow[]): NearListing[] {
  const near = candidates
    .map((one) => ({ id: one.agent_id, nearness: cosineSimilarity(vector, one.vector) }))
    .sort((a, b) => b.nearness - a.nearness)
  const least = Math.max(LEAST_NEAR, (near[0]?.nearness ?? 0) - FURTHER)
  return near.filter((one) => one.nearness >= least).slice(0, MOST)
}

/** The signatures of this process: read when they are first asked for, then at most every two seconds what is new. */
function createMemory(db: Database) {
  const signatures = new Signatures()
  let last = 0
  let at = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function read(): Promise<void> {
    for (;;) {
      const rows = await store.findChangedSignatures(db, MODEL, { after: last, limit: ROWS })
      for (const row of rows) signatures.put(row)
      last = rows.at(-1)?.changed ?? last
      if (rows.length < ROWS) break
    }
    at = Date.now()
  }
  const refresh = async (): Promise<void> => {
    if (Date.now() - at < REFRESH_MS) return
    reading ??= read().finally(() => {
      reading = null
    })
    // A first search needs them; later ones take what is there.
    if (signatures.size === 0) await reading
    else reading.catch(() => {})
  }
  return {
    signatures,
    refresh,
    /** Another number when a vector came. */
    version: async (): Promise<number> => {
      await refresh()
      return Number(last)
    },
  }
}
