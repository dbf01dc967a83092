/** Whether the data folder is that of the installation: when a volume is unmounted, an empty folder is in its place. */
import { readFile } from 'node:fs/promises'
import { AppError } from '#contract/core/errors.ts'
import { installationFile } from '#server/platform/database/installation-file.ts'

/** Asked before anything is written: what is written elsewhere is hidden once the volume is back. @throws AppError `unavailable` when it is not */
export type CheckFolder = () => Promise<void>

/** @param installation id of the installation that the folder belongs to; null when it has none yet */
export const createFolderCheck =
  (dir: string, installation: string | null): CheckFolder =>
  async () => {
    if (installation === null) return
    const found = await readFile(installationFile(dir), 'utf8').catch((cause: unknown) => cause)
    if (typeof found === 'string' && found.trim() === installation) return
    const cause = new Error(`The data folder belongs to another installation: ${installationFile(dir)}`, {
      cause: found,
    })
    throw new AppError('unavailable', { retryAfter: 30, cause })
  }

/** Of a folder that nothing was claimed for. */
export const anyFolder: CheckFolder = async () => {}
