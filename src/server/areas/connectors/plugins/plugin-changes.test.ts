import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPiece } from '#test/support/npm-registry.ts'
import { createPluginScene, type PluginScene } from '#test/support/plugin-scene.ts'

const folder = mkdtempSync(join(tmpdir(), 'chowk-written-'))
const WRITTEN = '@acme/written'

/** Writes the piece as its author does. */
function write(says: string): void {
  const files = testPiece(`{ say: { requireAuth: false, run: async () => ${JSON.stringify(says)} } }`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: WRITTEN, version: '1.0.0', main: 'index.js' }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}

/** Answers a piece once a test says so. */
let asked = Promise.withResolvers<ServerResponse>()
const slow = createServer((_request, response) => asked.resolve(response))
const slowAt = () => `127.0.0.1:${(slow.address() as AddressInfo).port}`

let scene: PluginScene
beforeAll(async () => {
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  write('one')
  symlinkSync('/etc/passwd', join(folder, 'linked.js'))
  scene = await createPluginScene({ pluginFolders: [folder], secrets: { allow: [slowAt()] } })
}, 60_000)
afterAll(async () => {
  await scene.close()
  slow.close()
  rmSync(folder, { recursive: true })
})

const api = '/api/v1/plugins'
const post = (path: string, body?: object, as = scene.admin) =>
  scene.test.call('POST', `${api}/${path}`, { as, ...(body && { body }) })

describe('a piece that is being written', () => {
  it('is installed from its folder, without links, and updated as often as it changes', async () => {
    const candidate = await scene.check(WRITTEN)
    expect(candidate).toMatchObject({ id: 'piece-acme-written', source: 'folder', verified: false, files: 3 })
    await scene.install(WRITTEN)
    const said = async () => (await scene.run('piece-acme-written', 'say')).body.data.output
    expect(await said()).toBe('one')
    const update = async () => (await post('piece-acme-written/update-check', {})).body.data.candidate
    expect(await update()).toBeNull()
    write('two')
    const second = await update()
    expect([second.version, second.hash === candidate.hash]).toEqual(['1.0.0', false])
    expect(await said()).toBe('one')
    const { version, hash } = second
    const done = await post('piece-acme-written/update', { version, hash })
    expect([done.status, await said()]).toEqual([200, 'two'])
  }, 60_000)
})

describe('a step of a plugin', () => {
  const name = '@acme/slow'
  const id = 'piece-acme-slow'
  const wait = (host: string) =>
    `{ wait: { requireAuth: false, run: async () => (await fetch('http://${host}/')).text() }, now: { requireAuth: false, run: async () => 'now' } }`
  /** Begins a step and says when it is at the service. */
  async function begin() {
    asked = Promise.withResolvers()
    const ended = scene.run(id, 'wait').then(({ body }) => body.data)
    const response = await asked.promise
    return (text: string) => {
      response.end(text)
      return ended
    }
  }
  beforeAll(async () => {
    await scene.registry.publish({ name, version: '1.0.0', files: testPiece(wait(slowAt())) })
    await scene.install(name)
    await scene.test.call('POST', `${api}/${id}/hosts`, { as: scene.admin, body: { host: slowAt() } })
  }, 30_000)

  it('ends as it began when the plugin is disabled meanwhile; the next one is refused', async () => {
    const finish = await begin()
    expect((await post(`${id}/disable`)).body.data.plugin.state).toBe('disabled')
    expect((await scene.run(id, 'now')).body.data.error.code).toBe('plugin_disabled')
    expect(await finish('lamp')).toMatchObject({ status: 'succeeded', output: 'lamp' })
    await post(`${id}/enable`)
    expect((await scene.run(id, 'now')).body.data.output).toBe('now')
  }, 30_000)

  it('ends with the version it began with when another one is installed meanwhile', async () => {
    await scene.registry.publish({
      name,
      version: '1.1.0',
      files: testPiece(`{ now: { requireAuth: false, run: async () => 'newer' } }`),
    })
    const finish = await begin()
    const { candidate } = (await post(`${id}/update-check`, {})).body.data
    const stale = await post(`${id}/update`, { version: '1.1.0', hash: 'f'.repeat(64) })
    expect([stale.status, stale.body.errors[0].code]).toEqual([409, 'stale_details'])
    const older = await post(`${id}/update`, { version: '1.0.0', hash: candidate.hash })
    expect(older.body.errors[0].code).toBe('stale_details')
    const shown = await scene.test.call('GET', `${api}/${id}`, { as: scene.seller })
    expect(shown.body.data.plugin.version).toBe('1.0.0')
    expect((await post(`${id}/update`, { version: '1.1.0', hash: candidate.hash })).status).toBe(200)
    expect((await scene.run(id, 'now')).body.data.output).toBe('newer')
    expect(await finish('old lamp')).toMatchObject({ status: 'succeeded', output: 'old lamp' })
  }, 30_000)

  it('ends as it began when the plugin is removed meanwhile; then there is no such app', async () => {
    const back = (await post(`${id}/update-check`, { version: '1.0.0' })).body.data.candidate
    await post(`${id}/update`, { version: '1.0.0', hash: back.hash })
    const finish = await begin()
    expect((await scene.test.call('DELETE', `${api}/${id}`, { as: scene.admin })).status).toBe(200)
    expect((await scene.run(id, 'now')).status).toBe(404)
    expect(await finish('last lamp')).toMatchObject({ status: 'succeeded', output: 'last lamp' })
  }, 30_000)
})

describe('changes of plugins', () => {
  const body = { package: WRITTEN, version: '1.0.0', hash: '0'.repeat(64) }
  const CHANGES: [string, 'POST' | 'DELETE', string, object?][] = [
    ['check', 'POST', '/check', { package: WRITTEN }],
    ['install', 'POST', '', body],
    ['check for an update', 'POST', '/piece-acme-written/update-check', {}],
    ['update', 'POST', '/piece-acme-written/update', { version: '1.0.0', hash: body.hash }],
    ['enable', 'POST', '/piece-acme-written/enable'],
    ['disable', 'POST', '/piece-acme-written/disable'],
    ['add a host', 'POST', '/piece-acme-written/hosts', { host: 'evil.example' }],
    ['remove a host', 'DELETE', '/piece-acme-written/hosts/evil.example'],
    ['remove', 'DELETE', '/piece-acme-written'],
  ]

  it.each(CHANGES)('are for admins: %s', async (what, method, path, sent) => {
    const more = sent && { body: sent }
    const { test, seller } = scene
    expect((await test.call(method, `${api}${path}`, { as: seller, ...more })).status).toBe(403)
    expect((await test.call(method, `${api}${path}`, { as: null, ...more })).status).toBe(401)
    // What is only looked into changes nothing, and needs no confirmation.
    if (what.startsWith('check')) return
    const asleep = { ...(await test.person('admin')), signed_in_at: new Date(Date.now() - 86_400_000) }
    test.know(asleep)
    const late = await test.call(method, `${api}${path}`, { as: asleep, ...more })
    expect(late.body.errors[0].code).toBe('confirmation_needed')
    const { plugin } = (await test.call('GET', `${api}/piece-acme-written`, { as: seller })).body.data
    expect(plugin).toMatchObject({ state: 'enabled', version: '1.0.0', added_hosts: [] })
  })
})
