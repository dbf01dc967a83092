/** What a picture says it is, read from its first bytes: a bomb is refused before anything is unpacked. */
export interface Picture {
  type: 'png' | 'jpeg' | 'webp'
  width: number
  height: number
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** @returns null when the bytes are no PNG, JPEG or WebP; sizes of 0 when they stop before saying how large it is */
export function pictureOf(bytes: Buffer): Picture | null {
  if (bytes.subarray(0, 8).equals(PNG)) return { type: 'png', ...pngSize(bytes) }
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return { type: 'jpeg', ...jpegSize(bytes) }
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return { type: 'webp', ...webpSize(bytes) }
  return null
}

interface Size {
  width: number
  height: number
}
const UNKNOWN: Size = { width: 0, height: 0 }

const pngSize = (bytes: Buffer): Size =>
  bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : UNKNOWN

/** Markers that start a frame: C0 to CF without DHT, JPG and DAC (ITU T.81, table B.1). */
const startsFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** The largest frame named: a second one could be larger than the first. */
function jpegSize(bytes: Buffer): Size {
  let size = UNKNOWN
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (startsFrame(marker)) {
      const frame = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
      if (frame.width * frame.height > size.width * size.height) size = frame
    }
    // The picture itself follows.
    if (marker === 0xda) break
    const standalone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    at += standalone ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return size
}

/** RFC 9649: extended, lossless and lossy files keep their size in different places. */
function webpSize(bytes: Buffer): Size {
  if (bytes.length < 30) return UNKNOWN
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  return UNKNOWN
}
