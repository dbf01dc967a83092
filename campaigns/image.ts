/**
 * Builds the image and runs it: `node campaigns/image.ts [--megabytes 450] [--start-ms 5000] [--stop-ms 25000]`, as root on Debian with
 * `apt-get install -y buildah mmdebstrap runc`.
 *
 * No registry of images is needed: images made from Debian's packages, one of them with this machine's Node and npm, get the names that
 * the Dockerfile starts from. The image then runs as an orchestrator would run it: as its own user without capabilities, on a read-only
 * root with `/tmp` and its volume, in its own process namespace. Every library that the sources name is loaded inside, every agent that
 * comes with Chowk does its first sample, a run that is under way when the container is stopped is finished by the next one. Prints a
 * table; exits non-zero when a run fails, when the image is larger or the second start slower than allowed, or when SIGTERM takes longer.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { JsonObject } from '#contract/core/primitives.ts'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { versionOf } from '../scripts/built.ts'
import { loadedFromPackages } from '../test/support/loads.ts'
import { temporaryFolder } from '../test/support/program.ts'
import { signIn, type Visit, visit } from '../test/support/visit.ts'

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '450' },
    'start-ms': { type: 'string', default: '5000' },
    'stop-ms': { type: 'string', default: '25000' },
  },
})
const root = join(import.meta.dirname, '..')
const NAME = 'localhost/chowk:trial'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const work = temporaryFolder()
const at = (...path: string[]) => join(work.path, ...path)

const missing = ['buildah', 'mmdebstrap', 'runc'].filter(
  (name) => !['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, name))),
)
if (process.getuid?.() !== 0 || missing.length > 0) {
  console.error(
    `This needs root, and: apt-get install -y buildah mmdebstrap runc (missing: ${missing.join(', ') || 'root'})`,
  )
  process.exit(2)
}

const say = (command: string, args: string[], options: { cwd?: string; input?: string } = {}): string =>
  execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...options,
  }).trim()
const buildah = (...args: string[]): string =>
  say('buildah', ['--storage-driver', 'vfs', '--root', at('store'), '--runroot', at('run'), ...args], { cwd: root })

/** What the Dockerfile starts from, without a registry. What is left out of Debian's slim image is left out here too. */
function makeBases(): void {
  const manuals = ['doc', 'man', 'locale', 'info'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
  say('mmdebstrap', [
    ...['--variant=apt', '--mode=root', '--include=usr-is-merged', ...manuals],
    ...[
      '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
      'bookworm',
      at('base.tar'),
      '/etc/apt/sources.list.d/debian.sources',
    ],
  ])
  const container = buildah('from', 'scratch')
  const add = (from: string, to: string) => buildah('add', '-q', container, from, to)
  add(at('base.tar'), '/')
  add('/etc/apt/apt.conf.d', '/etc/apt/apt.conf.d')
  buildah('commit', '-q', container, 'docker.io/library/debian:bookworm-slim')
  const npm = dirname(dirname(process.env.npm_execpath ?? say('readlink', ['-f', '/usr/bin/npm'])))
  add(process.execPath, '/usr/local/bin/node')
  add(npm, '/usr/local/lib/node_modules/npm')
  add(CERTIFICATES, CERTIFICATES)
  const settings = say('npm', ['config', 'get', 'globalconfig'])
  if (existsSync(settings)) add(settings, '/usr/local/etc/npmrc')
  buildah(
    'run',
    '--isolation',
    'chroot',
    container,
    '--',
    'ln',
    '-s',
    '../lib/node_modules/npm/bin/npm-cli.js',
    '/usr/local/bin/npm',
  )
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container)
  buildah('commit', '-q', container, 'docker.io/library/node:24-bookworm-slim')
  buildah('rm', container)
}

interface ImageConfig {
  Entrypoint: string[]
  Cmd: string[]
  Env: string[]
  User: string
  WorkingDir: string
  Labels: Record<string, string>
  Healthcheck: { Test: string[] }
  Volumes: Record<string, object>
}

/** @returns how it is to be run, and where it is mounted */
function build(): { config: ImageConfig; path: string } {
  const settings = say('npm', ['config', 'get', 'userconfig'])
  if (!existsSync(settings)) writeFileSync(at('npmrc'), '')
  buildah(
    ...[
      'bud',
      '--isolation',
      'chroot',
      '--pull-never',
      '--format',
      'docker',
      '-f',
      'deploy/image/Dockerfile',
      '-t',
      NAME,
    ],
    ...['--secret', `id=npmrc,src=${existsSync(settings) ? settings : at('npmrc')}`],
    ...['--build-arg', `VERSION=${versionOf(root)}`, '.'],
  )
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', NAME)) as { Docker: { config: ImageConfig } }
  return { config: Docker.config, path: buildah('mount', buildah('from', '--pull-never', NAME)) }
}

/** What the runtime is told: the image's own user, no capabilities, nothing writable but /tmp and the volume. */
function bundle(config: ImageConfig, path: string, port: number): object {
  const [uid, gid] = config.User.split(':').map(Number)
  const none = Object.fromEntries(
    ['bounding', 'effective', 'inheritable', 'permitted', 'ambient'].map((name) => [name, []]),
  )
  const closed = ['nosuid', 'nodev']
  const volumes = Object.keys(config.Volumes).map((destination) => ({
    destination,
    type: 'bind',
    source: at('data'),
    options: ['rbind', 'rw', ...closed],
  }))
  return {
    ociVersion: '1.0.0',
    hostname: 'chowk',
    root: { path, readonly: true },
    process: {
      user: { uid, gid },
      args: [...config.Entrypoint, ...config.Cmd],
      env: [...config.Env.filter((line) => !/^(?:HOST|PORT)=/.test(line)), 'HOST=127.0.0.1', `PORT=${port}`],
      cwd: config.WorkingDir,
      capabilities: none,
      noNewPrivileges: true,
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
      { destination: '/dev/shm', type: 'tmpfs', source: 'shm', options: [...closed, 'mode=1777'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmp', options: [...closed, 'mode=1777'] },
      ...volumes,
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  }
}

const runc = (...args: string[]): string => say('runc', ['--root', at('runc'), ...args])
const inside = (...command: string[]): string => runc('exec', 'chowk', ...command)

interface Container {
  url: string
  ms: number
  /** @returns its exit code and how long it took */
  stop(): Promise<{ code: number | null; ms: number }>
}

const printed: string[] = []

/** Resolves when it is ready. @throws Error with what it printed when it ends first */
async function start(config: ImageConfig, path: string): Promise<Container> {
  const port = await freePort()
  writeFileSync(at('bundle/config.json'), JSON.stringify(bundle(config, path, port)))
  const began = performance.now()
  const child: ChildProcess = spawn('runc', ['--root', at('runc'), 'run', '--bundle', at('bundle'), 'chowk'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => printed.push(data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The container ended:\n${printed.join('')}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.status === 200) break
    await sleep(20)
  }
  const ms = Math.round(performance.now() - began)
  const stop = async () => {
    const asked = performance.now()
    runc('kill', 'chowk', 'TERM')
    const code = await ended
    return { code, ms: Math.round(performance.now() - asked) }
  }
  return { url, ms, stop }
}

const problems: string[] = []
const demand = (holds: boolean, what: string): void => {
  if (!holds) problems.push(what)
}

/** Loads every library inside, so that none misses a file that the image left out. */
function loadLibraries(): number {
  const names = loadedFromPackages()
  const program = `import { createRequire } from 'node:module'
const require = createRequire('/app/package.json')
for (const name of ${JSON.stringify(names)})
  await (name.endsWith('.json') ? require(name) : import(name)).catch?.((error) => console.log(name + ': ' + error.message))`
  const failed = inside('node', '--input-type=module', '-e', program)
  demand(failed === '', `libraries that do not load: ${failed}`)
  return names.length
}

/** @returns its answer once it has ended */
async function finished(admin: Visit, id: string): Promise<{ status: string; error: unknown }> {
  for (let tries = 0; tries < 400; tries++) {
    const { data } = await admin.call('GET', `/api/v1/executions/${id}`)
    if (['succeeded', 'failed', 'cancelled'].includes(data.status)) return data
    await sleep(300)
  }
  return { status: 'did not end', error: null }
}

interface Sample {
  agent: string
  id: string
  input: JsonObject
}

/** The first sample of every agent that comes with Chowk, with its document uploaded. */
async function samples(admin: Visit, url: string): Promise<Sample[]> {
  const { data } = await admin.call('GET', '/api/v1/agents?page_size=50')
  const found: Sample[] = []
  for (const { slug } of data.agents) {
    const { data: agent } = await admin.call('GET', `/api/v1/agents/${slug}`)
    const { input, file } = agent.version.samples[0]
    const filled: JsonObject = { ...input }
    if (file) {
      const document = await fetch(new URL(file.url, url))
      const mime = document.headers.get('content-type') ?? 'text/plain'
      const stored = await admin.upload(file.url.split('/').at(-1), mime, new Uint8Array(await document.arrayBuffer()))
      filled[file.field] = { file_id: stored.data.id }
    }
    found.push({ agent: slug, id: agent.id, input: filled })
  }
  return found
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const rows: Record<string, string> = {}
try {
  for (const folder of ['bundle', 'data']) mkdirSync(at(folder))
  const began = performance.now()
  makeBases()
  const { config, path } = build()
  rows.built = seconds(performance.now() - began)
  const megabytes = Number(say('du', ['-sb', path]).split('\t')[0]) / 1e6
  rows.size = `${megabytes.toFixed(0)} MB`
  demand(megabytes <= Number(values.megabytes), `the image has ${megabytes.toFixed(0)} MB`)
  demand(config.Labels['org.opencontainers.image.version'] === versionOf(root), 'the label of its version')
  demand(/^[1-9]\d*:[1-9]\d*$/.test(config.User), `it runs as ${config.User}`)
  const [uid = 0, gid = 0] = config.User.split(':').map(Number)
  chownSync(at('data'), uid, gid)
  chmodSync(at('data'), 0o755)

  const first = await start(config, path)
  rows['first start'] = seconds(first.ms)
  rows.libraries = String(loadLibraries())
  inside(...config.Healthcheck.Test.slice(1))
  demand(!inside('chowk', 'doctor').includes('problem'), 'chowk doctor finds a problem')
  demand(inside('sh', '-c', 'touch /app/x 2>&1 || true').includes('Read-only'), 'its root can be written')
  const password = readFileSync(at('data/first-password'), 'utf8').trim()
  const enter = async (url: string) => visit(url, await signIn(url, 'admin@chowk.local', password))
  const admin = await enter(first.url)
  const tried = await samples(admin, first.url)
  for (const { agent, id, input } of tried) {
    const { status, error } = await finished(admin, (await admin.run({ agent_id: id }, input)).execution_id)
    demand(status === 'succeeded', `${agent}: ${status} ${JSON.stringify(error)}`)
  }
  rows['agents run'] = String(tried.length)
  demand(tried.length >= 12, `only ${tried.length} agents`)

  const last = tried[0] as Sample
  const underway = (await admin.run({ agent_id: last.id }, last.input)).execution_id
  const stopped = await first.stop()
  rows['stopped by SIGTERM'] = seconds(stopped.ms)
  demand(stopped.ms <= Number(values['stop-ms']), `it took ${seconds(stopped.ms)} to stop`)
  demand(stopped.code === 0, `it ended with code ${stopped.code}`)

  const second = await start(config, path)
  rows['start with its database'] = seconds(second.ms)
  demand(second.ms <= Number(values['start-ms']), `it took ${seconds(second.ms)} to start`)
  const { status } = await finished(await enter(second.url), underway)
  demand(status === 'succeeded', `the run that was under way: ${status}`)
  await second.stop()
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error))
  try {
    runc('kill', 'chowk', 'KILL')
  } catch {
    // It was not running.
  }
}
console.table(rows)
for (const problem of problems) console.error(problem)
work.remove()
process.exit(problems.length === 0 ? 0 : 1)
