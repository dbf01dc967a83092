/** Measures the quality of agents again and again, those first that waited longest. */
import type { Database } from '#server/platform/database/database.ts'
import { findDue, storeScores } from './quality.store.ts'
import { rateQuality } from './quality.ts'

/** In one go, a minute: every agent of a hundred thousand has its turn each hour. */
const AT_A_TIME = 2000

/** @returns how many were measured */
export async function measureQuality(db: Database, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const due = await findDue(tx, now, AT_A_TIME)
    if (due.length === 0) return 0
    const scored = due.map(({ id, ...known }) => {
      const found = rateQuality(known)
      return { id, quality: found?.quality ?? null, parts: found?.parts ?? [] }
    })
    await storeScores(tx, scored, now)
    return due.length
  })
}
