// The launcher behind every npm script. Plain JavaScript, because it runs on any Node >= 18 with nothing installed:
// it installs the dependencies when the lockfile changed, then runs the wanted program on Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.install-stamp')
const windows = process.platform === 'win32'

// npm runs this through a shell. A signal to npm ends npm and the shell and never arrives here, so their end is the signal, also while
// dependencies are installed. Started by hand, this process may outlive its shell.
const parentOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) . /s, '')
      .split(' ')[0]
  } catch {
    return null
  }
}
// With its last command some shells become that command: then npm itself is above us, and who started npm may go away.
const isShell = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === '-c'
  } catch {
    return false
  }
}
const parent = process.ppid
const npmAbove = isShell(parent) ? parentOf(parent) : null
const isLeft = () =>
  Boolean(process.env.npm_execpath) && (process.ppid !== parent || (npmAbove !== null && parentOf(parent) !== npmAbove))

/** What operators run. With NODE_ENV=production it needs no development dependencies. */
const OPERATION = ['scripts/start.ts', 'scripts/chowk.ts', 'scripts/codes.ts', 'scripts/test-money.ts']
const lean = process.env.NODE_ENV === 'production' && OPERATION.includes(process.argv[2])

/** Identifies the installed tree: the lockfile and the platform it was installed for. */
const complete = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex')
const withoutDevelopment = `${complete} without development`

/** Without a stamp of ours: whether npm installed what the lockfile names, for example by `npm ci --omit=dev` in an image. */
function isInstalledByNpm() {
  const packagesIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined)
  const installed = packagesIn(join(modules, '.package-lock.json'))
  if (!installed) return false
  return Object.entries(packagesIn(join(root, 'package-lock.json')) ?? {}).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === '' || optional || (lean && (dev || devOptional)) || installed[path]?.version === version,
  )
}

function isInstalled() {
  if (!existsSync(stampFile)) return isInstalledByNpm()
  const stamp = readFileSync(stampFile, 'utf8')
  return stamp === complete || (lean && stamp === withoutDevelopment)
}

function stampInstalled(stamp) {
  // Written to another name and renamed: a copy of the tree made of hard links keeps its own stamp.
  writeFileSync(`${stampFile}.new`, stamp)
  renameSync(`${stampFile}.new`, stampFile)
}

/** The package that carries Node 24 for this platform, when the registry has one. */
const nodePackage = join(modules, `node-${windows ? 'win' : process.platform}-${process.arch}`)

function node24() {
  const packaged = join(nodePackage, 'bin', windows ? 'node.exe' : 'node')
  if (existsSync(packaged)) return packaged
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `Chowk runs on Node 24. None is packaged for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}.\n` +
      'Install Node 24 or newer from https://nodejs.org and run the command again.',
  )
  process.exit(1)
}

/** Runs npm with `node`, whether or not this launcher was itself started by npm. */
function npm(node, args, env) {
  const cli = process.env.npm_execpath
  const command = cli ? [node, [cli, ...args]] : [windows ? 'npm.cmd' : 'npm', args]
  const done = spawnSync(command[0], command[1], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
    shell: !cli && windows,
  })
  if (done.status !== 0) {
    console.error(`npm ${args[0]} failed${done.error ? `: ${done.error.message}` : ''}. Nothing was started.`)
    process.exit(done.status ?? 1)
  }
}

function install() {
  console.log('Installing dependencies (only when they changed) ...')
  // Stopped half-way, npm may have noted packages whose install scripts have not run.
  mkdirSync(modules, { recursive: true })
  stampInstalled('unfinished')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  // Not `npm ci`, which removes everything first. Install scripts wait for Node 24.
  const development = lean ? '--omit=dev' : '--include=dev'
  npm(
    process.execPath,
    ['install', '--no-save', '--ignore-scripts', development, '--include=optional', ...quiet],
    process.env,
  )
  const node = node24()
  const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH }
  if (existsSync(join(nodePackage, 'include'))) env.npm_config_nodedir = nodePackage
  delete env.npm_config_ignore_scripts
  npm(node, ['rebuild', ...quiet], env)
  stampInstalled(lean ? withoutDevelopment : complete)
}

if (!isInstalled()) install()
if (isLeft()) process.exit(1)

const node = node24()
const child = spawn(node, process.argv.slice(2), {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: join(modules, '.bin') + delimiter + dirname(node) + delimiter + process.env.PATH,
    // What Node compiled stays for the next start, which takes half as long with it, and so does each thread.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.compiled'),
    // The program ends when this process does, however that ends.
    CHOWK_LAUNCHER: String(process.pid),
  },
})
// A terminal signals the whole group, a supervisor this process alone. The program takes what comes twice at once for one wish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
const timer = setInterval(() => {
  if (!isLeft()) return
  clearInterval(timer)
  child.kill('SIGTERM')
}, 250)
timer.unref()
