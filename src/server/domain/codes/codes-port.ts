/** `ctx.codes` of the nodes: the installed tables, held in memory and read again when another release was imported. */
import { createCodeTable } from '#nodes/clinical/code-table.ts'
import type { CodesPort } from '#nodes/ports.ts'
import type { Database } from '#server/database/database.ts'
import { createCodeReader } from './codes.ts'

export function createCodesPort(db: Database): CodesPort {
  const read = createCodeReader(db)
  let held: { version: string; table: CodesPort } | null = null
  const current = async (system: 'icd10cm'): Promise<CodesPort> => {
    const { version, rows } = await read(system)
    if (held?.version !== version) held = { version, table: createCodeTable(rows, version) }
    return held.table
  }
  return {
    search: async (system, query, limit) => (await current(system)).search(system, query, limit),
    get: async (system, code) => (await current(system)).get(system, code),
    under: async (system, code) => (await current(system)).under(system, code),
    table: async (system) => (await current(system)).table(system),
  }
}
