/** Opens an archive under limits: by what its entries really inflate to, not by what they claim. */
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { fieldError } from '#contract/core/errors.ts'
import { detectFileType } from './file-type.ts'
import { readZipEntries, type ZipEntry } from './zip.ts'

export interface UnpackedFile {
  name: string
  bytes: Buffer
}

export interface UnpackLimits {
  files: number
  /** Of all files together. */
  bytes: number
}

const inflate = promisify(inflateRaw)
const LOCAL = 0x04034b50

/** Whether the bytes are an archive and no Office file, which is one as well. */
export const isArchive = (bytes: Buffer): boolean => beginsLikeZip(bytes) && detectFileType(bytes) === null

export const beginsLikeZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL

const broken = () => fieldError('file', 'The ZIP file is damaged and can’t be read.', 'file_broken')
const tooLarge = ({ bytes }: UnpackLimits) =>
  fieldError('file', `The ZIP file unpacks to more than ${bytes / 1_000_000} MB.`, 'file_too_large')

/** What programs add to archives without being asked. */
const isHidden = (name: string): boolean => name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

/** The files of an archive with their paths, one at a time. Archives inside are not opened. @throws AppError `file_broken`, `file_encrypted`, `file_too_large`, `file_unsupported` (a link), `limit_reached` */
export async function* unpackZip(bytes: Buffer, most: UnpackLimits): AsyncGenerator<UnpackedFile> {
  const entries = readZipEntries(bytes)
  if (entries === null) throw broken()
  const files = entries.filter(({ name }) => !/[\\/]$/.test(name) && !isHidden(name))
  if (files.some(({ encrypted }) => encrypted))
    throw fieldError('file', 'The ZIP file is password-protected. Remove the password and try again.', 'file_encrypted')
  const link = files.find((entry) => entry.link)
  if (link) throw fieldError('file', `“${link.name.slice(0, 200)}” is a link to another file.`, 'file_unsupported')
  if (files.length > most.files)
    throw fieldError('file', `A ZIP file can have up to ${most.files} files.`, 'limit_reached')
  if (files.reduce((sum, { size }) => sum + size, 0) > most.bytes) throw tooLarge(most)
  let left = most.bytes
  for (const entry of files) {
    const content = await contentOf(bytes, entry, left, most)
    left -= content.length
    yield { name: entry.name, bytes: content }
  }
}

async function contentOf(
  bytes: Buffer,
  { offset, method, compressedSize }: ZipEntry,
  left: number,
  most: UnpackLimits,
): Promise<Buffer> {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw broken()
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const data = bytes.subarray(from, from + compressedSize)
  if (data.length < compressedSize || (method !== 0 && method !== 8)) throw broken()
  if (method === 0) {
    if (data.length > left) throw tooLarge(most)
    return Buffer.from(data)
  }
  try {
    return await inflate(data, { maxOutputLength: left + 1 })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(most) : broken()
  }
}
