import { expect, it } from 'vitest'
import type { NpmManifest, NpmPackage } from './registry.ts'
import { resolvePackages } from './resolve.ts'

type Needs = Record<string, string>

const manifestOf = (version: string, dependencies: Needs = {}, more: Partial<NpmManifest> = {}): NpmManifest => ({
  version,
  dependencies,
  dist: { tarball: 'https://registry.example/a.tgz' },
  ...more,
})

/** `{ a: { '1.0.0': { b: '^1' } } }` */
const registryOf =
  (all: Record<string, Record<string, Needs>>) =>
  async (name: string): Promise<NpmPackage | null> => {
    const versions = all[name]
    if (!versions) return null
    const names = Object.keys(versions)
    return {
      ...{ name, latest: names.at(-1) ?? null, versions: names, description: '', homepage: null, licence: null },
      published: {},
      manifest: (version) => (versions[version] ? manifestOf(version, versions[version]) : null),
    }
  }

const placed = async (needs: Needs, all: Record<string, Record<string, Needs>>, more: Partial<NpmManifest> = {}) =>
  (await resolvePackages({ name: 'root', manifest: manifestOf('1.0.0', needs, more) }, registryOf(all))).map(
    ({ path, manifest }) => `${path}@${manifest.version}`,
  )

it('puts packages as far up as nothing is in the way', async () => {
  const all = { a: { '1.0.0': { b: '^1.0.0' } }, b: { '1.2.0': {}, '2.0.0': {} } }
  expect(await placed({ a: '1', b: '2' }, all)).toEqual([
    'node_modules/root@1.0.0',
    'node_modules/a@1.0.0',
    'node_modules/b@2.0.0',
    'node_modules/a/node_modules/b@1.2.0',
  ])
})

it('takes one that fits and is seen already, and goes round in no circle', async () => {
  const all = { a: { '1.0.0': { b: '1' } }, b: { '1.0.0': { a: '1' } } }
  expect(await placed({ a: '1' }, all)).toEqual([
    'node_modules/root@1.0.0',
    'node_modules/a@1.0.0',
    'node_modules/b@1.0.0',
  ])
})

it('leaves optional packages out, takes peers, and knows other names', async () => {
  const all = { a: { '1.0.0': {} }, real: { '3.0.0': {} } }
  const more = { optionalDependencies: { gone: '1' }, peerDependencies: { a: '1' } }
  expect(await placed({ gone: '1', alias: 'npm:real@^3.0.0' }, all, more)).toEqual([
    'node_modules/root@1.0.0',
    'node_modules/a@1.0.0',
    'node_modules/alias@3.0.0',
  ])
})

it.each([
  ['git', { x: 'git+https://git.example/x.git' }],
  ['another address', { x: 'https://evil.example/x.tgz' }],
  ['a folder', { x: 'file:../x' }],
  ['what is not there', { x: '1' }],
  ['a version that is not there', { a: '9' }],
])('refuses %s by name', async (_what, needs) => {
  await expect(placed(needs as unknown as Needs, { a: { '1.0.0': {} } })).rejects.toMatchObject({
    code: 'dependency_unresolved',
  })
})

it('stops at a tree without end', async () => {
  const find = async (name: string): Promise<NpmPackage> => ({
    ...{ name, latest: '1.0.0', versions: ['1.0.0'], description: '', homepage: null, licence: null, published: {} },
    manifest: () => manifestOf('1.0.0', { [`${name}x`]: '1' }),
  })
  await expect(resolvePackages({ name: 'a', manifest: manifestOf('1.0.0', { ax: '1' }) }, find)).rejects.toMatchObject({
    code: 'package_too_large',
  })
})
