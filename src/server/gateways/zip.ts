/** Reads the list of a ZIP file without trusting it: names and sizes, and whether it really inflates to what is allowed. */
import { inflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  method: number
  encrypted: boolean
  compressedSize: number
  size: number
  offset: number
  /** Whether it points to another file instead of having content. */
  link: boolean
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MAX_ENTRIES = 4_000
/** The kind of file in the upper bits of its attributes, where Unix wrote them. */
const SYMBOLIC_LINK = 0xa

/** What a ZIP file may end with: its end record and a comment of 65,535 bytes. */
export const LONGEST_END = 22 + 65_535

/** Where the central directory begins and how many entries it has, by the end record; null when `end` has none. @param end the last bytes of the file */
export function findDirectory(end: Buffer): { offset: number; count: number } | null {
  const at = end.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (at < 0 || at + 22 > end.length || end.readUInt32LE(at) !== END) return null
  const count = end.readUInt16LE(at + 10)
  return count > MAX_ENTRIES ? null : { offset: end.readUInt32LE(at + 16), count }
}

/** The entries of a central directory that begins with the bytes; null when there are fewer of them. */
export function readDirectory(directory: Buffer, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY) return null
    const nameLength = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      compressedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
      link: directory.readUInt32LE(at + 38) >>> 28 === SYMBOLIC_LINK,
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** The central directory; null when the bytes are not a readable ZIP file. */
export const readZipEntries = (bytes: Buffer): ZipEntry[] | null => {
  const found = findDirectory(bytes)
  return found && readDirectory(bytes.subarray(found.offset), found.count)
}

/** What all entries come to when inflated, counted by inflating them; null when one is broken or the sum passes `max`. */
export const measureInflated = (bytes: Buffer, entries: ZipEntry[], max: number): number | null => {
  let total = 0
  for (const { offset, method, compressedSize } of entries) {
    if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) return null
    const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const data = bytes.subarray(from, from + compressedSize)
    if (data.length < compressedSize) return null
    try {
      total += method === 0 ? data.length : inflateRawSync(data, { maxOutputLength: max - total + 1 }).length
    } catch {
      return null
    }
    if (total > max) return null
  }
  return total
}
