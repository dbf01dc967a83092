/** What names a package of npm, and what it may reach. */
import { z } from 'zod'

export const PackageName = z
  .string()
  .max(200)
  .regex(/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/, 'Enter the name of an npm package')
export const PackageVersion = z
  .string()
  .max(100)
  .regex(/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?$/, 'Enter a version such as 1.2.3')
export const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'Use the hash that was shown')
export const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/, 'Enter a host such as api.example.com')
