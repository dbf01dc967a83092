/** Bodies of several parts (RFC 7578). */

export interface MultipartField {
  name: string
  value: string | { name: string; mime: string; bytes: Uint8Array }
}

/** Quotes and line breaks would end the name, so they are written as browsers do. */
const quoted = (text: string): string => text.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22')

export function writeMultipart(
  fields: readonly MultipartField[],
  given?: string,
): { bytes: Uint8Array; boundary: string } {
  const encoder = new TextEncoder()
  const boundary = given ?? boundaryFor(fields)
  const chunks: Uint8Array[] = []
  for (const { name, value } of fields) {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`
    if (typeof value === 'string') chunks.push(encoder.encode(`${disposition}\r\n\r\n${value}\r\n`))
    else {
      const mime = /^[\w.+-]+\/[\w.+-]+(?:;[\x20-\x7e]*)?$/.test(value.mime) ? value.mime : 'application/octet-stream'
      chunks.push(
        encoder.encode(`${disposition}; filename="${quoted(value.name)}"\r\nContent-Type: ${mime}\r\n\r\n`),
        value.bytes,
        encoder.encode('\r\n'),
      )
    }
  }
  chunks.push(encoder.encode(`--${boundary}--\r\n`))
  return { bytes: concat(chunks), boundary }
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** Returns text that no field has: the first of a row of numbers. */
function boundaryFor(fields: readonly MultipartField[]): string {
  for (let number = 0; ; number++) {
    const boundary = `----chowk-part-${String(number).padStart(8, '0')}`
    if (
      !fields.some(({ value }) => (typeof value === 'string' ? value.includes(boundary) : holds(value.bytes, boundary)))
    )
      return boundary
  }
}

function holds(bytes: Uint8Array, text: string): boolean {
  const first = text.charCodeAt(0)
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let length = 0
    while (length < text.length && bytes[at + length] === text.charCodeAt(length)) length++
    if (length === text.length) return true
  }
  return false
}
