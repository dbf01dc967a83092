/**
 * Writes a ZIP archive as a stream, of any length: only the chunk at hand is in memory. Archives of more than 4 GB are ZIP64, which
 * yazl switches to where it is needed.
 */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface NewZipEntry {
  /** A relative path without `..`. */
  name: string
  data: AsyncIterable<string | Uint8Array>
}

/** The earliest date of the format, so that an archive of the same data has the same bytes. */
const SAME_DATE = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/** Adds one entry after the other: the next one is asked for once this one has been read. */
async function addEntries(zip: ZipFile, output: Readable, entries: AsyncIterable<NewZipEntry>): Promise<void> {
  for await (const { name, data } of entries) {
    if (output.destroyed) return
    const stream = Readable.from(data, { objectMode: false })
    const stop = () => stream.destroy()
    output.once('close', stop)
    zip.addReadStream(stream, name, SAME_DATE)
    await finished(stream)
    output.off('close', stop)
  }
  zip.end()
}

/** @throws Error when a name is not allowed; what an entry throws */
export async function* createZip(entries: AsyncIterable<NewZipEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const adding = addEntries(zip, output, entries).catch((error: Error) => void output.destroy(error))
  try {
    yield* output
  } finally {
    // Entries may read from a transaction, which must not end before they do.
    await adding
  }
}
