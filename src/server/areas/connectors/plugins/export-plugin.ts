/** A plugin as one archive, for an installation that cannot reach a registry. */
import { AppError } from '#contract/core/errors.ts'
import type { Trees } from '#server/areas/connectors/packages/trees.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { CheckingPlugins } from './plugins.policy.ts'
import { findPlugins } from './plugins.store.ts'

/** @throws not_found, unavailable */
export async function exportPlugin(
  { db, trees }: { db: Queryable; trees: Trees },
  _grant: CheckingPlugins,
  id: string,
) {
  const [row] = await findPlugins(db, id)
  const body = row && (await trees.read(row.hash))
  if (!row || !body) throw new AppError('not_found')
  return {
    type: 'file' as const,
    name: `${id}-${row.version}.tgz`,
    mime: 'application/gzip',
    bytes: null,
    disposition: 'attachment' as const,
    body,
  }
}
