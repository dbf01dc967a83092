/** In the data folder: the id of the installation that it belongs to, so that it is never used with the database of another one. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const installationFile = (dataDir: string): string => join(dataDir, 'installation')
const ID = /^[0-9a-f-]{36}$/

/** Null before the first start of this version. @throws Error when the file says something else */
export function readInstallationFile(dataDir: string): string | null {
  const file = installationFile(dataDir)
  if (!existsSync(file)) return null
  const id = readFileSync(file, 'utf8').trim()
  if (!ID.test(id))
    throw new Error(`${file} does not contain an installation id. Restore it from a backup, or remove it.`)
  return id
}

/** Writes a small file under another name and renames it, so that a kill or a full disk leaves the former one whole. */
export function replaceFile(file: string, text: string): void {
  const half = `${file}.${process.pid}.half`
  try {
    writeFileSync(half, text, { flush: true })
    renameSync(half, file)
  } catch (error) {
    rmSync(half, { force: true })
    throw error
  }
}

export function writeInstallationFile(dataDir: string, id: string): void {
  const file = installationFile(dataDir)
  if (readInstallationFile(dataDir) !== id) replaceFile(file, `${id}\n`)
}

export const hasInstallationFile = (dataDir: string): boolean => existsSync(installationFile(dataDir))
