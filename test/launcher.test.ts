/** `scripts/run.mjs` behind npm, tried with an npm of its own that takes its time. */
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { isAlive } from '#server/platform/database/embedded/alive.ts'
import { until } from './support/engine.ts'
import { temporaryFolder } from './support/program.ts'

/** Says who called it, the launcher, and installs until it is told to go on. */
const NPM = `import { existsSync, writeFileSync } from 'node:fs'
writeFileSync('launcher', String(process.ppid))
const timer = setInterval(() => existsSync('go-on') && clearInterval(timer), 20)`

/** As npm runs a script: through a shell, which is what it waits for. */
const ABOVE = `import { spawn } from 'node:child_process'
spawn('/bin/sh', ['-c', '"$0" scripts/run.mjs program.mjs; true', process.execPath], { stdio: 'inherit' })`

const PROGRAM = `import { writeFileSync } from 'node:fs'
writeFileSync('started', '')`

it.runIf(process.platform === 'linux')(
  'starts no server when npm is stopped while dependencies are installed',
  async () => {
    const folder = temporaryFolder()
    const at = (name: string) => join(folder.path, name)
    mkdirSync(at('scripts'))
    mkdirSync(at('node_modules'))
    copyFileSync(join(import.meta.dirname, '../scripts/run.mjs'), at('scripts/run.mjs'))
    writeFileSync(at('npm.mjs'), NPM)
    writeFileSync(at('above.mjs'), ABOVE)
    writeFileSync(at('program.mjs'), PROGRAM)
    writeFileSync(at('package-lock.json'), '{}')
    const begin = () =>
      spawn(process.execPath, ['above.mjs'], {
        cwd: folder.path,
        env: { PATH: process.env.PATH, npm_execpath: at('npm.mjs') },
        stdio: 'ignore',
      })
    const npm = begin()
    await until(async () => existsSync(at('launcher')) || undefined)
    const launcher = Number(readFileSync(at('launcher'), 'utf8'))
    npm.kill('SIGKILL')
    await new Promise((resolve) => npm.once('exit', resolve))
    writeFileSync(at('go-on'), '')
    await until(async () => !isAlive(launcher) || undefined)
    expect(existsSync(at('started'))).toBe(false)
    begin()
    await until(async () => existsSync(at('started')) || undefined)
    folder.remove()
  },
)

/** As bash does it, which is /bin/sh on many systems: the shell becomes the launcher. */
const BECOMES = `import { spawn } from 'node:child_process'
spawn('/bin/sh', ['-c', 'exec "$0" scripts/run.mjs program.mjs', process.execPath], { stdio: 'inherit' })`

const SERVES = `import { writeFileSync } from 'node:fs'
process.on('SIGTERM', () => {
  writeFileSync('stopped', '')
  process.exit()
})
writeFileSync('started', '')
setInterval(() => {}, 1000)`

it.runIf(process.platform === 'linux')(
  'keeps the server when the shell that started npm ends, until npm ends',
  async () => {
    const folder = temporaryFolder()
    const at = (name: string) => join(folder.path, name)
    mkdirSync(at('scripts'))
    mkdirSync(at('node_modules'))
    copyFileSync(join(import.meta.dirname, '../scripts/run.mjs'), at('scripts/run.mjs'))
    for (const [name, text] of Object.entries({
      'npm.mjs': '',
      'above.mjs': BECOMES,
      'program.mjs': SERVES,
      'package-lock.json': '{}',
    }))
      writeFileSync(at(name), text)
    // As when a user logs out after "npm start &".
    const login = spawn('/bin/sh', ['-c', '"$0" above.mjs & echo $! > npm; wait', process.execPath], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, npm_execpath: at('npm.mjs') },
      stdio: 'ignore',
    })
    await until(async () => existsSync(at('started')))
    login.kill('SIGKILL')
    await new Promise((resolve) => login.once('exit', resolve))
    await sleep(1000)
    expect(existsSync(at('stopped'))).toBe(false)
    process.kill(Number(readFileSync(at('npm'), 'utf8')), 'SIGKILL')
    await until(async () => existsSync(at('stopped')))
    folder.remove()
  },
)

/** Writes down how it was called; `npm ci` and `npm install` also leave a list of what they installed, which the tests write. */
const NOTES = `import { appendFileSync } from 'node:fs'
appendFileSync('called', process.argv.slice(2).join(' ') + '\\n')`
const LIBRARY = { version: '1.0.0' }
const LOCKFILE = JSON.stringify({
  packages: {
    '': { name: 'chowk' },
    'node_modules/library': LIBRARY,
    'node_modules/tool': { version: '2.0.0', dev: true },
    'node_modules/also-a-tool': { version: '3.0.0', devOptional: true },
    'node_modules/of-another-platform': { version: '4.0.0', optional: true },
  },
})

describe('the launcher in production', () => {
  /** A folder with the launcher in it, whose npm only notes that it was called. */
  function installation() {
    const folder = temporaryFolder()
    const at = (name: string) => join(folder.path, name)
    for (const name of ['scripts', 'node_modules']) mkdirSync(at(name))
    copyFileSync(join(import.meta.dirname, '../scripts/run.mjs'), at('scripts/run.mjs'))
    writeFileSync(at('package-lock.json'), LOCKFILE)
    writeFileSync(at('npm.mjs'), NOTES)
    for (const name of ['start', 'build']) writeFileSync(at(`scripts/${name}.ts`), '')
    const run = (name: string, NODE_ENV: string | undefined = 'production') =>
      spawnSync(process.execPath, ['scripts/run.mjs', `scripts/${name}.ts`], {
        cwd: folder.path,
        env: { PATH: process.env.PATH, npm_execpath: at('npm.mjs'), ...(NODE_ENV && { NODE_ENV }) },
        encoding: 'utf8',
      })
    /** What npm was asked to install since the last look. */
    const installed = (): string[] => {
      const lines = existsSync(at('called')) ? readFileSync(at('called'), 'utf8').split('\n') : []
      rmSync(at('called'), { force: true })
      return lines.filter((line) => line.startsWith('install')).map((line) => /--\w+=dev/.exec(line)?.[0] ?? line)
    }
    return { at, run, installed, remove: folder.remove }
  }

  it('installs no development dependencies to start, and adds them to build', () => {
    const { run, installed, remove } = installation()
    expect(run('start').status).toBe(0)
    expect(installed()).toEqual(['--omit=dev'])
    run('start')
    expect(installed()).toEqual([])
    run('build')
    expect(installed()).toEqual(['--include=dev'])
    for (const [name, mode] of [
      ['build', 'production'],
      ['start', 'production'],
      ['start', ''],
    ])
      run(name as string, mode)
    expect(installed()).toEqual([])
    remove()
  })

  it('takes what `npm ci --omit=dev` installed, and nothing less', () => {
    const { at, run, installed, remove } = installation()
    const leave = (packages: object) =>
      writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify({ packages }))
    leave({ 'node_modules/library': LIBRARY })
    expect(run('start').status).toBe(0)
    expect(installed()).toEqual([])
    expect(existsSync(at('node_modules/.install-stamp'))).toBe(false)

    leave({ 'node_modules/library': { version: '0.9.0' } })
    run('start')
    expect(installed()).toEqual(['--omit=dev'])

    rmSync(at('node_modules/.install-stamp'))
    leave({ 'node_modules/library': LIBRARY })
    run('start', '')
    expect(installed()).toEqual(['--include=dev'])
    remove()
  })

  it('installs again when an earlier installation was stopped half-way', () => {
    const { at, run, installed, remove } = installation()
    writeFileSync(at('npm.mjs'), `${NOTES}\nprocess.exit(1)`)
    expect(run('start').status).toBe(1)
    expect(installed()).toEqual(['--omit=dev'])
    // npm noted its packages before their install scripts ran.
    writeFileSync(at('node_modules/.package-lock.json'), LOCKFILE)
    writeFileSync(at('npm.mjs'), NOTES)
    expect(run('start').status).toBe(0)
    expect(installed()).toEqual(['--omit=dev'])
    remove()
  })
})
