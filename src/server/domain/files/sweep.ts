/** Files whose time has passed leave the disk within minutes; nobody can read them from the moment it has. */
import { repeat } from '#server/domain/chore.ts'
import { type FileDeps, removeExpired } from './files.ts'

const EVERY_MS = 600_000

/** @returns stops it, after what is under way */
export function sweepFiles(
  deps: Pick<FileDeps, 'db' | 'files'>,
  log: { warn(detail: object, message: string): void },
): () => Promise<void> {
  const sweep = async () => {
    try {
      await removeExpired(deps)
      await deps.files.sweep()
    } catch (err) {
      log.warn({ err }, 'expired files could not be removed')
    }
  }
  return repeat(sweep, EVERY_MS)
}
