/** Rules of the house that the linter cannot say. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LOCK_CLASSES, LOCK_SEEDS, LOCKS } from '#server/platform/locks/advisory-locks.ts'
import { importsOf } from '#test/support/imports.ts'
import { type SourceNames, sourceNames } from '#test/support/source-names.ts'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes('database/types/'))
  .map((path) => ({ path: `src/${path}`, text: readFileSync(join(root, 'src', path), 'utf8') }))

const named = new Map(sources.map(({ path, text }) => [path, sourceNames(path, text)]))
const imports = new Map(sources.map(({ path, text }) => [path, importsOf(path, text)]))

/** Every module that comes with this one, and the packages among them, each with the way to it. @param later those it fetches, too */
function comesWith(entry: string, later: boolean): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>([[entry, [entry]]])
  for (const [path, way] of ways) {
    for (const { from, kind } of imports.get(path) ?? []) {
      if (kind === 'types' || (kind === 'later' && !later)) continue
      const own = from.startsWith('#') ? `src/${from.slice(1)}` : from.startsWith('./') ? join(path, '..', from) : from
      if (!ways.has(own)) ways.set(own, [...way, own])
    }
  }
  return ways
}

const importing = (name: RegExp): string[] =>
  [...imports].filter(([, all]) => all.some(({ from }) => name.test(from))).map(([path]) => path)

const where = (matches: (source: SourceNames) => boolean): string[] =>
  [...named].filter(([, source]) => matches(source)).map(([path]) => path)

const calling = (...calls: string[]): string[] => where((source) => calls.some((call) => source.calls.has(call)))
const naming = (...names: string[]): string[] => where((source) => names.some((name) => source.names.has(name)))

describe('the house', () => {
  it('has sources to look at', () => {
    expect(sources.length).toBeGreaterThan(200)
  })

  it.each<[string, RegExp, RegExp]>([
    ['Fastify is known to http', /^(?:fastify$|@fastify\/)/, /^src\/server\/platform\/http\//],
    ['isolates are made in runners', /^isolated-vm$/, /^src\/server\/runners\//],
    ['documents are parsed in runners', /^(?:pdfjs-dist|mammoth|@napi-rs\/canvas)$/, /^src\/server\/runners\//],
    ['better-auth is known to the identity gateway', /^better-auth/, /^src\/server\/gateways\/identity\//],
    ['text is never run as code on the host', /^(?:node:)?vm$/, /^$/],
  ])('%s only', (_rule, name, allowed) => {
    expect(importing(name).filter((path) => !allowed.test(path))).toEqual([])
  })

  it.each<[string, string[], RegExp]>([
    ['Grants are minted by policies', calling('mint'), /\.policy\.ts$|platform\/access\/grant\.ts$/],
    [
      'the environment is read by the configuration',
      naming('process.env'),
      /^src\/server\/(?:config|runners\/mcp-servers\/process)\.ts$/,
    ],
    ['the browser is told raw HTML by nobody', naming('dangerouslySetInnerHTML', 'innerHTML', 'outerHTML'), /^$/],
    ['nothing evaluates text as code on the host', calling('eval', 'Function'), /^$/],
    [
      'nothing reads what React keeps for itself',
      where(({ names, texts }) => [...names, ...texts].some((word) => /__react|_valueTracker|__SECRET_INT/.test(word))),
      /^$/,
    ],
  ])('%s only', (_rule, paths, allowed) => {
    expect(paths.filter((path) => !allowed.test(path))).toEqual([])
  })

  it('leaves the modules of a test process as they are: other files live in it too', () => {
    const tests = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .filter((path) => {
        const { calls } = sourceNames(join(root, 'src', path))
        return ['vi.resetModules', 'vi.mock', 'vi.doMock'].some((call) => calls.has(call))
      })
    expect(tests).toEqual([])
  })

  // What the pages begin with is small, and what draws them on the server judges nothing: schemas stay on the server and in the worker.
  it.each([
    ['src/web/main.tsx', false],
    ['src/web/draw.tsx', true],
  ])('keeps schemas out of what comes with %s', (entry, later) => {
    const ways = comesWith(entry, later)
    expect(ways.size).toBeGreaterThan(50)
    const schemas = [...ways].filter(([path]) => path === 'zod' || path.startsWith('zod/'))
    expect(schemas.map(([, way]) => way.join(' > '))).toEqual([])
  })

  it.each(['main', 'features/platform/home/home', 'features/agents/marketplace/marketplace'])(
    'keeps charts out of what %s begins with',
    (entry) => {
      const ways = comesWith(`src/web/${entry}.tsx`, false)
      expect(ways.size).toBeGreaterThan(20)
      const charts = [...ways].filter(([path]) => path.startsWith('@visx/') || path.includes('web/ui/charts/'))
      expect(charts.map(([, way]) => way.join(' > '))).toEqual([])
    },
  )

  it('shows every component on /design-system', () => {
    // Parts of others, and what appears at the press of a button there.
    const within = [
      'forms/field',
      'overlays/notifications',
      'overlays/panel-width',
      'overlays/toaster',
      'charts/chart-frame',
      'charts/chart-table',
    ]
    const shown = new Set(
      [...imports].flatMap(([path, all]) =>
        path.includes('features/platform/design-system/') ? all.map(({ from }) => from) : [],
      ),
    )
    const components = sources.filter(({ path }) => /^src\/web\/ui\/.+\.tsx$/.test(path))
    const missing = components
      .map(({ path }) => path.slice('src/web/ui/'.length, -'.tsx'.length))
      .filter((name) => !within.includes(name) && !shown.has(`#web/ui/${name}.tsx`))
    expect(missing).toEqual([])
  })

  it('writes SQL in stores, the database, the engine, gateways of identity, and the seed', () => {
    const allowed =
      /\.store\.ts$|^src\/server\/(?:platform\/database|seed|engine|gateways\/identity)\/|\/stats\.ts$|\/health\.ts$/
    expect(
      calling('sql', 'selectFrom', 'insertInto', 'updateTable', 'deleteFrom').filter((path) => !allowed.test(path)),
    ).toEqual([])
  })

  it('has no folder of more than 40 files', () => {
    const counts = new Map<string, number>()
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 40)).toEqual([])
  })

  it('numbers every advisory lock in one file, and once', () => {
    const registry = 'src/server/platform/locks/advisory-locks.ts'
    const isLock = (number: number) => Math.floor(number / 1000) === 7234
    const isInSql = (text: string) => /\b7234\d{3}\b|advisory\w*\(\d|hashtextextended\([^)]*, \d/.test(text)
    expect(
      where(({ numbers, texts }) => numbers.some(isLock) || texts.some(isInSql)).filter((path) => path !== registry),
    ).toEqual([])
    expect(named.get(registry)?.numbers.some(isLock)).toBe(true)
    for (const numbers of [LOCKS, LOCK_CLASSES, LOCK_SEEDS].map(Object.values))
      expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('numbers every migration once', () => {
    const numbers = readdirSync(join(root, 'src/server/platform/database/migrations')).map((name) => name.slice(0, 4))
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('lists every decision with its title, date and status', () => {
    const folder = join(root, 'docs/decisions')
    const titles = readdirSync(folder)
      .filter((name) => name !== 'README.md')
      .map((name) => [name, readFileSync(join(folder, name), 'utf8').split('\n')[0]?.slice('# 0000 '.length)])
    const index = readFileSync(join(folder, 'README.md'), 'utf8')
    const listed = [
      ...index.matchAll(/^\| \[\d{4}\]\((\S+)\) \| (.+) \| \d{4}-\d\d-\d\d \| (?:in force|replaced by \S+) \|$/gm),
    ]
    expect(listed.map(([, name, title]) => [name, title])).toEqual(titles)
  })

  it('pins every dependency exactly', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    )
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^(?:npm:[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)),
    )
    expect(loose).toEqual([])
  })

  it('installs none of the libraries that broke others', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string }>
    }
    const names = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''))
    for (const broken of ['vm2', 'expr-eval', 'jsonpath', 'jsonpath-plus', 'next', 'react-server-dom-webpack', 'xlsx'])
      expect(names).not.toContain(broken)
    expect(packages['node_modules/isolated-vm']?.version).toBe('7.0.1')
  })
})
