/** Whether some bytes contain a text more than `most` times. What comes after that is not read. */
export function occursMoreThan(bytes: Uint8Array, text: string, most: number): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const needle = Buffer.from(text)
  let found = 0
  for (let at = buffer.indexOf(needle); at >= 0; at = buffer.indexOf(needle, at + needle.length))
    if (++found > most) return true
  return false
}
