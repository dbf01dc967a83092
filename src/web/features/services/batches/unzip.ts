/**
 * Files of a ZIP archive, read from the chosen file piece by piece: only what is being sent is in memory. Nothing is written anywhere, so
 * paths in the archive lead nowhere; names are what is left of them. An entry that unpacks to more than a file may have is refused there.
 */
import type { ItemProblem } from '#contract/services/batch-values.ts'

export interface ZipEntry {
  name: string
  /** What is wrong with it before it is read. */
  problem: ItemProblem | null
  /** @throws BadEntry */
  open: () => Promise<File>
}

export class BadEntry extends Error {
  readonly problem: ItemProblem
  constructor(problem: ItemProblem) {
    super(problem)
    this.problem = problem
  }
}

export class BadZip extends Error {}

/** Its end, with the longest comment there may be. */
const TAIL = 22 + 65_535
const MOST_ENTRIES = 20_000
const MOST_DIRECTORY = 20_000_000
const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50

const view = async (file: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await file.slice(from, to).arrayBuffer())

/** Hidden files and what systems add are no documents. */
const isLeftOut = (path: string): boolean =>
  /[\\/]$/.test(path) ||
  path.startsWith('__MACOSX/') ||
  /(?:^|[\\/])(?:\.(?!\.?[\\/])|Thumbs\.db$|desktop\.ini$)/i.test(path)

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path

/** One entry of the directory. */
interface Listed {
  path: string
  encrypted: boolean
  method: number
  packed: number
  size: number
  offset: number
}

function readDirectory(directory: DataView, count: number): Listed[] {
  const listed: Listed[] = []
  let at = 0
  for (let number = 0; number < count; number++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== ENTRY) throw new BadZip()
    const flags = directory.getUint16(at + 8, true)
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    if (at + 46 + name > directory.byteLength) throw new BadZip()
    const bytes = new Uint8Array(directory.buffer, directory.byteOffset + at + 46, name)
    listed.push({
      path: new TextDecoder(flags & 0x800 ? 'utf-8' : 'windows-1252').decode(bytes),
      encrypted: (flags & 1) === 1,
      method: directory.getUint16(at + 10, true),
      packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      offset: directory.getUint32(at + 42, true),
    })
    at += 46 + name + extra + comment
  }
  return listed
}

/** Reads to the end, at most `most` bytes. @throws BadEntry */
async function readAll(stream: ReadableStream<Uint8Array>, most: number): Promise<Blob> {
  const pieces: BlobPart[] = []
  let bytes = 0
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Blob(pieces)
      bytes += value.length
      if (bytes > most) throw new BadEntry('file_too_large')
      pieces.push(value as BlobPart)
    }
  } catch (error) {
    void reader.cancel().catch(() => {})
    throw error instanceof BadEntry ? error : new BadEntry('file_broken')
  }
}

async function openEntry(zip: File, { path, method, packed, size, offset }: Listed, most: number): Promise<File> {
  const head = await view(zip, offset, offset + 30)
  if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw new BadEntry('file_broken')
  const from = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true)
  const data = zip.slice(from, from + packed)
  if (data.size !== packed) throw new BadEntry('file_broken')
  const whole =
    method === 0
      ? data
      : await readAll(
          data.stream().pipeThrough(new DecompressionStream('deflate-raw')) as ReadableStream<Uint8Array>,
          most,
        )
  if (whole.size !== size) throw new BadEntry('file_broken')
  return new File([whole], nameOf(path))
}

function problemOf({ encrypted, method, size }: Listed, most: number): ItemProblem | null {
  if (encrypted) return 'file_encrypted'
  if (size > most) return 'file_too_large'
  return method === 0 || method === 8 ? null : 'file_broken'
}

/** @param most bytes of one file @throws BadZip for what is no ZIP archive, is damaged, or has parts elsewhere */
export async function readZip(zip: File, most: number): Promise<ZipEntry[]> {
  const start = Math.max(0, zip.size - TAIL)
  const tail = await view(zip, start, zip.size)
  let end = tail.byteLength - 22
  while (end >= 0 && tail.getUint32(end, true) !== END) end--
  if (end < 0) throw new BadZip()
  const count = tail.getUint16(end + 10, true)
  const [size, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  if (count > MOST_ENTRIES || size > MOST_DIRECTORY || offset + size > zip.size) throw new BadZip()
  const listed = readDirectory(await view(zip, offset, offset + size), count)
  return listed
    .filter(({ path }) => !isLeftOut(path))
    .map((entry) => ({
      name: nameOf(entry.path),
      problem: problemOf(entry, most),
      open: () => openEntry(zip, entry, most),
    }))
}
