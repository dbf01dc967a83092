/** In the data folder: the id of the installation that it belongs to, so that it is never used with the database of another one. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const installationFile = (dataDir: string): string => join(dataDir, 'installation')
const ID = /^[0-9a-f-]{36}$/

/** Null before the first start of this version. @throws Error when the file says something else */
export function readInstallationFile(dataDir: string): string | null {
  const file = installationFile(dataDir)
  if (!existsSync(file)) return null
  const id = readFileSync(file, 'utf8').trim()
  if (!ID.test(id))
    throw new Error(`${file} does not hold the id of an installation. Restore it from a backup, or remove it.`)
  return id
}

/** Written beside and renamed, so that a kill leaves it whole. */
export function writeInstallationFile(dataDir: string, id: string): void {
  const file = installationFile(dataDir)
  if (readInstallationFile(dataDir) === id) return
  writeFileSync(`${file}.${process.pid}.half`, `${id}\n`)
  renameSync(`${file}.${process.pid}.half`, file)
}

export const hasInstallationFile = (dataDir: string): boolean => existsSync(installationFile(dataDir))
