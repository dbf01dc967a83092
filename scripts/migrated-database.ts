/** A freshly migrated database that lives as long as one piece of work. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'

export async function withMigratedDatabase<T>(work: (url: string, pool: Pool) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-types-'))
  // Root's database runs as another account, which must be able to enter.
  chmodSync(folder, 0o755)
  const server = await joinPostgres({ dataDir: folder, database: 'types', settings: { fsync: 'off' }, onLost: raise })
  const pool = createPool(server.url, 1)
  try {
    await migrate(pool)
    return await work(server.url, pool)
  } finally {
    await pool.end()
    await server.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}
