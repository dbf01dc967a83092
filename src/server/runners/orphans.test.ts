import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isAlive } from '#server/platform/database/embedded/alive.ts'
import { findSandbox } from './sandbox.ts'

/** When the endless job would be over anyway. */
const JOB_MS = 4000
const SERVER = `
import { workForServer } from '#nodes/work-for.ts'
import { createRunners } from '#server/runners/runners.ts'
const runners = createRunners({ log: { info() {}, warn() {} } })
const work = workForServer(new AbortController().signal)
const limits = { timeout_ms: ${JOB_MS}, memory_mb: 32 }
await runners.code('return 1', {}, limits, work)
console.log(runners.pids().join())
await runners.code('for (;;) {}', {}, limits, work)
`

it('does not outlive a killed server, not even in an endless loop', async () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const server = spawn(process.execPath, ['--input-type=module', '-e', SERVER], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [pid = 0] = await new Promise<number[]>((resolve) => {
    server.stdout.on('data', (chunk: Buffer) => resolve(chunk.toString().trim().split(',').map(Number)))
  })
  expect(isAlive(pid)).toBe(true)
  const killed = performance.now()
  server.kill('SIGKILL')
  while (isAlive(pid) && performance.now() - killed < 8000) await new Promise((resolve) => setImmediate(resolve))
  const lived = performance.now() - killed
  expect(isAlive(pid)).toBe(false)
  // Where the system ties the runner's life to the server's, it ends at once; else when its job's time is over.
  const tied = (await findSandbox(fileURLToPath(new URL('./code/process.ts', import.meta.url)))).prefix.includes(
    'setpriv',
  )
  if (tied) expect(lived).toBeLessThan(JOB_MS)
})
