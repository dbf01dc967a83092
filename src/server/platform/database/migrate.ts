/** SQL-file migrations: each applied once, in order, in its own transaction; a newer or altered schema is refused. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { Pool } from './pool.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

export interface Migration {
  name: string
  sql: string
  hash: string
}

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    })
}

/** @returns asks whether every migration of this program is applied; a newer one may have applied more since */
export function createSchemaCheck(pool: Pool, migrations = readMigrations()): () => Promise<boolean> {
  const names = migrations.map(({ name }) => name)
  return async () => {
    const { rows } = await pool.query<{ applied: number }>(
      'select count(*)::int as applied from migrations where name = any($1::text[])',
      [names],
    )
    return rows[0]?.applied === names.length
  }
}
/** How long a migration waits for a lock that running processes hold, ms. They go on meanwhile only as long. */
const LOCK_TIMEOUT_MS = 15_000

/**
 * Brings the database to the newest schema: all that is pending, or nothing. Safe to call from several processes at once.
 * @returns the names applied now
 * @throws Error when the database was migrated by a newer program, a migration changed after it was applied, or one failed
 */
export async function migrate(pool: Pool, migrations = readMigrations()): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrations])
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const pending = await pendingOf(client, migrations)
    if (pending.length > 0) await applyAll(client, pending)
    return pending.map((m) => m.name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations]).catch(() => {})
    client.release()
  }
}

/** What `migrate` would apply, in its order. Changes nothing. @throws as `migrate` */
export async function pendingMigrations(pool: Pool, migrations = readMigrations()): Promise<Migration[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ unused: boolean }>(`select to_regclass('migrations') is null as unused`)
    return rows[0]?.unused ? migrations : await pendingOf(client, migrations)
  } finally {
    client.release()
  }
}

async function pendingOf(client: PoolClient, migrations: Migration[]): Promise<Migration[]> {
  const applied = new Map(
    (await client.query<{ name: string; hash: string }>('select name, hash from migrations')).rows.map((r) => [
      r.name,
      r.hash,
    ]),
  )
  const known = new Set(migrations.map((m) => m.name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(
      `This database was used by a newer Chowk (it knows ${unknown.join(', ')}). Start that version, or restore a backup made before it.`,
    )
  const altered = migrations.filter((m) => applied.has(m.name) && applied.get(m.name) !== m.hash)
  if (altered.length > 0)
    throw new Error(
      `These migrations changed after they were applied: ${altered.map((m) => m.name).join(', ')}. A migration is never edited; write a new one.`,
    )
  return migrations.filter((m) => !applied.has(m.name))
}

async function applyAll(client: PoolClient, pending: readonly Migration[]): Promise<void> {
  let at = ''
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    for (const migration of pending) {
      at = migration.name
      await client.query(migration.sql)
      await client.query('insert into migrations (name, hash) values ($1, $2)', [at, migration.hash])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const others = pending.length > 1 ? ` None of the ${pending.length} pending ones was applied.` : ''
    throw new Error(`Migration ${at} failed: ${(error as Error).message}.${others}`, { cause: error })
  }
}
