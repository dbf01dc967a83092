/** Creates the cluster of the embedded Postgres: its folder, with a password of its own. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readOrCreate } from '#server/platform/read-or-create.ts'
import { idsOf } from './account.ts'
import type { Use } from './in-use.ts'
import type { Place } from './place.ts'

const passwordFileOf = (dataDir: string): string => join(dataDir, 'postgres.password')

export const passwordOf = (dataDir: string): string =>
  readOrCreate(passwordFileOf(dataDir), () => randomBytes(24).toString('base64url'))

export const wrongPasswordMessage = (dataDir: string, data: string): string =>
  `The password in ${passwordFileOf(dataDir)} does not open the database in ${data}: the two are not of the same installation. ` +
  'Check that DATA_DIR and DATABASE_DIR belong together and that DATA_DIR is mounted. After a restore, put "postgres.password" back too.'

/** What Chowk itself keeps in the folder, next to what Postgres does. */
const OWN = /^\.chowk-/
const NEW = '.chowk-new-'

/** Creates the cluster unless there is one. Its folder is not used when an earlier start was killed in the middle of that. */
export async function prepareCluster(place: Place, dataDir: string, password: string, use: Use): Promise<void> {
  const unfinished = join(dataDir, 'postgres.unfinished')
  // What an earlier start was killed at. Should its initdb still run, it fails.
  for (const name of readdirSync(place.data).filter((name) => name.startsWith(NEW)))
    rmSync(join(place.data, name), { recursive: true, force: true })
  const isCluster = existsSync(join(place.data, 'PG_VERSION'))
  const isEmpty = readdirSync(place.data).every((name) => OWN.test(name))
  // One that was served, such as a restored one, is whole.
  const isWhole = isCluster && (!existsSync(unfinished) || existsSync(join(place.data, 'postmaster.opts')))
  if (!isWhole && !isEmpty)
    throw new Error(
      existsSync(unfinished)
        ? `An earlier start was killed while it created the database in ${place.data}, so it is unfinished. Nothing was stored in it yet. ` +
            `Remove what is in that folder and the file ${unfinished}, then start again.`
        : `The database could not be created in ${place.data}: that folder is not empty, but has no database. Empty it, or use another one.`,
    )
  if (!isWhole) {
    writeFileSync(unfinished, place.data)
    await createCluster(place, password, use)
  }
  rmSync(unfinished, { force: true })
}

/**
 * In a folder of its own inside, because `initdb` wants an empty one and the heartbeat file has to be there before. `PG_VERSION` is moved
 * last: with it the cluster counts as whole.
 */
async function createCluster(place: Place, password: string, use: Use): Promise<void> {
  const target = mkdtempSync(join(place.data, NEW))
  const passwords = mkdtempSync(join(tmpdir(), 'chowk-initdb-'))
  try {
    const passwordFile = join(passwords, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    const { account } = place
    if (account) for (const path of [target, passwords, passwordFile]) chownSync(path, account.uid, account.gid)
    await initialise(place, target, passwordFile)
    use.check()
    const names = readdirSync(target).sort((a, b) => Number(a === 'PG_VERSION') - Number(b === 'PG_VERSION'))
    for (const name of names) renameSync(join(target, name), join(place.data, name))
    rmdirSync(target)
  } catch (error) {
    rmSync(target, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(passwords, { recursive: true, force: true })
  }
}

/** Not synchronously: on a slow disk it takes longer than others wait for a heartbeat. */
async function initialise(place: Place, target: string, passwordFile: string): Promise<void> {
  const args = [
    '-D',
    target,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-instructions',
  ]
  const child = spawn(join(place.bin, 'initdb'), args, {
    ...idsOf(place.account),
    cwd: place.data,
    env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => resolve(code === 0 ? null : `it ended with code ${code}`))
  })
  const [failure, printed] = await Promise.all([ended, text(child.stderr)])
  if (failure !== null) throw new Error(`The database could not be created in ${place.data}: ${printed || failure}`)
}
