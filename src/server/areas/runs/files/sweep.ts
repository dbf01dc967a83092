/** Files whose time has passed leave the disk within minutes; nobody can read them from the moment it has. */
import { type JobLog, schedulePeriodic } from '#server/platform/jobs/periodic-job.ts'
import { type FileDeps, removeExpired } from './files.ts'

const EVERY_MS = 600_000

/** @returns stops it, after what is under way */
export function scheduleFileCleanup(deps: Pick<FileDeps, 'db' | 'files'>, log: JobLog): () => Promise<void> {
  const sweep = async () => {
    await removeExpired(deps)
    await deps.files.sweep()
  }
  return schedulePeriodic('expired files could not be removed', EVERY_MS, sweep, log)
}
