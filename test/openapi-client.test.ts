/** A client generated from /openapi.json compiles as strictly as TypeScript can, and its calls work. */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const support = join(root, 'test/support/openapi-client')
const CONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
  },
  files: ['main.ts'],
}
const echo = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
  wires('start > done'),
)

let test: TestApp
let person: Person
let folder: string
let paid: PaidAgent
beforeAll(async () => {
  test = await createTestApp()
  person = await test.person('seller')
  await addAgent(test.database.pool, person.id, echo, { slug: 'echo', name: 'Echo' })
  paid = await insertAgent(test.database, echo, { type: 'per_run', paise: 500 })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'chowk-openapi-client-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
  copyFileSync(join(support, 'main.txt'), join(folder, 'main.ts'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await test.close()
})

async function generate(document: string): Promise<string> {
  const generating = run(process.execPath, [join(support, 'types.ts')], { maxBuffer: 20_000_000 })
  generating.child.stdin?.end(document)
  return (await generating).stdout
}

it('compiles without a single error and runs the main flows of a program', async () => {
  const document = (await test.app.inject('/openapi.json')).body
  writeFileSync(join(folder, 'api.d.ts'), await generate(document))
  const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
    (failed: { stdout: string }) => failed,
  )
  expect(compiled.stdout).toBe('')
  const { port } = test.app.server.address() as AddressInfo
  const API_URL = `http://127.0.0.1:${port}`
  const env = { ...process.env, API_URL, SESSION: person.token, AGENT: 'echo', PAID: paid.agent_id }
  const { stdout } = await run(process.execPath, [join(folder, 'main.ts')], { env })
  expect(JSON.parse(stdout)).toEqual({
    authenticated: { authenticated: true, role: 'seller' },
    agents: ['Echo'],
    file: 'note.txt',
    free: ['succeeded', { said: 'Hello' }],
    paid: 'paid',
    same_run: true,
    paise: 49_500,
    service: ['From a client', { said: 'Again' }],
    workflow: { name: 'Greeting', output: 'Hello Asha' },
    page: [3, 2, 1, 2],
    wrong: [400, 'agent_id'],
  })
}, 120_000)
