/** The medical code tables: importing a release, and reading the installed one into memory. */
import { createHash } from 'node:crypto'
import { mergeCodes, mergeHcpcs } from '#nodes/lib/clinical/code-import.ts'
import type { CodeSystem } from '#nodes/ports.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type CodeRow, findTable, lockTables, readCodes, replaceTable } from './codes.store.ts'

/**
 * Replaces the installed table of a system by another release, all or nothing. The words clinicians use, learned from the old
 * table, are kept: official releases carry descriptions only. A release that is installed already is not written again.
 * @returns `written` false when nothing had to change
 * @throws Error when the release is empty or names a code twice
 */
export async function importCodes(
  db: Database,
  system: CodeSystem,
  release: { source: string; codes: readonly CodeRow[] },
): Promise<{ version: string; count: number; written: boolean }> {
  if (release.codes.length === 0) throw new Error(`${release.source} contains no codes. Nothing was changed.`)
  const seen = new Set<string>()
  for (const { code } of release.codes) {
    if (seen.has(code)) throw new Error(`${release.source} contains the code ${code} twice. Nothing was changed.`)
    seen.add(code)
  }
  return db.transaction().execute(async (tx) => {
    await lockTables(tx)
    const merge = system === 'hcpcs' ? mergeHcpcs : mergeCodes
    const codes = merge(await readCodes(tx, system), release.codes)
    const version = createHash('sha256').update(JSON.stringify(codes)).digest('hex').slice(0, 16)
    const installed = await findTable(tx, system)
    const written = installed?.version !== version || installed.source !== release.source
    if (written) await replaceTable(tx, system, { version, source: release.source, codes })
    return { version, count: codes.length, written }
  })
}

/** Reads the installed table once per release; concurrent callers share the reading. */
export function createCodeReader(
  db: Database,
): (system: CodeSystem) => Promise<{ version: string; source: string; rows: readonly CodeRow[] }> {
  const cache = new Map<CodeSystem, { version: string; rows: Promise<readonly CodeRow[]> }>()
  return async (system) => {
    const { version, source } = (await findTable(db, system)) ?? { version: 'none', source: 'nothing installed' }
    let held = cache.get(system)
    if (held?.version !== version) {
      held = { version, rows: readCodes(db, system) }
      cache.set(system, held)
      held.rows.catch(() => cache.delete(system))
    }
    return { version, source, rows: await held.rows }
  }
}
