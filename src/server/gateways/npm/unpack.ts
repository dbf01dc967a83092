/** Trees of packages as archives: unpacked without links, scripts or anything that leads elsewhere, hashed, and packed the same way every time. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { NodeError } from '#nodes/node.ts'

export interface TreeLimits {
  bytes: number
  files: number
}

/** What was unpacked so far, of all archives of a tree. */
export interface TreeSize {
  bytes: number
  files: number
}

/** Read by people and compilers only. */
const LEFT_OUT = /\.(?:d\.[cm]?ts|map|tsbuildinfo|flow)$/
/** Native code, which is never loaded. */
const NATIVE = /\.(?:node|so|dylib|dll|exe|wasm\.so)$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const PLAIN = /^[^\\\u0000-\u001f\u007f]{1,400}$/

const refused = (message: string): NodeError => new NodeError('archive_refused', message)

/** @throws NodeError `archive_refused` for a path that leads out */
function checkedPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const isPlain =
    PLAIN.test(path) && !path.startsWith('/') && parts.every((part) => part !== '..' && part.length <= 200)
  if (!isPlain || parts.length === 0) throw refused(`The archive has a file with the path “${path.slice(0, 100)}”.`)
  return parts.join('/')
}

export interface Unpacked {
  /** Paths of native code that was left out. */
  native: string[]
}

/**
 * @param place where a path of the archive goes below `folder`; null: nowhere
 * @throws NodeError `archive_refused`, `package_too_large`
 */
export async function unpackInto(
  folder: string,
  archive: Readable,
  place: (path: string) => string | null,
  size: TreeSize,
  limits: TreeLimits,
): Promise<Unpacked> {
  const native: string[] = []
  const reader = extract()
  const source = archive.pipe(createGunzip())
  source.on('error', (error) => reader.destroy(error))
  archive.on('error', (error) => reader.destroy(error))
  source.pipe(reader)
  try {
    for await (const entry of reader) {
      const { name, type } = entry.header
      if (type === 'directory') {
        entry.resume()
        continue
      }
      if (type !== 'file' && type !== 'contiguous-file')
        throw refused(`The archive has a link or device in it: “${name.slice(0, 100)}”.`)
      const path = place(checkedPath(name))
      if (path !== null && NATIVE.test(path)) native.push(path)
      if (path === null || NATIVE.test(path) || LEFT_OUT.test(path)) {
        entry.resume()
        continue
      }
      size.files++
      const chunks: Buffer[] = []
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        size.bytes += chunk.length
        if (size.bytes > limits.bytes || size.files > limits.files)
          throw new NodeError(
            'package_too_large',
            `The package with its libraries has more than ${limits.files} files or ${limits.bytes / 1_000_000} MB.`,
          )
        chunks.push(chunk)
      }
      const file = join(folder, checkedPath(path))
      await mkdir(dirname(file), { recursive: true, mode: 0o755 })
      await writeFile(file, Buffer.concat(chunks), { mode: 0o644 })
    }
  } catch (error) {
    if (error instanceof NodeError) throw error
    throw refused('The archive is damaged, or not a .tgz file.')
  } finally {
    source.destroy()
    reader.destroy()
  }
  return { native }
}

/** Below a folder, in one order everywhere. */
async function filesIn(folder: string): Promise<string[]> {
  const found: string[] = []
  const walk = async (below: string) => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) await walk(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  await walk('')
  return found.sort()
}

export interface TreeHash {
  /** SHA-256 in hexadecimal digits, over the paths and the contents. */
  hash: string
  bytes: number
  files: number
}

export async function hashTree(folder: string): Promise<TreeHash> {
  const whole = createHash('sha256')
  const paths = await filesIn(folder)
  let bytes = 0
  for (const path of paths) {
    const content = await readFile(join(folder, path))
    bytes += content.length
    whole.update(`${path}\0${createHash('sha256').update(content).digest('hex')}\n`)
  }
  return { hash: whole.digest('hex'), bytes, files: paths.length }
}

/** A .tgz of a folder, byte for byte the same for the same files. */
export async function* packTree(folder: string): AsyncGenerator<Uint8Array> {
  const paths = await filesIn(folder)
  const archive = pack()
  const packed = archive.pipe(createGzip({ level: 6 }))
  const fill = async () => {
    for (const path of paths) {
      const content = await readFile(join(folder, path))
      await new Promise<void>((resolve, reject) => {
        archive.entry({ name: path, size: content.length, mode: 0o644, mtime: new Date(0) }, content, (error) =>
          error ? reject(error) : resolve(),
        )
      })
    }
    archive.finalize()
  }
  const filling = fill().catch((error: Error) => packed.destroy(error))
  yield* packed as AsyncIterable<Uint8Array>
  await filling
}

export const readableOf = (bytes: Uint8Array): Readable => Readable.from([bytes], { objectMode: false })
