/** Opens an archive of documents under limits: by what its entries really inflate to, not by what they claim. */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { fieldError } from '#contract/core/errors.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { detectFileType } from '#server/gateways/file-type.ts'
import { readZipEntries, type ZipEntry } from '#server/gateways/zip.ts'

export interface UnpackedFile {
  name: string
  bytes: Buffer
}

const inflate = promisify(inflateRaw)
const LOCAL = 0x04034b50

/** Whether the bytes are an archive and no Office file, which is one as well. */
export const isArchive = (bytes: Buffer): boolean => beginsLikeZip(bytes) && detectFileType(bytes) === null

export const beginsLikeZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL

const broken = () => fieldError('file', 'The ZIP file is damaged and can’t be read.', 'file_broken')
const tooLarge = () =>
  fieldError('file', `The ZIP file unpacks to more than ${KNOWLEDGE.zip_bytes / 1_000_000} MB.`, 'file_too_large')

/** What programs add to archives without being asked. */
const isHidden = (name: string): boolean => name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

/** The files of an archive with their paths, one at a time. Archives inside are not opened. @throws AppError `file_broken`, `file_encrypted`, `file_too_large`, `limit_reached` */
export async function* unpackZip(bytes: Buffer): AsyncGenerator<UnpackedFile> {
  const entries = readZipEntries(bytes)
  if (entries === null) throw broken()
  const files = entries.filter(({ name }) => !/[\\/]$/.test(name) && !isHidden(name))
  if (files.some(({ encrypted }) => encrypted))
    throw fieldError('file', 'The ZIP file is password-protected. Remove the password and try again.', 'file_encrypted')
  if (files.length > KNOWLEDGE.zip_files)
    throw fieldError('file', `A ZIP file can have up to ${KNOWLEDGE.zip_files} files.`, 'limit_reached')
  if (files.reduce((sum, { size }) => sum + size, 0) > KNOWLEDGE.zip_bytes) throw tooLarge()
  let left: number = KNOWLEDGE.zip_bytes
  for (const entry of files) {
    const content = await contentOf(bytes, entry, left)
    left -= content.length
    yield { name: entry.name, bytes: content }
  }
}

async function contentOf(bytes: Buffer, { offset, method, compressedSize }: ZipEntry, most: number): Promise<Buffer> {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw broken()
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const data = bytes.subarray(from, from + compressedSize)
  if (data.length < compressedSize || (method !== 0 && method !== 8)) throw broken()
  if (method === 0) {
    if (data.length > most) throw tooLarge()
    return Buffer.from(data)
  }
  try {
    return await inflate(data, { maxOutputLength: most + 1 })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : broken()
  }
}
