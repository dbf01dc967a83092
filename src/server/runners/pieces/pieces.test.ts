import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { openWayOut } from '#server/gateways/outbound/way-out.ts'
import { findSandbox } from '#server/runners/sandbox.ts'
import { testPiece } from '#test/support/npm-registry.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { PieceProcesses } from './pieces.ts'

const PACKAGE = '@acme/lamps'
const folder = temporaryFolder()
let processes: PieceProcesses
const shop = { url: '', opened: 0, open: 0 }
const server = createServer((_request, response) => response.end('a lamp')).on('connection', (socket) => {
  shop.opened++
  shop.open++
  socket.on('close', () => shop.open--)
})

beforeAll(async () => {
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const home = join(folder.path, 'node_modules', PACKAGE)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: PACKAGE, version: '1.0.0', main: 'index.js' }))
  const actions = `{
    wait: { run: () => new Promise((resolve) => setTimeout(resolve, 3_600_000)) },
    light: { run: async () => 'lit' },
    ask: { run: async ({ propsValue }) => (await fetch(propsValue.url)).text() } }`
  for (const [name, text] of Object.entries(testPiece(actions))) writeFileSync(join(home, name), text)
  const sandbox = await findSandbox(join(import.meta.dirname, 'process.ts'))
  processes = new PieceProcesses({
    sandbox: async () => sandbox,
    log: { info: () => {}, warn: () => {} },
    openWayOut: (path, uid, of) => openWayOut(path, uid, { allow: [new URL(shop.url).host] }, of),
    size: 1,
  })
})
afterAll(() => {
  processes.stop()
  server.close()
  folder.remove()
})

const run = (owner: string, action: string, signal = new AbortController().signal, input: JsonObject = {}) =>
  processes.run({
    work: {
      type: 'run',
      ...{ folder: folder.path, package: PACKAGE, action, auth: null, input },
      info: { run: 'r', step: 's', workflow: 'w', public_url: 'https://chowk.example' },
    },
    hash: 'a'.repeat(64),
    owner,
    hosts: { hosts: [], entered: [new URL(shop.url).host] },
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

it('closes the connections that a job left open, before their service does', async () => {
  const ask = () => run('ann', 'ask', undefined, { url: shop.url })
  expect((await ask()).value).toBe('a lamp')
  await expect.poll(() => shop.open, { timeout: 10_000 }).toBe(0)
  const { opened } = shop
  expect([(await ask()).value, shop.opened]).toEqual(['a lamp', opened + 1])
}, 30_000)
