/** A package as one archive, for an installation that cannot reach a registry. */
import { AppError } from '#contract/core/errors.ts'
import type { CheckingPackages } from './packages.policy.ts'
import type { Trees } from './trees.ts'

/** @throws not_found, unavailable */
export async function exportPackage(
  trees: Trees,
  _grant: CheckingPackages,
  row: { package: string; version: string; hash: string } | null | undefined,
) {
  const body = row && (await trees.read(row.hash))
  if (!row || !body) throw new AppError('not_found')
  const name = `${row.package.replace(/^@/, '').replaceAll('/', '-')}-${row.version}.tgz`
  return {
    ...{ type: 'file' as const, name, mime: 'application/gzip', bytes: null },
    ...{ disposition: 'attachment' as const, body },
  }
}
