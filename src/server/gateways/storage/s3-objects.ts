/**
 * Objects in a bucket. Uploads are sent in parts that are held while they are under way, so that each can be sent again; what is not completed
 * is never visible. The service is the only place that knows an object: nothing is cached here but copies that programs read.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '#contract/core/errors.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { checkedKey, type LocalCopy, type ObjectStore, type StoredObject, storageUnavailable } from './objects.ts'
import { continued, createS3Client, type S3Place, type S3Timing } from './s3-client.ts'
import { isNoObject } from './s3-refusals.ts'
import type { S3Settings } from './settings.ts'

const MB = 1_000_000
/** At least 5 MiB; an upload has at most 10,000 parts, so that objects of 160 GB fit. */
const PART_BYTES = 16 * MB
const PARTS_AT_ONCE = 2
/** What a service copies in one call. */
const COPY_BYTES = 4_000 * MB
/** With all attempts. */
const CALL_MS = MINUTE_MS
const REMOVED_AT_ONCE = 8
/** A copy that several pages of a document are drawn from is not fetched for each. */
const COPY_KEPT_MS = MINUTE_MS

export interface S3Options extends S3Timing {
  settings: S3Settings
  /** See `ObjectStore.scratch`. */
  scratch: string
  part_bytes?: number
  copy_bytes?: number
  copy_kept_ms?: number
}

/** What the service says of itself is told apart from what the caller did. */
const asked = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof AppError ? error : storageUnavailable(error)
  })

const unlessMissing = <T>(work: Promise<T>): Promise<T | null> =>
  asked(
    work.catch((error: unknown) => {
      if (isNoObject(error)) return null
      throw error
    }),
  )

const within = () => ({ abortSignal: AbortSignal.timeout(CALL_MS) })

class S3Objects implements ObjectStore {
  readonly place: string
  readonly scratch: string
  readonly borrow: ObjectStore['borrow']
  readonly #o: S3Options
  readonly #client: S3Client
  /** It keeps nobody waiting and is not tried again: the question is whether the service answers now. */
  readonly #prober: S3Client
  readonly #bucket: string
  /** Before every key. */
  readonly #head: string

  constructor(options: S3Options) {
    const { settings, scratch, copy_kept_ms: kept_ms = COPY_KEPT_MS } = options
    const { bucket, prefix, endpoint } = settings
    this.#o = options
    this.#client = createS3Client(settings, options)
    this.#prober = createS3Client(settings, { ...options, attempts: 1 })
    this.#bucket = bucket
    this.#head = prefix === '' ? '' : `${prefix}/`
    this.place = [`the bucket ${bucket}`, prefix && `under ${prefix}`, endpoint && `at ${endpoint}`]
      .filter(Boolean)
      .join(', ')
    this.scratch = scratch
    this.borrow = createCopies({ scratch, open: (key) => this.open(key), kept_ms })
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: this.#head + checkedKey(key) }
  }

  async put(key: string, bytes: Uint8Array | string): Promise<void> {
    const Body = Buffer.from(bytes)
    const put = new PutObjectCommand({ ...this.#at(key), Body, ContentLength: Body.length })
    await asked(this.#client.send(put, within()))
  }

  async write(key: string, chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
    signal?.throwIfAborted()
    const place = this.#at(key)
    const counted = new Counted(chunks)
    const body = Readable.from(counted, { objectMode: false })
    try {
      await this.#upload(place, body, signal)
    } catch (error) {
      signal?.throwIfAborted()
      throw counted.failure === null ? storageUnavailable(error) : counted.failure.error
    } finally {
      body.destroy()
    }
    return counted.bytes
  }

  async #upload(place: S3Place, Body: Readable, signal?: AbortSignal): Promise<void> {
    const sending = new Upload({
      client: this.#client,
      params: { ...place, Body },
      partSize: this.#o.part_bytes ?? PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      leavePartsOnError: false,
    })
    const abort = () => void sending.abort().catch(() => {})
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await sending.done()
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  async take(key: string, file: string): Promise<void> {
    const { size: expected } = await stat(file)
    const sent = await this.write(key, createReadStream(file))
    if (sent !== expected) throw new Error(`${file} changed while it was stored`)
    await rm(file, { force: true })
  }

  async read(key: string): Promise<Buffer | null> {
    const stream = await this.open(key)
    return stream && (await buffer(stream))
  }

  async open(key: string): Promise<Readable | null> {
    const place = this.#at(key)
    const found = await unlessMissing(this.#client.send(new GetObjectCommand(place), within()))
    return found && Readable.from(outages(continued(this.#client, place, found, this.#o)), { objectMode: false })
  }

  async size(key: string): Promise<number | null> {
    const found = await unlessMissing(this.#client.send(new HeadObjectCommand(this.#at(key)), within()))
    return found?.ContentLength ?? null
  }

  async move(from: string, to: string): Promise<void> {
    const bytes = await this.size(from)
    if (bytes === null) throw new Error(`There is nothing under ${from}`)
    const CopySource = [this.#bucket, ...this.#at(from).Key.split('/')].map(encodeURIComponent).join('/')
    const most = this.#o.copy_bytes ?? COPY_BYTES
    const copy = { ...this.#at(to), CopySource }
    await asked<unknown>(
      bytes > most
        ? copyInParts(this.#client, copy, bytes, most)
        : this.#client.send(new CopyObjectCommand(copy), within()),
    )
    await this.#removeOne(from)
  }

  async remove(key: string): Promise<void> {
    const { Key } = this.#at(key)
    // What is still being sent would come to be under the key afterwards.
    if (extname(key) !== '') await this.#endUploads(Key, null)
    await this.#removeOne(key)
    for await (const page of this.#pages(`${Key}/`))
      for (let n = 0; n < page.length; n += REMOVED_AT_ONCE)
        await Promise.all(page.slice(n, n + REMOVED_AT_ONCE).map((one) => this.#removeOne(one.key)))
  }

  async #removeOne(key: string): Promise<void> {
    await asked(this.#client.send(new DeleteObjectCommand(this.#at(key)), within()))
  }

  /** Ends uploads under way below a prefix. @param before those begun earlier; null for all */
  async #endUploads(Prefix: string, before: number | null): Promise<void> {
    const Bucket = this.#bucket
    const asking = this.#client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }), within())
    const { Uploads = [] } = await asked(asking)
    for (const { Key, UploadId, Initiated } of Uploads)
      if (before === null || (Initiated !== undefined && Initiated.getTime() < before))
        await unlessMissing(this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), within()))
  }

  async *list(below: string): AsyncGenerator<StoredObject> {
    for await (const page of this.#pages(below === '' ? this.#head : `${this.#at(below).Key}/`)) yield* page
  }

  async *#pages(Prefix: string): AsyncGenerator<StoredObject[]> {
    for (let ContinuationToken: string | undefined, more = true; more; ) {
      const asking = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix, ContinuationToken })
      const page: ListObjectsV2CommandOutput = await asked(this.#client.send(asking, within()))
      yield (page.Contents ?? []).map(({ Key = '', Size = 0 }) => ({ key: Key.slice(this.#head.length), bytes: Size }))
      ContinuationToken = page.NextContinuationToken
      more = page.IsTruncated === true && ContinuationToken !== undefined
    }
  }

  async check(): Promise<void> {}

  async probe(): Promise<void> {
    const place = this.#at(`write-test-${randomUUID()}`)
    await asked(this.#prober.send(new PutObjectCommand({ ...place, Body: 'x' }), within()))
    await asked(this.#prober.send(new DeleteObjectCommand(place), within()))
  }

  sweep(): Promise<void> {
    return this.#endUploads(this.#head, Date.now() - DAY_MS)
  }
}

export const createS3Objects = (options: S3Options): ObjectStore => new S3Objects(options)

/** What is sent: how much it was, and whether it ended with an error of its own. */
class Counted implements AsyncIterable<Uint8Array> {
  bytes = 0
  failure: { error: unknown } | null = null
  readonly #chunks: AsyncIterable<Uint8Array>

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#chunks) {
        this.bytes += chunk.length
        yield chunk
      }
    } catch (error) {
      this.failure = { error }
      throw error
    }
  }
}

/** A copy of more than one call takes. */
async function copyInParts(
  client: S3Client,
  { CopySource, ...to }: S3Place & { CopySource: string },
  bytes: number,
  most: number,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(to), within())
  const Parts: CompletedPart[] = []
  try {
    for (let first = 0; first < bytes; first += most) {
      const PartNumber = Parts.length + 1
      const CopySourceRange = `bytes=${first}-${Math.min(bytes, first + most) - 1}`
      const part = { ...to, UploadId, PartNumber, CopySource, CopySourceRange }
      const { CopyPartResult } = await client.send(new UploadPartCopyCommand(part), within())
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...to, UploadId, MultipartUpload: { Parts } }), within())
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...to, UploadId }), within()).catch(() => {})
    throw error
  }
}

/** Errors of a stream are told as those of a call. */
async function* outages(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } catch (error) {
    throw storageUnavailable(error)
  }
}

interface Copy {
  path: string
  users: number
  /** False when there is no such object. */
  fetched: Promise<boolean>
  timer?: NodeJS.Timeout
}

/** Copies on this machine, shared by all who read one at the same time and for a little while after. */
function createCopies({
  scratch,
  open,
  kept_ms,
}: {
  scratch: string
  open: ObjectStore['open']
  kept_ms: number
}): ObjectStore['borrow'] {
  const copies = new Map<string, Copy>()
  const fetch = async (key: string, path: string): Promise<boolean> => {
    const stream = await open(key)
    if (stream === null) return false
    await mkdir(scratch, { recursive: true })
    await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return true
  }
  const drop = async (key: string, copy: Copy): Promise<void> => {
    if (copies.get(key) === copy) copies.delete(key)
    await rm(copy.path, { force: true }).catch(() => {})
  }
  return async (key): Promise<LocalCopy | null> => {
    let copy = copies.get(key)
    if (copy === undefined) {
      const path = join(scratch, randomUUID())
      copy = { path, users: 0, fetched: fetch(key, path) }
      copies.set(key, copy)
    }
    const mine = copy
    mine.users += 1
    clearTimeout(mine.timer)
    const release = async () => {
      mine.users -= 1
      if (mine.users > 0) return
      mine.timer = setTimeout(() => void drop(key, mine), kept_ms)
      mine.timer.unref()
    }
    const isThere = await mine.fetched.catch(async (error: unknown) => {
      mine.users -= 1
      await drop(key, mine)
      throw error
    })
    if (isThere) return { path: mine.path, [Symbol.asyncDispose]: release }
    mine.users -= 1
    await drop(key, mine)
    return null
  }
}
