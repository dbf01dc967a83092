/**
 * `npm run bench` measures what needs nothing but this repository; `npm run bench -- <name> [arguments]` measures one thing.
 * Every bench prints a table; a figure that is missed makes the run end with a failure.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** In turn, when none is named. */
const WITHOUT_DATA = ['first-load', 'start', 'marketplace', 'engine', 'designer']

const fileOf = (name: string) => join(import.meta.dirname, `${name}.ts`)

function run(name: string, args: string[]): Promise<number> {
  console.log(`\n${name}`)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--no-warnings', fileOf(name), ...args], { stdio: 'inherit' })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

const [name, ...args] = process.argv.slice(2)
if (name !== undefined && (!/^[a-z-]+$/.test(name) || !existsSync(fileOf(name)))) {
  const parts = /-(?:server|data)\.ts$|^(?:run|shapes|load|servers)\.ts$/
  const names = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && !parts.test(file))
    .map((file) => file.slice(0, -3))
  console.error(`There is no bench "${name}". There are: ${names.join(', ')}`)
  process.exit(1)
}
let failed = 0
for (const one of name === undefined ? WITHOUT_DATA : [name]) {
  if ((await run(one, args)) !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
