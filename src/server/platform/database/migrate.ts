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

/**
 * Brings the database to the newest schema. Safe to call from several processes at once.
 * @returns the names applied now
 * @throws Error when the database was migrated by a newer program, or a migration changed after it was applied
 */
export async function migrate(pool: Pool, migrations = readMigrations()): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrations])
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const pending = await pendingOf(client, migrations)
    for (const migration of pending) await apply(client, migration)
    return pending.map((m) => m.name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations]).catch(() => {})
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

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [migration.name, migration.hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}
