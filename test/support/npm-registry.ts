/** A stand-in for the npm registry, with packages that a test writes. */
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

export interface TestPackage {
  name: string
  version: string
  /** By path; `package.json` is made. */
  files: Record<string, string>
  dependencies?: Record<string, string>
  license?: string
  /** Its programs, as `package.json` names them. */
  bin?: string | Record<string, string>
  /** Further entries of the archive, such as a link. */
  entries?: { name: string; type?: 'file' | 'symlink'; linkname?: string; content?: string }[]
  /** What the registry names instead of the checksum of the bytes. */
  integrity?: string
  /** Whether the archive carries its `node_modules`: their files are among `files`. */
  bundles?: boolean
}

/** As `npm pack` makes it. */
export async function packPackage(one: TestPackage): Promise<Buffer> {
  const archive = pack()
  const { name, version, files, dependencies = {}, license = 'MIT', entries = [], bin } = one
  const manifest = JSON.stringify({ name, version, license, main: 'index.js', dependencies, ...(bin && { bin }) })
  for (const [path, content] of Object.entries({ 'package.json': manifest, ...files }))
    archive.entry({ name: `package/${path}` }, content)
  for (const { content = '', ...header } of entries) archive.entry({ type: 'file', ...header }, content)
  archive.finalize()
  return gzipSync(await buffer(archive))
}

const sha512 = (bytes: Buffer): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

export interface TestRegistry {
  url: string
  /** What was asked for, as paths. */
  asked: string[]
  /** Adds a version, or replaces one. */
  publish(one: TestPackage): Promise<void>
  /** Whether it has a search; `down`: nothing is answered. */
  state: { search: boolean; down: boolean }
  close(): void
}

export async function createTestRegistry(): Promise<TestRegistry> {
  const packages = new Map<string, Map<string, { one: TestPackage; bytes: Buffer }>>()
  const asked: string[] = []
  const state = { search: false, down: false }
  const answer = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const packument = (name: string, url: string) => {
    const versions = packages.get(name) ?? new Map()
    const all = [...versions.values()].map(({ one, bytes }) => [
      one.version,
      {
        version: one.version,
        dependencies: one.dependencies ?? {},
        dist: {
          tarball: `${url}/-/${encodeURIComponent(name)}/${one.version}.tgz`,
          integrity: one.integrity ?? sha512(bytes),
        },
      },
    ])
    return {
      name,
      'dist-tags': { latest: [...versions.keys()].at(-1) },
      versions: Object.fromEntries(all),
      license: 'MIT',
    }
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const url = `http://${request.headers.host}`
    if (state.down) return response.destroy()
    if (path.startsWith('/-/v1/search')) {
      if (!state.search) return answer(response, 404, {})
      const objects = [...packages.keys()].map((name) => ({
        package: { name, version: packument(name, url)['dist-tags'].latest },
      }))
      return answer(response, 200, { objects })
    }
    const archive = /^\/-\/([^/]+)\/(.+)\.tgz$/.exec(path)
    if (archive) {
      const found = packages.get(decodeURIComponent(archive[1] ?? ''))?.get(archive[2] ?? '')
      return found ? response.end(found.bytes) : answer(response, 404, {})
    }
    const name = decodeURIComponent(path.slice(1))
    return packages.has(name) ? answer(response, 200, packument(name, url)) : answer(response, 404, {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    state,
    async publish(one) {
      const versions = packages.get(one.name) ?? new Map()
      versions.set(one.version, { one, bytes: await packPackage(one) })
      packages.set(one.name, versions)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A piece in a few lines; `actions` and `triggers` are JavaScript of an object. */
export const testPiece = (actions: string, more = '', name = 'Lamp Shop', triggers = '{}'): Record<string, string> => ({
  'index.js': `
const actions = ${actions}
const triggers = ${triggers}
for (const [name, one] of [...Object.entries(actions), ...Object.entries(triggers)])
  Object.assign(one, { name, displayName: one.displayName ?? name, description: one.description ?? '', props: one.props ?? {} })
exports.piece = {
  displayName: '${name}', description: 'Sells lamps.', authors: ['asha'], categories: ['COMMERCE'],
  getContextInfo: () => ({ version: '2' }), ${more}
  actions: () => actions, triggers: () => triggers,
}`,
})
