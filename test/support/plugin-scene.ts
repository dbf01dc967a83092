/** A product with plugins of a registry or of folders, an admin who manages them, and people who use them. */
import { createTestApp, type Person, type TestApp } from './app.ts'
import { createTestRegistry, type TestRegistry } from './npm-registry.ts'

const api = '/api/v1/plugins'

export interface Candidate {
  package: string
  version: string
  hash: string
}

export interface PluginScene {
  test: TestApp
  registry: TestRegistry
  admin: Person
  seller: Person
  check(name: string): Promise<Candidate & Record<string, unknown>>
  /** As it was checked. */
  install(name: string): Promise<Candidate>
  run(plugin: string, action: string, input?: object, more?: object, as?: Person): ReturnType<TestApp['call']>
  close(): Promise<void>
}

export async function createPluginScene(options: Parameters<typeof createTestApp>[0] = {}): Promise<PluginScene> {
  const registry = await createTestRegistry()
  const test = await createTestApp({ pluginRegistry: registry.url, ...options })
  const admin = { ...(await test.person('admin')), signed_in_at: new Date() }
  test.know(admin)
  const seller = await test.person('seller')
  const check = async (name: string) => {
    const { body } = await test.call('POST', `${api}/check`, { as: admin, body: { package: name } })
    if (!body.data) throw new Error(JSON.stringify(body.errors))
    return body.data.candidate
  }
  return {
    ...{ test, registry, admin, seller, check },
    async install(name) {
      const { package: of, version, hash } = await check(name)
      const { status, body } = await test.call('POST', api, { as: admin, body: { package: of, version, hash } })
      if (status !== 201) throw new Error(JSON.stringify(body.errors))
      return { package: of, version, hash }
    },
    run: (plugin, action, input = {}, more = {}, as = seller) =>
      test.call('POST', `/api/v1/actions/${plugin}/${action}`, { as, body: { input, ...more } }),
    async close() {
      await test.close()
      registry.close()
    },
  }
}
