/**
 * In the data folder: which database `DATABASE_URL` named last. The embedded one that an installation was moved out of often stays behind, with
 * the same keys and the same id: without `DATABASE_URL` it would be served again, as it was then.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './installation-file.ts'
import { describePlace } from './reach.ts'

export const externalDatabaseFile = (dataDir: string): string => join(dataDir, 'external-database')

/** Host, port and name; null when `DATABASE_URL` was never used with this folder. A full disk may have left an empty file, which says nothing. */
export function externalDatabaseOf(dataDir: string): string | null {
  const file = externalDatabaseFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || null : null
}

export function recordExternalDatabase(dataDir: string, url: string): void {
  const place = describePlace(url)
  if (externalDatabaseOf(dataDir) !== place) replaceFile(externalDatabaseFile(dataDir), `${place}\n`)
}
