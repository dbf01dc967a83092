/** `scripts/run.mjs` behind npm, tried with an npm of its own that takes its time. */
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
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
