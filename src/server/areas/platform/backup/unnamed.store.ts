/** The SQL that finds what was copied after the moment of the database that a backup holds: nothing names it, so it is removed again. */
import type pg from 'pg'
import { pathOf } from '#server/areas/platform/account-data/exports.ts'
import { placesOfFile } from '#server/gateways/files.ts'

/** Which row a file belongs to, by its path below the data folder. */
const OWNERS: readonly {
  path: RegExp
  table: 'files' | 'executions' | 'data_exports'
  remove: (id: string) => string[]
}[] = [
  {
    path: /^files\/(?:files|derived)\/..\/([0-9a-f-]{36})(?:\/|$)/,
    table: 'files',
    remove: placesOfFile,
  },
  {
    path: /^outputs\/executions\/([0-9a-f-]{36})\//,
    table: 'executions',
    remove: (id) => [`outputs/executions/${id}`],
  },
  { path: /^exports\/([0-9a-f-]{36})\.zip$/, table: 'data_exports', remove: (id) => [pathOf(id)] },
]

/** Queues those of these paths for removal whose row is not there. */
export async function queueUnnamed(client: pg.ClientBase, paths: readonly string[]): Promise<void> {
  for (const { path, table, remove } of OWNERS) {
    const ids = [...new Set(paths.flatMap((one) => path.exec(one)?.[1] ?? []))]
    if (ids.length === 0) continue
    const { rows } = await client.query<{ id: string }>(
      `select asked.id from unnest($1::uuid[]) asked(id) where not exists (select from ${table} t where t.id = asked.id)`,
      [ids],
    )
    const gone = rows.flatMap(({ id }) => remove(id))
    await client.query('insert into leftovers (path) select unnest($1::text[]) on conflict do nothing', [gone])
  }
}
