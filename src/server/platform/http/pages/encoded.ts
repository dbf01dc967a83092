/** A page as it travels: compressed once for each encoding, when it is first asked for, and known by an ETag. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Brotli takes ten times as long for the last tenth: worth it for what is compressed once and kept. */
const QUALITY = { kept: 9, passing: 4 } as const

export interface EncodedPage {
  status: number
  /** It is of signed-in people: no cache that others share may keep it. */
  isPrivate: boolean
  etag: string
  plain: Buffer
  br(): Promise<Buffer>
  gzip(): Promise<Buffer>
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** @param life `kept` for as long as the server runs, or `passing` */
export function encodePage(status: number, html: string, life: keyof typeof QUALITY, isPrivate = false): EncodedPage {
  const plain = Buffer.from(html)
  return {
    status,
    isPrivate,
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    plain,
    br: once(() => brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[life] } })),
    gzip: once(() => gzipped(plain, { level: 6 })),
  }
}

const accepts = (header: string | undefined, encoding: string): boolean =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:,|$|;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$)))`, 'i').test(header ?? '')

/** Answers with the page, or with 304 when the reader has it. Readers ask every time: who may see what changes. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: EncodedPage): Promise<FastifyReply> {
  reply
    .code(page.status)
    .header('cache-control', page.isPrivate ? 'private, no-cache' : 'no-cache')
    .header('vary', 'accept-encoding, cookie')
    .header('etag', page.etag)
    .type('text/html; charset=utf-8')
  const known = request.headers['if-none-match']?.split(',').map((etag) => etag.trim())
  if (page.status === 200 && known?.includes(page.etag)) return reply.code(304).send()
  const encodings = request.headers['accept-encoding']
  if (accepts(encodings, 'br')) return reply.header('content-encoding', 'br').send(await page.br())
  if (accepts(encodings, 'gzip')) return reply.header('content-encoding', 'gzip').send(await page.gzip())
  return reply.send(page.plain)
}
