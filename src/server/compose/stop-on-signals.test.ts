/** In a process of its own: signals end it. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

interface Given {
  launcher?: number | null
  longest_ms?: number
}

/** A program that says what it does; `stop` ends after so many ms, or never. */
function program(stopsAfter: number | null, { launcher = null, longest_ms = 60_000 }: Given = {}) {
  const file = JSON.stringify(join(import.meta.dirname, 'stop-on-signals.ts'))
  const stop = stopsAfter === null ? 'new Promise(() => {})' : `new Promise((done) => setTimeout(done, ${stopsAfter}))`
  const source = `import { stopOnSignals } from ${file}
    stopOnSignals({
      launcher: ${launcher},
      longest_ms: ${longest_ms},
      stop: () => (console.log('stopping'), ${stop}),
      leave: async () => console.log('left'),
      output: { say: (text) => console.log(text), fail: (error) => console.error(error) },
    })
    setInterval(() => {}, 1000)
    console.log('ready')`
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', source])
  let printed = ''
  const said = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => printed.includes(text) && resolve()
      child.stdout.on('data', look)
      look()
    })
  child.stdout.on('data', (data: Buffer) => {
    printed += data.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, said, ended, printed: () => printed }
}

it('takes what launchers pass on for one wish, and lets what runs finish', async () => {
  const { child, said, ended, printed } = program(300)
  await said('ready')
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGTERM'] as const) child.kill(signal)
  expect(await ended).toBe(0)
  expect(printed().match(/stopping/g)).toHaveLength(1)
  expect(printed()).not.toContain('left')
})

it('leaves the database before it ends at a second wish', async () => {
  const { child, said, ended, printed } = program(null)
  await said('ready')
  child.kill('SIGINT')
  await said('stopping')
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  child.kill('SIGINT')
  expect(await ended).toBe(1)
  expect(printed()).toContain('left')
})

it('ends in the time that operators are told, although a database that hangs lets nothing stop', async () => {
  const { child, said, ended, printed } = program(null, { longest_ms: 200 })
  await said('ready')
  child.kill('SIGTERM')
  expect(await ended).toBe(1)
  expect(printed()).toContain('stopping')
  expect(printed()).toContain('left')
})

it('stops although its launcher was killed before the program had begun to look after it', async () => {
  const launcher = spawn(process.execPath, ['--eval', ''])
  await new Promise((resolve) => launcher.once('exit', resolve))
  const { ended, printed } = program(0, { launcher: launcher.pid ?? 0 })
  expect(await ended).toBe(0)
  expect(printed()).toContain('stopping')
})
