/** What a release holds: the built pages, and the sources that the server and the commands of an operator run from. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BUILT = ['dist/draw', 'dist/pages.json', 'dist/web', 'dist/widget']
const SOURCES = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'deploy',
  'peers/razorpay',
  'scripts/built.ts',
  'scripts/chowk.ts',
  'scripts/codes.ts',
  'scripts/processes.ts',
  'scripts/run.mjs',
  'scripts/start.ts',
  'scripts/test-money.ts',
  'scripts/with-database.ts',
  'src/contract',
  'src/findings',
  'src/graph',
  'src/nodes',
  'src/connectors',
  'src/server',
  'src/shared',
]
/** Tests, what only tests and scripts read, and what an operator keeps next to the compose file. */
const LEFT_OUT =
  /\.test\.\w+$|(?:^|\/)(?:golden|fixtures)(?:\/|$)|^src\/connectors\/catalogue\/choices\/|^deploy\/(?:secrets\/|\.env)/

/** Commands of `package.json` that a release has. */
export const RELEASED_COMMANDS: readonly string[] = ['start', 'chowk', 'codes', 'test-money']

function below(root: string, path: string): string[] {
  const at = join(root, path)
  if (statSync(at).isFile()) return [path]
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(path, entry.parentPath.slice(at.length), entry.name))
}

/** Returns the files of a release that are in the repository, besides `package.json` and its lockfile, which are rewritten. */
export const releasedSources = (root: string): string[] =>
  SOURCES.flatMap((path) => below(root, path)).filter((file) => !LEFT_OUT.test(file))

/** Returns all of them, with the built pages. @throws Error when the pages are not built */
export const releasedFiles = (root: string): string[] => [
  ...releasedSources(root),
  ...BUILT.flatMap((path) => below(root, path)),
]
