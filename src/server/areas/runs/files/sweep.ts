/** Files whose time has passed leave the disk within minutes; nobody can read them from the moment it has. */
import { type FileDeps, removeExpired } from './files.ts'

export async function deleteExpiredFiles({
  tidy,
  ...deps
}: Pick<FileDeps, 'db' | 'files'> & { tidy: () => Promise<void> }): Promise<void> {
  await removeExpired(deps)
  await deps.files.sweep()
  await tidy()
}
