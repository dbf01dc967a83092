/** The database of an installation: the operator's own, or the embedded one. */
import { type EmbeddedOptions, joinPostgres } from './embedded/postgres.ts'
import { checkPooler, checkServer } from './reach.ts'

/** Which of the two, and where it is: see the configuration. */
export interface DatabaseSettings {
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  dataDir: string
  databaseDir: string | undefined
}

export interface OpenDatabase {
  /** A connection to it is a session of the database: for locks, LISTEN, settings and migrations. */
  url: string
  /** Where pools connect: the same, or a pooler in front of it. */
  pooledUrl: string
  /** Leaves it; the embedded one stops when its last user leaves. */
  leave(): Promise<void>
}

/** @throws Error that names the variable when the database cannot be used */
export async function openDatabase(
  settings: DatabaseSettings,
  hooks: Pick<EmbeddedOptions, 'onLost' | 'onTrouble'>,
): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, dataDir, databaseDir } = settings
  if (databaseUrl === undefined) {
    const { url, leave } = await joinPostgres({ dataDir, databaseDir, database: 'chowk', ...hooks })
    return { url, pooledUrl: url, leave }
  }
  const url = databaseDirectUrl ?? databaseUrl
  await checkServer(url, databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL')
  if (databaseDirectUrl !== undefined) await checkPooler(databaseUrl, databaseDirectUrl)
  return { url, pooledUrl: databaseUrl, leave: async () => {} }
}
