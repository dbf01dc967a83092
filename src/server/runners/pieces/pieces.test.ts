import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findSandbox } from '#server/runners/sandbox.ts'
import { testPiece } from '#test/support/npm-registry.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { PieceProcesses } from './pieces.ts'

const PACKAGE = '@acme/lamps'
const folder = temporaryFolder()
let processes: PieceProcesses

beforeAll(async () => {
  const home = join(folder.path, 'node_modules', PACKAGE)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: PACKAGE, version: '1.0.0', main: 'index.js' }))
  const actions = `{
    wait: { run: () => new Promise((resolve) => setTimeout(resolve, 3_600_000)) },
    light: { run: async () => 'lit' } }`
  for (const [name, text] of Object.entries(testPiece(actions))) writeFileSync(join(home, name), text)
  const sandbox = await findSandbox(join(import.meta.dirname, 'process.ts'))
  processes = new PieceProcesses({
    sandbox: async () => sandbox,
    log: { info: () => {}, warn: () => {} },
    openWayOut: async () => ({ close: () => {} }),
    size: 1,
  })
})
afterAll(() => {
  processes.stop()
  folder.remove()
})

const run = (owner: string, action: string, signal = new AbortController().signal) =>
  processes.run({
    work: {
      type: 'run',
      ...{ folder: folder.path, package: PACKAGE, action, auth: null, input: {} },
      info: { run: 'r', step: 's', workflow: 'w', public_url: 'https://chowk.example' },
    },
    hash: 'a'.repeat(64),
    owner,
    hosts: { hosts: [], entered: [] },
    answer: async () => null,
    signal,
    deadline_ms: 60_000,
  })

it('lets an owner begin although another one has all processes and more work waiting', async () => {
  const leaving = new AbortController()
  const long = Promise.allSettled([run('ann', 'wait', leaving.signal), run('ann', 'wait', leaving.signal)])
  expect((await run('ben', 'light')).value).toBe('lit')
  expect(processes.use()).toMatchObject({ busy: 1, waiting: 1 })
  leaving.abort(new Error('Ann left'))
  const left = { status: 'rejected', reason: expect.objectContaining({ message: 'Ann left' }) }
  expect(await long).toEqual([left, left])
}, 30_000)
