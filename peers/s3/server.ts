/**
 * A store that speaks the protocol of S3, with one bucket in memory: objects, ranges, lists by page, copies and uploads in parts, each request
 * checked for its signature. It can be told to be slow, to answer 503, to refuse connections or to break off what it sends.
 * `node peers/s3/server.ts [PORT]` runs it by itself, with the keys `peer` and `secret of peer`.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { type Keys, whyRefused } from './signature.ts'

export interface StoredObject {
  bytes: Buffer
  mime: string
}

interface PartedUpload {
  key: string
  begun: Date
  parts: Map<number, Buffer>
}

/** What is wrong with the service. */
export type Trouble =
  /** Each answer comes so much later. */
  | { type: 'slow'; ms: number }
  /** 503 SlowDown, for so many requests or all. */
  | { type: 'unavailable'; times?: number }
  /** Connections are closed without an answer. */
  | { type: 'refuse' }
  /** The next so many bodies break off half-way. */
  | { type: 'cut'; times: number }

export interface S3Peer extends Keys {
  url: string
  bucket: string
  objects: Map<string, StoredObject>
  /** Under way, by their id. */
  uploads: Map<string, PartedUpload>
  /** Codes of refused requests, in order. */
  refused: string[]
  /** Method and operation of every request that was served, in order. */
  served: string[]
  trouble: Trouble | null
  /** Method and path of every request that was answered 503, in order. */
  turnedAway: string[]
  close(): Promise<void>
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[found] ?? '')
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

const xml = (response: ServerResponse, status: number, content: string) => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  return response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`)
}
const refuse = (response: ServerResponse, status: number, code: string) =>
  xml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)

const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'

interface Asked {
  request: IncomingMessage
  response: ServerResponse
  query: URLSearchParams
  key: string
  body: Buffer
  peer: S3Peer
}

const changedAt = '2026-01-31T09:30:00.000Z'

/** What is directly below a prefix, up to the next delimiter: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
function commonPrefixes(names: readonly string[], prefix: string, delimiter: string): string[] {
  const ends = names.map((name) => name.indexOf(delimiter, prefix.length))
  return [...new Set(names.flatMap((name, i) => ((ends[i] ?? -1) < 0 ? [] : [name.slice(0, (ends[i] ?? 0) + 1)])))]
}

function list({ response, query, peer: { objects } }: Asked): ServerResponse | undefined {
  const most = Number(query.get('max-keys') ?? 1000)
  const isEncoded = query.get('encoding-type') === 'url'
  const shown = (name: string) => (isEncoded ? encodeURIComponent(name).replaceAll('%20', '+') : escaped(name))
  const delimiter = query.get('delimiter')
  const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? query.get('start-after') ?? '']
  const names = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const prefixes = delimiter === null ? [] : commonPrefixes(names, prefix, delimiter)
  const below = prefixes.map((one) => `<CommonPrefixes><Prefix>${shown(one)}</Prefix></CommonPrefixes>`)
  const contents = names
    .filter((name) => !prefixes.some((one) => name.startsWith(one)))
    .slice(0, most)
    .map(
      (key) =>
        `<Contents><Key>${shown(key)}</Key><LastModified>${changedAt}</LastModified><ETag>${escaped(etagOf(objects.get(key)?.bytes ?? Buffer.alloc(0)))}</ETag><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
    )
  const isCut = names.length > most
  const next = isCut ? `<NextContinuationToken>${escaped(names[most - 1] ?? '')}</NextContinuationToken>` : ''
  return xml(
    response,
    200,
    `<ListBucketResult ${NAMESPACE}>${isEncoded ? '<EncodingType>url</EncodingType>' : ''}<IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}${below.join('')}</ListBucketResult>`,
  )
}

function listUploads({ response, query, peer: { uploads } }: Asked): ServerResponse | undefined {
  const found = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
  const items = found.map(
    ([id, { key, begun }]) =>
      `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
  )
  return xml(
    response,
    200,
    `<ListMultipartUploadsResult ${NAMESPACE}><IsTruncated>false</IsTruncated>${items.join('')}</ListMultipartUploadsResult>`,
  )
}

/** What a copy is of; undefined when it is not there. */
function sourceOf({ request, peer: { objects, bucket } }: Asked): Buffer | undefined {
  const path = decodeURIComponent(String(request.headers['x-amz-copy-source'])).replace(/^\//, '')
  const found = objects.get(path.slice(bucket.length + 1))?.bytes
  const range = /^bytes=(\d+)-(\d+)$/.exec(String(request.headers['x-amz-copy-source-range'] ?? ''))
  return range ? found?.subarray(Number(range[1]), Number(range[2]) + 1) : found
}

function put(asked: Asked): ServerResponse | undefined {
  const { request, response, query, key, body, peer } = asked
  const isCopy = request.headers['x-amz-copy-source'] !== undefined
  const bytes = isCopy ? sourceOf(asked) : body
  if (bytes === undefined) return refuse(response, 404, 'NoSuchKey')
  const part = query.get('partNumber')
  if (part === null) {
    peer.objects.set(key, { bytes, mime: request.headers['content-type'] ?? 'application/octet-stream' })
  } else {
    const upload = peer.uploads.get(query.get('uploadId') ?? '')
    if (!upload) return refuse(response, 404, 'NoSuchUpload')
    upload.parts.set(Number(part), bytes)
  }
  if (!isCopy) return response.writeHead(200, { etag: etagOf(bytes) }).end()
  const kind = part === null ? 'CopyObjectResult' : 'CopyPartResult'
  return xml(response, 200, `<${kind} ${NAMESPACE}><ETag>${escaped(etagOf(bytes))}</ETag></${kind}>`)
}

function post({ response, query, key, body, peer }: Asked): ServerResponse | undefined {
  if (query.has('uploads')) {
    const id = randomUUID()
    peer.uploads.set(id, { key, begun: new Date(), parts: new Map() })
    return xml(
      response,
      200,
      `<InitiateMultipartUploadResult ${NAMESPACE}><Key>${escaped(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  const id = query.get('uploadId') ?? ''
  const upload = peer.uploads.get(id)
  if (!upload) return refuse(response, 404, 'NoSuchUpload')
  const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number))
  const parts = numbers.map((number) => upload.parts.get(number))
  if (numbers.length === 0 || parts.includes(undefined)) return refuse(response, 400, 'InvalidPart')
  peer.uploads.delete(id)
  const bytes = Buffer.concat(parts as Buffer[])
  peer.objects.set(key, { bytes, mime: 'application/octet-stream' })
  return xml(
    response,
    200,
    `<CompleteMultipartUploadResult ${NAMESPACE}><Key>${escaped(key)}</Key><ETag>${escaped(etagOf(bytes))}</ETag></CompleteMultipartUploadResult>`,
  )
}

function remove({ response, query, key, peer }: Asked): ServerResponse | undefined {
  const id = query.get('uploadId')
  if (id === null) peer.objects.delete(key)
  else peer.uploads.delete(id)
  return response.writeHead(204).end()
}

function get({ request, response, key, peer }: Asked): ServerResponse | undefined {
  const found = peer.objects.get(key)
  if (!found) return request.method === 'HEAD' ? response.writeHead(404).end() : refuse(response, 404, 'NoSuchKey')
  const etag = etagOf(found.bytes)
  if ((request.headers['if-match'] ?? etag) !== etag) return refuse(response, 412, 'PreconditionFailed')
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const bytes = found.bytes.subarray(from)
  const range = `bytes ${from}-${found.bytes.length - 1}/${found.bytes.length}`
  response.writeHead(from > 0 ? 206 : 200, {
    'content-type': found.mime,
    'content-length': bytes.length,
    etag,
    'last-modified': new Date(0).toUTCString(),
    ...(from > 0 && { 'content-range': range }),
  })
  if (request.method === 'HEAD') return void response.end()
  if (peer.trouble?.type === 'cut' && peer.trouble.times > 0 && bytes.length > 1) {
    peer.trouble.times -= 1
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
    return undefined
  }
  return response.end(bytes)
}

/** @returns whether the request was dealt with */
async function inTrouble({ request, response, peer }: Pick<Asked, 'request' | 'response' | 'peer'>): Promise<boolean> {
  const { trouble } = peer
  if (trouble?.type === 'slow') await pause(trouble.ms, undefined, { ref: false })
  if (trouble?.type === 'refuse') request.socket.destroy()
  if (trouble?.type !== 'unavailable') return trouble?.type === 'refuse'
  if (trouble.times !== undefined && --trouble.times <= 0) peer.trouble = null
  peer.turnedAway.push(`${request.method} ${request.url}`)
  refuse(response, 503, 'SlowDown')
  return true
}

function serve(asked: Asked): ServerResponse | undefined {
  const { request, response, query, key, peer } = asked
  peer.served.push(`${request.method} ${query.get('x-id') ?? key}`)
  if (request.method === 'GET' && key === '') return query.has('uploads') ? listUploads(asked) : list(asked)
  if (request.method === 'PUT') return put(asked)
  if (request.method === 'POST') return post(asked)
  if (request.method === 'DELETE') return remove(asked)
  if (request.method === 'GET' || request.method === 'HEAD') return get(asked)
  return refuse(response, 405, 'MethodNotAllowed')
}

/** @param port 0 takes any free one */
export async function startS3Peer(port = 0): Promise<S3Peer> {
  const keys: Keys = { access_key_id: 'peer', secret_access_key: 'secret of peer', region: 'ap-south-1' }
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null)
    if (body === null || (await inTrouble({ request, response, peer }))) return
    const why = whyRefused(request, body, keys)
    if (why !== null) {
      peer.refused.push(why)
      return refuse(response, 403, why)
    }
    const url = new URL(request.url ?? '/', 'http://peer')
    const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (name !== peer.bucket) return refuse(response, 404, 'NoSuchBucket')
    serve({ request, response, query: url.searchParams, key: rest.join('/'), body, peer })
  })
  const peer: S3Peer = {
    ...keys,
    url: '',
    bucket: 'papers',
    objects: new Map(),
    uploads: new Map(),
    refused: [],
    served: [],
    trouble: null,
    turnedAway: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return peer
}

if (import.meta.main) {
  const { url, bucket } = await startS3Peer(Number(process.argv[2] ?? 4500))
  console.log(`${url}/${bucket}`)
}
