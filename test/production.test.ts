/** What production starts from: built files, and no development dependency. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isBuilt, takeStamp, whyNotBuildable } from '../scripts/built.ts'
import { releasedSources } from '../scripts/released.ts'
import { createTestDatabase } from './support/database.ts'
import { loads, releasedPrograms } from './support/loads.ts'
import { COMPILED, temporaryFolder } from './support/program.ts'

describe('the built pages', () => {
  function checkout() {
    const { path, remove } = temporaryFolder()
    const put = (name: string, text: string) => {
      mkdirSync(join(path, name, '..'), { recursive: true })
      writeFileSync(join(path, name), text)
    }
    for (const name of ['web', 'shared', 'contract', 'graph', 'nodes']) put(`src/${name}/a.ts`, name)
    for (const name of ['scripts/a.ts', 'vite.config.ts', 'package-lock.json', 'tsconfig.web.json']) put(name, name)
    put('package.json', '{"version":"1.2.0"}')
    mkdirSync(join(path, 'dist/web'), { recursive: true })
    return { path, put, remove }
  }

  it('are built again when a source changed, also one that is edited during the build', () => {
    const { path, put, remove } = checkout()
    expect(isBuilt(path)).toBe(false)
    takeStamp(path).write()
    expect(isBuilt(path)).toBe(true)
    put('src/web/a.ts', 'other')
    expect(isBuilt(path)).toBe(false)
    const stamp = takeStamp(path)
    put('src/web/a.ts', 'yet another')
    stamp.write()
    expect(isBuilt(path)).toBe(false)
    remove()
  })

  it('of a release archive, which has no sources of them, are those of its version', () => {
    const { path, put, remove } = checkout()
    takeStamp(path).write()
    rmSync(join(path, 'src/web'), { recursive: true })
    expect(isBuilt(path)).toBe(true)
    put('package.json', '{"version":"1.3.0"}')
    expect(isBuilt(path)).toBe(false)
    expect(whyNotBuildable(path)).toContain('Unpack the release archive again')
    remove()
  })

  it('cannot be built without the development dependencies, which the start says', () => {
    const { path, put, remove } = checkout()
    expect(whyNotBuildable(path)).toContain('Run "npm run build"')
    put('node_modules/vite/package.json', '{}')
    expect(whyNotBuildable(path)).toBeNull()
    remove()
  })
})

interface Locked {
  version?: string
  optionalDependencies?: Record<string, string>
}

it('has in the lockfile the packages of every platform, so that `npm ci` accepts it', () => {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  /** As Node looks for it: in the package's own folder, then in those above. */
  const find = (from: string, name: string): boolean => {
    const at = `${from}${from ? '/' : ''}node_modules/${name}`
    if (packages[at]) return true
    return from !== '' && find(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
  }
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !find(path, name)),
  )
  // npm forgets them when it changes a lockfile next to a node_modules of one platform. Copy package.json and
  // package-lock.json into an empty folder, run "npm install --package-lock-only" there, and copy the lockfile back.
  expect(missing).toEqual([])
})

describe('a release', () => {
  const root = join(import.meta.dirname, '..')
  const { dependencies, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    imports: Record<string, string>
  }
  const files = releasedSources(root)
  const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')
  /** The path of one of our own files; null for a package. */
  function ownFile(from: string, name: string): string | null {
    if (name.startsWith('.')) return join(dirname(from), name)
    const alias = Object.keys(imports).find((key) => name.startsWith(key.slice(0, -1)))
    return alias ? join(imports[alias]?.slice(0, -1) ?? '', name.slice(alias.length - 1)) : null
  }

  it('has every file and every package that its sources load, none of them for development only', () => {
    const released = new Set(files)
    const programs = releasedPrograms()
    expect(programs.length).toBeGreaterThan(1000)
    const missing = programs.flatMap((file) =>
      loads(file)
        .filter((name) => {
          const own = ownFile(file, name)
          return own === null ? !(packageOf(name) in dependencies) : !(released.has(own) || own === 'package.json')
        })
        .map((name) => `${file}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('holds no tests, and nothing of the sources of the pages', () => {
    expect(files.filter((file) => /\.test\.|^src\/web|^test\/|^bench\//.test(file))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['scripts/run.mjs', 'src/server/main.ts']))
  })
})

describe('chowk migrate before an upgrade', () => {
  const migrate = (databaseUrl: string) => {
    const { path, remove } = temporaryFolder()
    writeFileSync(join(path, 'secret'), 'the secret of an installation, long enough')
    const { PATH, HOME } = process.env
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--no-warnings', 'scripts/chowk.ts', 'migrate', '--plan'],
      {
        cwd: join(import.meta.dirname, '..'),
        env: { PATH, HOME, DATA_DIR: path, DATABASE_URL: databaseUrl, NODE_COMPILE_CACHE: COMPILED },
        encoding: 'utf8',
      },
    )
    remove()
    return { status, printed: stdout + stderr }
  }

  it('works on the database of DATABASE_URL, and starts no installation in an empty one', async () => {
    const database = await createTestDatabase()
    expect(migrate(database.url)).toEqual({ status: 0, printed: 'The database is up to date.\n' })
    await database.pool.query('delete from migrations where name = (select max(name) from migrations)')
    expect(migrate(database.url)).toMatchObject({ status: 0, printed: expect.stringMatching(/^\d{4}_\w+\.sql /) })
    await database.pool.query('drop table migrations')
    expect(migrate(database.url)).toMatchObject({ status: 1, printed: expect.stringContaining('Check DATABASE_URL') })
    await database.drop()
  })
})
