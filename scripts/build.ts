/** Builds the browser's part into `dist/web` and draws the public pages, unless what is there was built from the same sources. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawPages } from './draw.ts'
import { bin, capture, root } from './processes.ts'

/** The graph and the nodes are in the worker of the designer. */
const SOURCES = [
  'src/web',
  'src/shared',
  'src/contract',
  'src/graph',
  'src/nodes',
  'scripts',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.web.json',
]
const STAMP = join(root, 'dist/web/.built-from')

function fingerprint(): string {
  const hash = createHash('sha256')
  const visit = (path: string) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  for (const source of SOURCES) visit(join(root, source))
  return hash.digest('hex')
}

/** @returns whether a build was needed. @throws Error with the builder's words when it fails */
export async function buildWebIfStale(): Promise<boolean> {
  const wanted = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return false
  console.log('Building the web pages (only when they changed) ...')
  const builds = await Promise.all([
    capture(bin('vite'), ['build']),
    capture(bin('vite'), ['build', '--ssr', 'draw.tsx']),
    capture(bin('vite'), ['build', '--mode', 'widget']),
  ])
  const failed = builds.find(({ code }) => code !== 0)
  if (failed) throw new Error(`The web pages could not be built:\n${failed.output}`)
  await drawPages()
  writeFileSync(STAMP, wanted)
  return true
}

if (import.meta.main) {
  const started = performance.now()
  const built = await buildWebIfStale()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(built ? `Built into dist/web in ${seconds} s.` : 'dist/web is up to date.')
}
