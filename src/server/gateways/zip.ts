/** Reads the list of a ZIP file without trusting it: names and sizes, and whether it really inflates to what is allowed. */
import { inflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  method: number
  encrypted: boolean
  compressedSize: number
  size: number
  offset: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const MAX_ENTRIES = 4_000

/** The central directory; null when the bytes are not a readable ZIP file. */
export const zipEntries = (bytes: Buffer): ZipEntry[] | null => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) return null
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) return null
  const entries: ZipEntry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return null
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      compressedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** What all entries come to when inflated, counted by inflating them; null when one is broken or the sum passes `max`. */
export const inflatedSize = (bytes: Buffer, entries: ZipEntry[], max: number): number | null => {
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
