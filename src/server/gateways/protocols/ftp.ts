/** FTP, and FTP over TLS: one connection per action. Data connections go to the address of the server and nowhere else. */
import { Readable, Writable } from 'node:stream'
import type { Client, FileInfo } from 'basic-ftp'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { CONNECT_MS, checkSize, type Line, MOST_FILE, Refusal, tlsNameOf } from './account.ts'
import { fileNameOf, folderOf, pathOf } from './paths.ts'
import type { ActionFiles, Operation, Protocol } from './protocol.ts'

const MOST_ENTRIES = 10_000
const LISTING_BYTES = 5_000_000

async function connect({ account, reached, signal }: Line): Promise<Client> {
  const { Client: Ftp } = await import('basic-ftp')
  const client = new Ftp(CONNECT_MS, { allowSeparateTransferHost: false, maxListingBytes: LISTING_BYTES })
  const cut = () => client.close()
  signal.addEventListener('abort', cut, { once: true })
  const { tls } = account
  try {
    await client.access({
      host: reached.address,
      port: reached.port,
      user: account.entered('user') || 'anonymous',
      password: account.entered('password'),
      secure: tls !== 'off',
      ...(tls !== 'off' && {
        secureOptions: { ...tlsNameOf(reached), host: reached.servername, rejectUnauthorized: tls === 'verify' },
      }),
    })
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

const on =
  (work: (client: Client, input: JsonObject, files: ActionFiles) => Promise<Json>): Operation =>
  async (line, input, files) => {
    const client = await connect(line)
    try {
      return checkSize(await work(client, input, files))
    } finally {
      client.close()
    }
  }

const entryOf = ({ name, size, isDirectory, modifiedAt, rawModifiedAt }: FileInfo): JsonObject => ({
  name,
  type: isDirectory ? 'folder' : 'file',
  size,
  modified: modifiedAt?.toISOString() ?? (rawModifiedAt || null),
})

/** Keeps what is written, up to the most that a file may have. */
class Kept extends Writable {
  readonly chunks: Buffer[] = []
  #bytes = 0
  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#bytes += chunk.length
    if (this.#bytes > MOST_FILE) {
      done(new NodeError('file_too_large', 'The file is larger than 25 MB'))
      return
    }
    this.chunks.push(chunk)
    done()
  }
}

const operations: Record<string, Operation> = {
  list: on(async (client, input) => {
    const entries = await client.list(folderOf(input))
    return { entries: entries.slice(0, MOST_ENTRIES).map(entryOf), truncated: entries.length > MOST_ENTRIES }
  }),
  download: on(async (client, input, files) => {
    const path = pathOf(input, 'path')
    const kept = new Kept()
    await client.downloadTo(kept, path)
    return files.write({ name: fileNameOf(path), mime: 'application/octet-stream', bytes: Buffer.concat(kept.chunks) })
  }),
  upload: on(async (client, input, files) => {
    const { name, bytes } = await files.open('file')
    const path = pathOf({ path: input.path ?? name }, 'path')
    await client.uploadFrom(Readable.from([Buffer.from(bytes)]), path)
    return { path, size: bytes.length }
  }),
  move: on(async (client, input) => {
    const [from, to] = [pathOf(input, 'from'), pathOf(input, 'to')]
    await client.rename(from, to)
    return { from, to }
  }),
  delete: on(async (client, input) => {
    const path = pathOf(input, 'path')
    await client.remove(path)
    return { path, deleted: true }
  }),
  create_folder: on(async (client, input) => {
    const path = pathOf(input, 'path')
    await client.ensureDir(path)
    return { path }
  }),
}

export const ftp: Protocol = {
  operations,
  /** 4xx of FTP are for now, 5xx for good; 421 and 425 are about the connection. */
  judge: (error) =>
    error.name === 'FTPError' && Number((error as Error & { code?: number }).code) >= 430
      ? new Refusal(error.message)
      : error,
}
