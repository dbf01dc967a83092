/** The text of a chosen file, as far as a browser can tell that it is one. */

/** UTF-8, and UTF-16 where the file says so at its beginning, as spreadsheets save "Unicode text". Null for anything else. */
export function decodeCsv(bytes: Uint8Array): string | null {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
