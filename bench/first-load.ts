/**
 * First load: the script a browser downloads before a page works with all it shows, in gzip bytes, summed from the bundler's
 * manifest: the shell with the session, the screen with its cards and icons, and what chooses the theme. Not counted is what
 * follows by itself when the page stands: the footer, and what floats above pages. The limit is 150 kB for / and /marketplace. Run `npm run build` first, then `node bench/first-load.ts`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../dist/web/', import.meta.url))
const LIMIT = 150_000

interface Chunk {
  file: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}
export type Manifest = Record<string, Chunk>

/** The screens measured; each loads beside the entry when its route is opened. */
const ROUTES: Record<string, string> = {
  '/': 'features/platform/home/home.tsx',
  '/marketplace': 'features/agents/marketplace/marketplace.tsx',
}

/** The files that these modules of a build need. */
export function reached(manifest: Manifest, roots: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const root of roots) visit(root)
  return files
}

const readManifest = () => JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Manifest

const entriesOf = (manifest: Manifest) => Object.keys(manifest).filter((key) => manifest[key]?.isEntry)

/**
 * The scripts that a page fetches for parts of itself, as paths below the site's root; not those that it cannot do without, nor
 * those of other screens.
 */
export function partScripts(screen: string): string[] {
  const manifest = readManifest()
  const required = reached(manifest, [...entriesOf(manifest), screen])
  const parts = Object.keys(manifest)
    .filter((key) => required.has(manifest[key]?.file ?? ''))
    .flatMap((key) => manifest[key]?.dynamicImports ?? [])
    .filter((key) => !key.startsWith('features/') || manifest[screen]?.dynamicImports?.includes(key))
  return [...reached(manifest, parts)].filter((file) => !required.has(file)).map((file) => `/${file}`)
}

/** The script that a module of its own is built into, as a path below the site's root. @throws Error when there is none */
export function scriptOf(module: string): string {
  const chunk = readManifest()[module]
  if (!chunk) throw new Error(`${module} is not built into a script of its own`)
  return `/${chunk.file}`
}

/** As the server sends it: compressed when it was built, at the highest level. */
const gzipped = (file: string): number => gzipSync(readFileSync(dist + file), { level: 9 }).byteLength

/** Gzip bytes of script per route that exists in the build. */
export function firstLoad(): { route: string; bytes: number; limit: number; files: [string, number][] }[] {
  const manifest = readManifest()
  const entries = entriesOf(manifest)
  return Object.entries(ROUTES)
    .filter(([, screen]) => manifest[screen])
    .map(([route, screen]) => {
      const files = [...reached(manifest, [...entries, screen]), 'theme.js']
        .map((file): [string, number] => [file, gzipped(file)])
        .sort((a, b) => b[1] - a[1])
      return { route, bytes: files.reduce((sum, [, bytes]) => sum + bytes, 0), limit: LIMIT, files }
    })
}

if (import.meta.main) {
  if (!existsSync(`${dist}.vite/manifest.json`)) throw new Error('dist/web is not built: run npm run build first')
  for (const { route, bytes, files } of firstLoad()) {
    console.log(`${route.padEnd(14)} ${(bytes / 1000).toFixed(1)} kB of ${LIMIT / 1000} kB (gzip)`)
    if (process.argv.includes('--files'))
      for (const [file, size] of files) console.log(`  ${(size / 1000).toFixed(1)}  ${file}`)
    if (bytes > LIMIT) process.exitCode = 1
  }
}
