/**
 * Follows the documentation with a release: `node campaigns/release.ts`. Writes the archive, checks its checksums, unpacks it into an empty
 * folder, installs it with `npm ci --omit=dev` and starts it with `npm start` and NODE_ENV=production. Its pages answer, an agent runs, and
 * nothing is built. Then it is backed up, the backup verified and restored into another folder, and started there with the run in it.
 * Without its built pages it refuses to start and says why. Exits non-zero when one of these fails.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { versionOf } from '../scripts/built.ts'
import { temporaryFolder } from '../test/support/program.ts'
import { signIn, visit } from '../test/support/visit.ts'

const root = join(import.meta.dirname, '..')
const name = `chowk-${versionOf(root)}`
const work = temporaryFolder()
const at = (...path: string[]) => join(work.path, ...path)
const installed = at(name)

const say = (folder: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

const environment = (data: string, more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'production',
  DATA_DIR: at(data),
  BACKUP_PASSPHRASE: 'the passphrase of the trial',
  ...more,
})
const chowk = (data: string, ...args: string[]): string =>
  execFileSync('npm', ['run', '--silent', 'chowk', '--', ...args], {
    cwd: installed,
    encoding: 'utf8',
    env: environment(data),
  }).trim()

/** `npm start`, until it is ready. @throws Error with what it printed when it ends first */
async function start(data: string): Promise<{ url: string; ms: number; stop(): Promise<void> }> {
  const port = String(await freePort())
  const began = performance.now()
  const child = spawn('npm', ['start'], { cwd: installed, env: environment(data, { PORT: port }) })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      printed += text.toString()
    })
  const url = `http://127.0.0.1:${port}`
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`It ended instead of starting:\n${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  if (/Building|Installing/.test(printed)) throw new Error(`It built or installed something:\n${printed}`)
  const stop = async () => {
    child.kill('SIGTERM')
    while (existsSync(at(data, 'postgres/postmaster.pid'))) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, ms: Math.round(performance.now() - began), stop }
}

const enter = async (url: string) =>
  visit(url, await signIn(url, 'admin@chowk.local', readFileSync(at('data/first-password'), 'utf8').trim()))

const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}

try {
  say(root, 'node', 'scripts/run.mjs', 'scripts/release.ts')
  const folder = join(root, 'dist/release')
  say(folder, 'sha256sum', '-c', `${name}.sha256`)
  const sbom = JSON.parse(readFileSync(join(folder, `${name}.cdx.json`), 'utf8')) as { components: { name: string }[] }
  const components = new Set(sbom.components.map((component) => component.name))
  demand(components.has('fastify') && !components.has('vitest'), 'its list of packages is not that of production')
  say(work.path, 'tar', '-xzf', join(folder, `${name}.tar.gz`))
  say(installed, 'npm', 'ci', '--omit=dev', '--loglevel=error')
  demand(!existsSync(join(installed, 'node_modules/vite')), 'development dependencies were installed')

  const first = await start('data')
  const page = await fetch(first.url)
  demand(page.ok && (await page.text()).includes('<h1'), 'its pages are not drawn')
  const admin = await enter(first.url)
  const { status, execution_id } = await admin.run(
    { agent_id: 'icd10-coder' },
    { text: 'Patient has iron deficiency anemia.' },
    20_000,
  )
  demand(status === 'succeeded', `the run ${status}`)
  console.log(chowk('data', 'doctor'))
  const backup = at('chowk.backup')
  console.log(chowk('data', 'backup', backup))
  await first.stop()

  console.log(chowk('data', 'verify', backup))
  mkdirSync(at('restored'))
  console.log(chowk('restored', 'restore', backup))
  const second = await start('restored')
  const again = await (await enter(second.url)).call('GET', `/api/v1/executions/${execution_id}`)
  demand(again.data.status === 'succeeded', 'the run is not in the restored installation')
  await second.stop()

  renameSync(join(installed, 'dist'), join(installed, 'elsewhere'))
  const refused = spawnSync('npm', ['start'], { cwd: installed, encoding: 'utf8', env: environment('data') })
  demand(refused.status === 1 && refused.stderr.includes('Unpack the release archive again'), 'it starts without pages')
  console.table({ 'first start': `${first.ms} ms`, 'start of the restored one': `${second.ms} ms` })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  work.remove()
}
