import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMarketplace } from '#server/areas/agents/agents/marketplace.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { node, until, workflow } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { raise } from '#test/support/raise.ts'
import { type ReplicaServer, startReplica } from '#test/support/replica.ts'
import { createDatabase, type Database } from './database.ts'
import { type EmbeddedPostgres, joinPostgres } from './embedded/postgres.ts'
import { migrate } from './migrate.ts'
import { createPool, type Pool } from './pool.ts'
import { followReplica, type Replica } from './reader.ts'

const SMALL = workflow([node('start', 'manual_trigger')], [])

/** A primary and a replica of their own: they are stopped and left behind. */
const PATIENCE = { timeout: 60_000 }

describe('a reader with a streaming replica', PATIENCE, () => {
  const folder = temporaryFolder()
  let primary: EmbeddedPostgres
  let pool: Pool
  let db: Database
  let standby: ReplicaServer
  let replicaPool: Pool
  let reader: Replica
  let warnings: object[]
  let now = 0

  beforeAll(async () => {
    const dataDir = join(folder.path, 'primary')
    primary = await joinPostgres({ dataDir, database: 'chowk', onLost: raise })
    pool = createPool(primary.url, 4)
    db = createDatabase(pool)
    await migrate(pool)
    await pool.query(`insert into installation (secret_fingerprint, vault_key_id) values ('x', 'x')`)
    await pool.query('create table notes (text text)')
    standby = await startReplica(primary.url, dataDir, join(folder.path, 'standby'))
    replicaPool = createPool(standby.url, 2)
    warnings = []
    const clock = () => performance.now() + now
    reader = followReplica({
      replica: replicaPool,
      primary: pool,
      probe: pool,
      warn: (detail) => warnings.push(detail),
      now: clock,
    })
    await until(isUsed)
  }, 60_000)
  afterAll(async () => {
    await reader.stop()
    await replicaPool.end()
    standby.kill()
    await pool.end()
    await primary.leave()
    folder.remove()
  })

  const isFromReplica = async (): Promise<boolean> => {
    const { rows } = await sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(reader.db)
    return rows[0]?.is_replica === true
  }

  const isUsed = async (): Promise<boolean> => {
    await reader.look()
    return isFromReplica()
  }

  it('reads from it, and cannot write through it', async () => {
    expect(await isFromReplica()).toBe(true)
    await expect(sql`insert into notes values ('x')`.execute(reader.db)).rejects.toMatchObject({ code: '25006' })
    expect(warnings).toEqual([])
  })

  it('answers lists of the marketplace from it, and never keeps an old list for a new one', async () => {
    const marketplace = createMarketplace(db, { reader, fresh_ms: 1 })
    const total = async () => (await marketplace.list({ sort: 'popular', page: 1, page_size: 10 })).total
    await insertAgent({ pool, db } as TestDatabase, SMALL)
    await until(async () => (await total()) === 1)
    await standby.pause()
    await insertAgent({ pool, db } as TestDatabase, SMALL)
    // The replica lacks the second one: that is what it may do.
    expect(await total()).toBe(1)
    now += 6_000
    await reader.look()
    await pool.query('select pg_logical_emit_message(true, $1, $1)', ['a change'])
    await reader.look()
    now += 6_000
    await reader.look()
    expect(await isFromReplica()).toBe(false)
    await until(async () => (await total()) === 2)
    await standby.resume()
    await until(isUsed)
    await until(async () => (await total()) === 2)
  })

  it('reads from the primary while the replica is too far behind, and from the replica once it has caught up', async () => {
    await standby.pause()
    await pool.query(`insert into notes values ('late')`)
    await reader.look()
    expect(await isFromReplica()).toBe(true)
    now += 4_000
    await reader.look()
    expect([reader.lag() !== null && (reader.lag() ?? 0) >= 3_900, await isFromReplica()]).toEqual([true, true])
    now += 2_000
    const before = reader.generation()
    await reader.look()
    expect(await isFromReplica()).toBe(false)
    expect(reader.generation()).toBeGreaterThan(before)
    const { rows } = await sql`select text from notes`.execute(reader.db)
    expect(rows).toEqual([{ text: 'late' }])
    await standby.resume()
    await until(isUsed)
    expect(reader.lag()).toBe(0)
  })

  it('is not behind while nothing is written, however long that is', async () => {
    for (let hour = 0; hour < 3; hour++) {
      now += 3_600_000
      await reader.look()
      await reader.look()
      expect([reader.lag(), await isFromReplica()]).toEqual([0, true])
    }
  })

  it('refuses a replica of another installation', async () => {
    const other = followReplica({ replica: replicaPool, primary: pool, probe: replicaPool, warn: () => {} })
    await other.look()
    expect(other.lag()).toBeNull()
    await other.stop()
    const itself = followReplica({ replica: pool, primary: pool, probe: pool, warn: () => {} })
    await itself.look()
    expect(itself.lag()).toBeNull()
    await itself.stop()
  })

  it('answers from the primary at once when the replica dies, without a failed read', async () => {
    warnings.length = 0
    const reads = Array.from({ length: 40 }, async (_, n) => {
      if (n === 20) standby.kill()
      return sql`select count(*)::int as n, pg_sleep(0.01) from notes`.execute(reader.db)
    })
    expect((await Promise.all(reads)).map(({ rows }) => (rows[0] as { n: number }).n)).toEqual(reads.map(() => 1))
    expect(await isFromReplica()).toBe(false)
    await reader.look()
    expect(reader.lag()).toBeNull()
    expect(warnings).toHaveLength(1)
  })
})
