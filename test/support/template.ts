/** The migrated database that tests are cloned from, named by what made it so that it is made once per schema. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'

const LOCK = 7_234_100

export const withDatabase = (url: string, database: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** @returns the name of the template database */
export async function prepareTemplate(serverUrl: string): Promise<string> {
  const hash = createHash('sha256')
    .update(
      readMigrations()
        .map((m) => m.hash)
        .join(),
    )
    .digest('hex')
    .slice(0, 16)
  const name = `chowk_template_${hash}`
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK])
    const found = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) {
      // Migrated under another name first: a template that a crash left half-made must not be found by its name.
      const half = `${name}_half`
      await admin.query(`drop database if exists ${half} with (force)`)
      await admin.query(`create database ${half}`)
      const pool = createPool(withDatabase(serverUrl, half), 1)
      await migrate(pool)
      await pool.end()
      await admin.query(`alter database ${half} rename to ${name}`)
    }
    return name
  } finally {
    await admin.end()
  }
}
