/**
 * A store that speaks the protocol of S3, with one bucket in memory: get, put, list and delete of objects, each checked for its signature.
 * `node peers/s3/server.ts [PORT]` runs it by itself, with the keys `peer` and `secret of peer`.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Keys, whyRefused } from './signature.ts'

export interface StoredObject {
  bytes: Buffer
  mime: string
}

export interface S3Peer extends Keys {
  url: string
  bucket: string
  objects: Map<string, StoredObject>
  /** Codes of refused requests, in order. */
  refused: string[]
  close(): Promise<void>
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[found] ?? '')

const xml = (response: ServerResponse, status: number, content: string) => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`)
}

function list(objects: S3Peer['objects'], query: URLSearchParams): string {
  const most = Number(query.get('max-keys') ?? 1000)
  const names = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
  const contents = names
    .slice(0, most)
    .map(
      (key) =>
        `<Contents><Key>${escaped(key)}</Key><LastModified>2026-01-31T09:30:00.000Z</LastModified><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
    )
  return `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${names.length > most}</IsTruncated>${contents.join('')}</ListBucketResult>`
}

/** @param port 0 takes any free one */
export async function startS3Peer(port = 0): Promise<S3Peer> {
  const keys: Keys = { access_key_id: 'peer', secret_access_key: 'secret of peer', region: 'ap-south-1' }
  const bucket = 'papers'
  const objects: S3Peer['objects'] = new Map()
  const refused: string[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const why = whyRefused(request, body, keys)
    if (why !== null) {
      refused.push(why)
      return xml(response, 403, `<Error><Code>${why}</Code></Error>`)
    }
    const url = new URL(request.url ?? '/', 'http://peer')
    const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    if (name !== bucket) return xml(response, 404, '<Error><Code>NoSuchBucket</Code></Error>')
    if (request.method === 'GET' && key === '') return xml(response, 200, list(objects, url.searchParams))
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, mime: request.headers['content-type'] ?? 'application/octet-stream' })
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return xml(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
    return response.writeHead(200, { 'content-type': found.mime }).end(found.bytes)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    ...keys,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    objects,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

if (import.meta.main) {
  const { url, bucket } = await startS3Peer(Number(process.argv[2] ?? 4500))
  console.log(`${url}/${bucket}`)
}
