import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadKeyRing } from '#server/gateways/vault/keys.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { externalDatabaseOf } from '#server/platform/database/external-database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createLog } from '#server/platform/log.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { raise } from '#test/support/raise.ts'
import { prepareDatabase } from './prepare-database.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

it('starts again after a worker used the database of DATABASE_DIR by its address, and after no other one', async () => {
  const dataDir = join(folder.path, 'data')
  const start = () =>
    joinPostgres({
      dataDir,
      databaseDir: join(folder.path, 'elsewhere'),
      database: 'chowk',
      settings: { fsync: 'off' },
      onLost: raise,
    })
  const server = await start()
  const pool = createPool(server.url, 2)
  const secret = { secret: 'of the installation', vaultKeys: loadKeyRing(randomBytes(32).toString('base64'), dataDir) }
  const prepare = (databaseUrl: string) =>
    prepareDatabase(
      pool,
      { ...secret, dataDir, storage: { kind: 'folder', dir: dataDir }, databaseUrl, acceptNewKeys: false },
      createLog('silent'),
    )
  try {
    await prepare(server.url)
    expect(externalDatabaseOf(dataDir)).toBeNull()
    const again = await start()
    await again.leave()
    await prepare('postgres://chowk@db.example:5433/chowk')
    expect(externalDatabaseOf(dataDir)).toBe('db.example:5433/chowk')
    await expect(start()).rejects.toThrow('was last used with the database at db.example:5433/chowk')
  } finally {
    await pool.end()
    await server.leave()
  }
})
