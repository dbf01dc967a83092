/** SFTP (files over SSH): one connection per action. No command is run on the server. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FileEntryWithStats, SFTPWrapper } from 'ssh2'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { CONNECT_MS, checkSize, type Line, MOST_FILE, openSocket, Refusal } from './account.ts'
import { fileNameOf, folderOf, pathOf } from './paths.ts'
import type { ActionFiles, Operation, Protocol } from './protocol.ts'

const MOST_ENTRIES = 10_000

/** As OpenSSH prints it: `SHA256:` and base64 without its end. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

interface Opened {
  sftp: SFTPWrapper
  end(): void
}

async function connect(line: Line): Promise<Opened> {
  const { default: ssh } = await import('ssh2')
  const { account } = line
  const wanted = account.entered('fingerprint').trim()
  const client = new ssh.Client()
  let refusal: Error | null = null
  return new Promise<Opened>((done, fail) => {
    const end = () => void client.destroy()
    client.on('error', (error) => fail(refusal ?? error))
    client.on('close', () => fail(refusal ?? new Error('The connection was closed')))
    client.on('ready', () => client.sftp((error, sftp) => (error ? fail(error) : done({ sftp, end }))))
    const [password, key] = [account.entered('password'), account.entered('private_key')]
    client.connect({
      sock: openSocket(line, MOST_FILE * 2),
      username: account.entered('user'),
      ...(password !== '' && { password }),
      ...(key !== '' && {
        privateKey: key,
        ...(account.entered('passphrase') && { passphrase: account.entered('passphrase') }),
      }),
      readyTimeout: CONNECT_MS,
      hostVerifier: (shown: Buffer) => {
        const fingerprint = fingerprintOf(shown)
        if (wanted === '' || isSame(fingerprint, wanted)) return true
        refusal = new Refusal(`The key of the server is ${fingerprint}, not the one of the account`)
        return false
      },
    })
  })
}

const on =
  (work: (sftp: SFTPWrapper, input: JsonObject, files: ActionFiles) => Promise<Json>): Operation =>
  async (line, input, files) => {
    const { sftp, end } = await connect(line)
    const cut = new Promise<never>((_done, fail) => {
      sftp.once('close', () => fail(new Error('The connection was closed')))
    })
    cut.catch(() => undefined)
    sftp.on('error', () => undefined)
    try {
      return checkSize(await Promise.race([work(sftp, input, files), cut]))
    } finally {
      end()
    }
  }

/** The protocol's callbacks as promises. */
const asked = <T>(call: (done: (error: Error | null | undefined, answer: T) => void) => void): Promise<T> =>
  new Promise((done, fail) => call((error, answer) => (error ? fail(error) : done(answer))))

const entryOf = ({ filename, attrs }: FileEntryWithStats): JsonObject => ({
  name: filename,
  type: attrs.isDirectory() ? 'folder' : 'file',
  size: attrs.size,
  modified: new Date(attrs.mtime * 1000).toISOString(),
})

async function readFile(sftp: SFTPWrapper, path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  const stream = sftp.createReadStream(path)
  // The connection may end before the file is closed on the server, which then concerns no one.
  stream.on('error', () => undefined)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_FILE) throw new NodeError('file_too_large', 'The file is larger than 25 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const operations: Record<string, Operation> = {
  list: on(async (sftp, input) => {
    const entries = await asked<FileEntryWithStats[]>((done) => sftp.readdir(folderOf(input), done))
    return { entries: entries.slice(0, MOST_ENTRIES).map(entryOf), truncated: entries.length > MOST_ENTRIES }
  }),
  download: on(async (sftp, input, files) => {
    const path = pathOf(input, 'path')
    const bytes = await readFile(sftp, path)
    return files.write({ name: fileNameOf(path), mime: 'application/octet-stream', bytes })
  }),
  upload: on(async (sftp, input, files) => {
    const { name, bytes } = await files.open('file')
    const path = pathOf({ path: input.path ?? name }, 'path')
    await asked<void>((done) => sftp.writeFile(path, Buffer.from(bytes), (error) => done(error, undefined)))
    return { path, size: bytes.length }
  }),
  move: on(async (sftp, input) => {
    const [from, to] = [pathOf(input, 'from'), pathOf(input, 'to')]
    await asked<void>((done) => sftp.rename(from, to, (error) => done(error, undefined)))
    return { from, to }
  }),
  delete: on(async (sftp, input) => {
    const path = pathOf(input, 'path')
    await asked<void>((done) => sftp.unlink(path, (error) => done(error, undefined)))
    return { path, deleted: true }
  }),
  create_folder: on(async (sftp, input) => {
    const path = pathOf(input, 'path')
    await asked<void>((done) => sftp.mkdir(path, (error) => done(error, undefined)))
    return { path }
  }),
}

export const sftp: Protocol = {
  operations,
  /** Numbers are answers of the server about a file; signing in that failed is a refusal, too. */
  judge: (error) => {
    const { code, level } = error as Error & { code?: unknown; level?: string }
    return typeof code === 'number' || level === 'client-authentication' ? new Refusal(error.message) : error
  },
}
