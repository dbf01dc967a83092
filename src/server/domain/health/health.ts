/** Is the server up: asked by load balancers and by the API status banner. */
import { sql } from 'kysely'
import type { Health } from '#contract/health.ts'
import type { Database } from '#server/database/database.ts'

/** A health question is answered before its asker gives up (5 s). */
const LONGEST_MS = 3000

async function answers(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), LONGEST_MS)
  })
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const up = await Promise.race([asked, late])
  clearTimeout(timer)
  return up
}

/** `degraded` when something it needs is down. `engine` tells whether runs are taken on here. */
export async function checkHealth(db: Database, version: string, engineIsUp: () => boolean): Promise<Health> {
  const database = (await answers(db)) ? 'up' : 'down'
  const engine = engineIsUp() ? 'up' : 'down'
  return {
    status: database === 'up' && engine === 'up' ? 'healthy' : 'degraded',
    version,
    checks: { database, engine },
  }
}
