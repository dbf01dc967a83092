/** `ctx.codes` of the nodes: the installed tables, held in memory and read again when another release was imported. */
import { createCodeTable } from '#nodes/lib/clinical/code-table.ts'
import type { CodeSystem, CodesPort } from '#nodes/ports.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createCodeReader } from './codes.ts'

export function createCodesPort(db: Database): CodesPort {
  const read = createCodeReader(db)
  const held = new Map<CodeSystem, { version: string; table: CodesPort }>()
  const current = async (system: CodeSystem): Promise<CodesPort> => {
    const { version, source, rows } = await read(system)
    const known = held.get(system)
    if (known?.version === version) return known.table
    const table = createCodeTable(rows, version, { system, source })
    held.set(system, { version, table })
    return table
  }
  return {
    search: async (system, query, limit) => (await current(system)).search(system, query, limit),
    get: async (system, code) => (await current(system)).get(system, code),
    under: async (system, code) => (await current(system)).under(system, code),
    table: async (system) => (await current(system)).table(system),
  }
}
