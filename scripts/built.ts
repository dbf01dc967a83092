/** Whether `dist` has the pages of these sources. Production starts with this alone: nothing here needs a development dependency. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The graph and the nodes are in the worker of the designer. */
const SOURCES = [
  'src/web',
  'src/shared',
  'src/contract',
  'src/graph',
  'src/nodes',
  'scripts',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.web.json',
]
const STAMP = 'dist/web/.built-from'

interface Stamp {
  version: string
  sources: string
}

function fingerprint(root: string): string {
  const hash = createHash('sha256')
  const visit = (path: string) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const source of SOURCES) visit(join(root, source))
  return hash.digest('hex')
}

export const versionOf = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

/** A release archive has no sources of the pages. */
export const hasWebSources = (root: string): boolean => existsSync(join(root, 'src/web'))

function readStamp(root: string): Partial<Stamp> {
  try {
    return JSON.parse(readFileSync(join(root, STAMP), 'utf8')) as Partial<Stamp>
  } catch {
    return {}
  }
}

/** Returns whether `dist` was built from the sources below `root`; in a release archive, whether it is of the same version. */
export function isBuilt(root: string): boolean {
  const { version, sources } = readStamp(root)
  return hasWebSources(root) ? sources === fingerprint(root) : version === versionOf(root)
}

/** Records what `dist` was built from. Taken before the build: a file that is edited meanwhile makes it stale. */
export function takeStamp(root: string): { write(): void } {
  const stamp: Stamp = { version: versionOf(root), sources: fingerprint(root) }
  return { write: () => writeFileSync(join(root, STAMP), JSON.stringify(stamp)) }
}

/** Returns why the pages cannot be built here and what to do; null when they can. */
export function whyNotBuildable(root: string): string | null {
  if (!hasWebSources(root))
    return 'The built pages in dist are missing or belong to another version. Unpack the release archive again.'
  if (existsSync(join(root, 'node_modules/vite'))) return null
  return 'The pages in dist are missing or were built from other sources, and the development dependencies that build them are not installed. Run "npm run build", which installs them, or use a release archive.'
}
