/**
 * The chat page's first load: the script a browser downloads before the page works, in gzip bytes, summed from the bundler's manifest. What
 * follows is not counted: Markdown, which comes with the first answer, and the password form. The limit is 90 kB. Run `npm run build` first,
 * then `node bench/chat-load.ts`.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Manifest, reached } from './first-load.ts'

const dist = fileURLToPath(new URL('../dist/widget/', import.meta.url))
export const CHAT_LIMIT = 90_000

/** Gzip bytes of each script. */
export function chatLoad(): [file: string, bytes: number][] {
  const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Manifest
  return [...reached(manifest, ['chat.html'])].map((file) => [
    file,
    gzipSync(readFileSync(dist + file), { level: 9 }).byteLength,
  ])
}

if (import.meta.main) {
  const files = chatLoad()
  for (const [file, bytes] of files) console.log(`  ${(bytes / 1000).toFixed(1)}  ${file}`)
  const sum = files.reduce((all, [, bytes]) => all + bytes, 0)
  console.log(`/chat/{token} ${(sum / 1000).toFixed(1)} kB of ${CHAT_LIMIT / 1000} kB (gzip)`)
  if (sum > CHAT_LIMIT) process.exitCode = 1
}
