/** What a file is, by its bytes; its name and the type its sender claims are not believed. */
import type { FileHandle } from 'node:fs/promises'
import { findDirectory, LONGEST_END, readDirectory, readZipEntries, type ZipEntry } from './zip.ts'

export const FILE_TYPES = {
  pdf: { mime: 'application/pdf', extensions: ['pdf'] },
  docx: {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  xlsx: {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx'],
  },
  text: { mime: 'text/plain', extensions: ['txt', 'text', 'md', 'markdown'] },
  png: { mime: 'image/png', extensions: ['png'] },
  jpeg: { mime: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
} as const
export type FileType = keyof typeof FILE_TYPES

const starts = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, i) => bytes[i] === byte)

/** Bytes that no text file begins with: programs, archives, pictures, media, Office files of the old kind. */
const FOREIGN: readonly number[][] = [
  [0x7f, 0x45, 0x4c, 0x46],
  [0x4d, 0x5a, 0x90],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x1f, 0x8b],
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46],
  [0x50, 0x4b],
  [0xca, 0xfe, 0xba, 0xbe],
]

/** Bytes from the beginning that tell every type but the Office files, which are told apart by what they hold. */
const HEAD = 65_536
/** A directory of 4,000 entries with long names; what comes behind is not looked at. */
const LONGEST_DIRECTORY = 2_000_000

const typeOfHead = (head: Buffer): FileType | 'zip' | null => {
  if (starts(head, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'pdf'
  if (starts(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  if (starts(head, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (starts(head, 0x50, 0x4b, 0x03, 0x04)) return 'zip'
  if (FOREIGN.some((magic) => starts(head, ...magic))) return null
  // Some programs write a few bytes before the header; readers look for it in the first kilobyte.
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  return isText(head.subarray(0, HEAD)) ? 'text' : null
}

/** A ZIP file is a DOCX only when it holds a Word document, an XLSX when it holds a workbook. */
const officeType = (entries: readonly ZipEntry[] | null): FileType | null => {
  const names = new Set(entries?.map((entry) => entry.name))
  if (names.has('word/document.xml')) return 'docx'
  return names.has('xl/workbook.xml') ? 'xlsx' : null
}

/** The type of a whole file; null when it is none that is accepted. */
export function detectFileType(bytes: Buffer): FileType | null {
  const type = typeOfHead(bytes)
  return type === 'zip' ? officeType(readZipEntries(bytes)) : type
}

/** The same of a file on the disk, of which the first and the last 64 kB and the directory of a ZIP file are read. */
export async function detectTypeOfFile(file: FileHandle): Promise<FileType | null> {
  const { size } = await file.stat()
  const read = async (from: number, most: number): Promise<Buffer> => {
    const length = Math.max(0, Math.min(most, size - from))
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  }
  const type = typeOfHead(await read(0, HEAD))
  if (type !== 'zip') return type
  const found = findDirectory(await read(Math.max(0, size - LONGEST_END), LONGEST_END))
  return officeType(found && readDirectory(await read(found.offset, LONGEST_DIRECTORY), found.count))
}

/** Text has hardly any control characters; UTF-16 has a zero in every other byte of most languages. */
const isText = (sample: Uint8Array): boolean => {
  if (starts(sample, 0xff, 0xfe) || starts(sample, 0xfe, 0xff)) return true
  let controls = 0
  const zeros = [0, 0]
  for (const [i, byte] of sample.entries()) {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
    else if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++
  }
  if (controls > sample.length * 0.01) return false
  const [even = 0, odd = 0] = zeros
  return Math.min(even, odd) <= sample.length * 0.01 && (even + odd === 0 || Math.max(even, odd) > sample.length * 0.2)
}
