/** The text of a sitemap, which may be a compressed file (`sitemap.xml.gz`). */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** More than is read of a sitemap. What a compressed file inflates to beyond it is never made. */
const MOST_BYTES = 8_000_000

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** @returns of a file that is broken or longer, what comes before that */
export async function sitemapText(bytes: Buffer): Promise<string> {
  if (!isGzip(bytes)) return bytes.toString('utf8')
  const parts: Buffer[] = []
  let size = 0
  const inflated = Readable.from([bytes], { objectMode: false }).pipe(createGunzip())
  try {
    for await (const part of inflated) {
      parts.push(part)
      size += part.length
      if (size >= MOST_BYTES) break
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
  }
  return Buffer.concat(parts).toString('utf8', 0, MOST_BYTES)
}
