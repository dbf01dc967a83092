/**
 * Writes a ZIP archive as a stream: nothing of an entry is held but the chunk at hand, so it may be of any length up to 4 GB (the
 * format without its 64-bit extension). Sizes and checksum follow each entry (APPNOTE.TXT 6.3.10, 4.3.9).
 */
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface NewZipEntry {
  /** ASCII without `..`. */
  name: string
  data: AsyncIterable<string | Uint8Array>
}

interface Written {
  name: Buffer
  crc: number
  compressed: number
  size: number
  offset: number
}

const MOST_BYTES = 0xffff_ffff
/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATE = 8
/** 1 January 1980, the format's earliest: an archive of the same data is the same. */
const DATE = 0x21

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATE, 8)
  header.writeUInt16LE(DATE, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor({ crc, compressed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(compressed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryEntry({ name, crc, compressed, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DEFLATE, 10)
  entry.writeUInt16LE(DATE, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(compressed, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** Counts what passes, before it is packed. */
async function* counted(data: NewZipEntry['data'], written: Written): AsyncGenerator<Uint8Array> {
  for await (const part of data) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part
    written.crc = crc32(chunk, written.crc)
    written.size += chunk.length
    yield chunk
  }
}

/** @throws Error when an entry or the archive passes 4 GB; what an entry throws */
export async function* createZip(entries: AsyncIterable<NewZipEntry>): AsyncGenerator<Buffer> {
  const all: Written[] = []
  let at = 0
  const sized = (chunk: Buffer) => {
    at += chunk.length
    if (at > MOST_BYTES) throw new Error('The archive is larger than 4 GB')
    return chunk
  }
  for await (const { name, data } of entries) {
    const written: Written = { name: Buffer.from(name), crc: 0, compressed: 0, size: 0, offset: at }
    yield sized(localHeader(written.name))
    const packed = createDeflateRaw()
    // An error on either side destroys the other; the reader of `packed` receives it.
    pipeline(Readable.from(counted(data, written), { objectMode: false }), packed, () => {})
    for await (const chunk of packed as AsyncIterable<Buffer>) {
      written.compressed += chunk.length
      yield sized(chunk)
    }
    if (written.size > MOST_BYTES) throw new Error('An entry is larger than 4 GB')
    yield sized(descriptor(written))
    all.push(written)
  }
  const directory = Buffer.concat(all.map(directoryEntry))
  const offset = at
  yield sized(directory)
  yield sized(endOf(all.length, directory.length, offset))
}
