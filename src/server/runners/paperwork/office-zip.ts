/** The parts of an Office file: read under a limit, written back. */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { measureInflated, readZipEntries } from '#server/gateways/zip.ts'
import { createZip } from '#server/gateways/zip-writer.ts'
import { JobError } from '#server/runners/serve.ts'

/** Of everything in the file together. */
const MAX_INFLATED = 60_000_000

/** Refuses what is encrypted, broken or would unpack to too much. @throws JobError `file_encrypted`, `file_broken`, `file_too_large` */
export function checkOffice(bytes: Buffer): void {
  const entries = readZipEntries(bytes)
  if (entries === null) throw new JobError('file_broken', 'This file is damaged and cannot be read')
  if (entries.some((entry) => entry.encrypted))
    throw new JobError('file_encrypted', 'This file is protected by a password')
  const claimed = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (claimed > MAX_INFLATED || measureInflated(bytes, entries, MAX_INFLATED) === null)
    throw new JobError('file_too_large', 'This file unpacks to more than is allowed, or not to what it claims')
}

/** Absolute, or with a step up: no Office program writes such a name, and none can be written back. */
const OUTSIDE = /^(?:[a-z]:|[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/i

/** All parts, keyed by name. Some programs list folders too; they have no data and are left out. @throws as `checkOffice` */
export function readParts(bytes: Buffer): Map<string, Buffer> {
  checkOffice(bytes)
  const parts = new Map<string, Buffer>()
  for (const { name, offset, method, compressedSize } of readZipEntries(bytes) ?? []) {
    if (name === '' || OUTSIDE.test(name)) throw new JobError('file_broken', 'This file is damaged and cannot be read')
    if (/[\\/]$/.test(name)) continue
    const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const data = bytes.subarray(from, from + compressedSize)
    parts.set(name, method === 0 ? Buffer.from(data) : inflateRawSync(data, { maxOutputLength: MAX_INFLATED }))
  }
  return parts
}

export const writeParts = (parts: ReadonlyMap<string, Buffer>): Promise<Buffer> => {
  async function* entries() {
    for (const [name, data] of parts) yield { name, data: Readable.from([data], { objectMode: false }) }
  }
  return buffer(createZip(entries()))
}
