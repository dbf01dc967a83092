/** A streaming replica of an embedded Postgres, made of a copy of its files. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPlace } from '#server/platform/database/embedded/place.ts'
import { killServer, launchServer } from '#server/platform/database/embedded/postmaster.ts'

export interface ReplicaServer {
  url: string
  /** Ends it without warning. */
  kill(): void
  /** Makes it a primary. Resolves once it can be written to. */
  promote(): Promise<void>
  /** Stops following, and follows again. */
  pause(): Promise<void>
  resume(): Promise<void>
}

async function once<T extends object>(url: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const NAME = 'replica'
/** Files of the server itself, which a copy makes for itself. */
const OWN = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'])

/**
 * @param url of a database of the primary, as its superuser
 * @param dataDir of the primary, which holds its cluster in `postgres`
 * @param folder for the replica
 */
export async function startReplica(url: string, dataDir: string, folder: string): Promise<ReplicaServer> {
  const primary = new URL(url)
  const place = { ...(await findPlace({ dataDir, databaseDir: undefined })), data: join(folder, 'postgres') }
  await once(url, 'select pg_create_physical_replication_slot($1, true)', [NAME])
  // A backup ends with the connection that began it.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('select pg_backup_start($1, true)', [NAME])
  mkdirSync(place.data, { recursive: true, mode: 0o700 })
  const from = join(dataDir, 'postgres')
  for (const name of readdirSync(from).filter((name) => !OWN.has(name) && !name.startsWith('.chowk')))
    execFileSync('cp', ['-a', join(from, name), place.data])
  for (const empty of ['pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot'])
    mkdirSync(join(place.data, empty), { recursive: true })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  writeFileSync(join(place.data, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(place.data, 'standby.signal'), '')
  const connection = `host=${primary.hostname} port=${primary.port} user=${primary.username} password=${primary.password} application_name=${NAME}`
  appendFileSync(
    join(place.data, 'postgresql.auto.conf'),
    `primary_conninfo = '${connection}'\nprimary_slot_name = '${NAME}'\nsynchronous_standby_names = ''\n`,
  )
  if (place.account) execFileSync('chown', ['-R', `${place.account.uid}:${place.account.gid}`, folder])
  const server = await launchServer(place, { dataDir: folder })
  primary.port = String(server.port)
  const own = primary.href
  // It accepts connections once it has caught up with the end of the copy.
  for (let attempt = 0; ; attempt++) {
    const isUp = await once(own, 'select 1').then(
      () => true,
      () => false,
    )
    if (isUp) break
    if (attempt > 300) throw new Error('The replica does not accept connections')
    await sleep(50)
  }
  return {
    url: own,
    kill: () => killServer(server.pid, place.data),
    promote: async () => void (await once(own, 'select pg_promote(true, 30)')),
    pause: async () => void (await once(own, 'select pg_wal_replay_pause()')),
    resume: async () => void (await once(own, 'select pg_wal_replay_resume()')),
  }
}
