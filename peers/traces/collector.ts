/** A collector of traces: takes spans by OTLP over HTTP with protobuf (opentelemetry.io/docs/specs/otlp) and keeps them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface ReceivedSpan {
  trace_id: string
  span_id: string
  /** Empty for the first of a trace. */
  parent_id: string
  name: string
  /** 1 internal, 2 server, 3 client. */
  kind: number
  attributes: Record<string, string | number | boolean | string[]>
  links: { trace_id: string; span_id: string }[]
  isError: boolean
  service: string
}

export interface Collector {
  url: string
  spans: ReceivedSpan[]
  headers: Record<string, unknown>[]
  /** Everything that was sent, as text. */
  raw: string[]
  close(): Promise<void>
}

type Field = [number: number, value: Buffer | bigint]

/** The fields of a message: protobuf.dev/programming-guides/encoding. */
function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): bigint => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const type = tag & 7
    if (type === 0) fields.push([tag >> 3, varint()])
    else fields.push([tag >> 3, take(type === 1 ? 8 : type === 5 ? 4 : Number(varint()))])
  }
  return fields
}

const all = (bytes: Buffer, number: number): Buffer[] =>
  fieldsOf(bytes).flatMap(([one, value]) => (one === number && Buffer.isBuffer(value) ? [value] : []))
const text = (bytes: Buffer, number: number): string => all(bytes, number)[0]?.toString() ?? ''
const hex = (bytes: Buffer, number: number): string => all(bytes, number)[0]?.toString('hex') ?? ''
const count = (bytes: Buffer, number: number): number =>
  Number(fieldsOf(bytes).find(([one, value]) => one === number && typeof value === 'bigint')?.[1] ?? 0)

function readValue(bytes: Buffer): string | number | boolean | string[] {
  const [[number, value] = [0, 0n]] = fieldsOf(bytes)
  if (!Buffer.isBuffer(value)) return number === 2 ? value === 1n : Number(value)
  if (number === 4) return value.readDoubleLE()
  if (number === 5) return all(value, 1).map((one) => String(readValue(one)))
  return value.toString()
}

const attributesOf = (bytes: Buffer, number: number): ReceivedSpan['attributes'] =>
  Object.fromEntries(all(bytes, number).map((one) => [text(one, 1), readValue(all(one, 2)[0] ?? Buffer.alloc(0))]))

function spansOf(body: Buffer): ReceivedSpan[] {
  return all(body, 1).flatMap((resource) => {
    const service = String(attributesOf(all(resource, 1)[0] ?? Buffer.alloc(0), 1)['service.name'] ?? '')
    return all(resource, 2)
      .flatMap((scope) => all(scope, 2))
      .map((span) => ({
        trace_id: hex(span, 1),
        span_id: hex(span, 2),
        parent_id: hex(span, 4),
        name: text(span, 5),
        kind: count(span, 6),
        attributes: attributesOf(span, 9),
        links: all(span, 13).map((link) => ({ trace_id: hex(link, 1), span_id: hex(link, 2) })),
        isError: all(span, 15).some((status) => count(status, 3) === 2),
        service,
      }))
  })
}

export async function startCollector(): Promise<Collector> {
  const collector: Omit<Collector, 'url' | 'close'> = { spans: [], headers: [], raw: [] }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sent = Buffer.concat(chunks)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    const isKnown = request.method === 'POST' && request.url === '/v1/traces'
    if (isKnown) {
      collector.headers.push(request.headers)
      collector.raw.push(body.toString('latin1'))
      collector.spans.push(...spansOf(body))
    }
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
