/** What names a package of npm, and what it may reach. */
import { z } from 'zod'
import type { ErrorCode } from '#contract/core/errors.ts'
import { WorkflowId } from '#contract/core/primitives.ts'

const PackageName = z
  .string()
  .max(200)
  .regex(/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/, 'Enter the name of an npm package')
const PackageVersion = z
  .string()
  .max(100)
  .regex(/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?$/, 'Enter a version such as 1.2.3')
const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'Use the hash that was shown')
export const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/, 'Enter a host such as api.example.com')

/** A package to look into. */
export const WantedPackage = z.strictObject({
  package: PackageName,
  /** The newest when left out. */
  version: PackageVersion.optional(),
})
/** Another version of what is installed. An older one goes back. */
export const WantedVersion = z.strictObject({
  /** The newest when left out. */
  version: PackageVersion.optional(),
})
/** A version as a check showed it, so that nothing else is installed. */
export const SeenVersion = z.strictObject({ version: PackageVersion, hash: Hash })
export const SeenPackage = SeenVersion.extend({ package: PackageName })

/** What the endpoints of packages refuse. */
export const PACKAGE_ERRORS = {
  check: ['plugin_refused', 'registry_unreachable', 'too_many_requests'],
  checkFile: ['file_missing', 'file_empty', 'file_too_large', 'plugin_refused', 'too_many_requests'],
  install: ['already_exists', 'stale_details', 'plugin_refused', 'limit_reached', 'confirmation_needed'],
  checkUpdate: ['not_found', 'plugin_refused', 'registry_unreachable', 'too_many_requests'],
  update: ['not_found', 'stale_details', 'plugin_refused', 'confirmation_needed'],
  change: ['not_found', 'confirmation_needed'],
} as const satisfies Record<string, readonly ErrorCode[]>

/** Used packages are removed only when that is said. */
export const RemovalQuery = z.object({ even_if_used: z.stringbool().default(false) })

/** The workflows that use a package. */
export const PackageUses = {
  /** Of admins everyone's workflows, of others their own; at most 100. */
  used_by: z.array(z.object({ id: WorkflowId, name: z.string(), owner: z.string(), yours: z.boolean() })),
  /** Of all people. */
  used_by_total: z.number().int(),
}
