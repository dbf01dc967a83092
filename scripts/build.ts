/** Builds the browser's part into `dist/web`, unless what is there was built from the same sources. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, capture, root } from './processes.ts'

const SOURCES = ['src/web', 'src/contract', 'vite.config.ts', 'package-lock.json', 'tsconfig.web.json']
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
  const built = await capture(bin('vite'), ['build'])
  if (built.code !== 0) throw new Error(`The web pages could not be built:\n${built.output}`)
  writeFileSync(STAMP, wanted)
  return true
}

if (import.meta.main) {
  const built = await buildWebIfStale()
  console.log(built ? 'Built into dist/web.' : 'dist/web is up to date.')
}
