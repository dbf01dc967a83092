/** `scripts/run.mjs` behind npm, tried with an npm of its own that takes its time. */
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { alive } from '#server/database/embedded/alive.ts'
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
    await until(async () => !alive(launcher) || undefined)
    expect(existsSync(at('started'))).toBe(false)
    begin()
    await until(async () => existsSync(at('started')) || undefined)
    folder.remove()
  },
)
