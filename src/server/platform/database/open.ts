/** The database of an installation: the operator's own, or the embedded one. */
import type { Config } from '#server/config.ts'
import { type EmbeddedOptions, joinPostgres } from './embedded/postgres.ts'
import { checkServer } from './reach.ts'

/** @returns its address, and how to leave it; the embedded one stops when its last user leaves */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'databaseDir'>,
  hooks: Pick<EmbeddedOptions, 'onLost' | 'onTrouble'>,
): Promise<{ url: string; leave(): Promise<void> }> {
  if (config.databaseUrl) {
    await checkServer(config.databaseUrl)
    return { url: config.databaseUrl, leave: async () => {} }
  }
  const { dataDir, databaseDir } = config
  return joinPostgres({ dataDir, databaseDir, database: 'chowk', ...hooks })
}
