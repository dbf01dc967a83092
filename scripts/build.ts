/** Builds the browser's part into `dist/web` and draws the public pages, unless what is there was built from the same sources. */
import { isBuilt, takeStamp } from './built.ts'
import { drawPages } from './draw.ts'
import { bin, capture, root } from './processes.ts'

/** @returns whether a build was needed. @throws Error with the builder's words when it fails */
export async function buildWebIfStale(): Promise<boolean> {
  if (isBuilt(root)) return false
  const stamp = takeStamp(root)
  console.log('Building the web pages (only when they changed) ...')
  const builds = await Promise.all([
    capture(bin('vite'), ['build']),
    capture(bin('vite'), ['build', '--ssr', 'draw.tsx']),
    capture(bin('vite'), ['build', '--mode', 'widget']),
  ])
  const failed = builds.find(({ code }) => code !== 0)
  if (failed) throw new Error(`The web pages could not be built:\n${failed.output}`)
  await drawPages()
  stamp.write()
  return true
}

if (import.meta.main) {
  const started = performance.now()
  const built = await buildWebIfStale()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(built ? `Built into dist/web in ${seconds} s.` : 'dist/web is up to date.')
}
