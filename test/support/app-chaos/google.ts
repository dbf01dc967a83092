/**
 * The spreadsheet service of the chaos of connectors, with its tokens: it counts what is written for whom, is slow, too busy now and then,
 * loses answers after it has written, and takes accounts for ended while it is told to.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

interface Written {
  /** The account that signed in. */
  account: string
  /** Of each request that was carried out. */
  keys: string[]
}

export interface GoogleStandIn {
  url: string
  /** By the first cell of a row: `n:step`. */
  written: Map<string, Written>
  /** Rows of spreadsheets that are only read. */
  books: Map<string, string[][]>
  revoked: Set<string>
  figures: { tokens: number; refused: number; busy: number; lost_answers: number; requests: number }
  /** Nothing goes wrong any more. */
  calm(): void
  close(): Promise<void>
}

/** A token is used until a minute before its end, so each of these is good for some seconds. */
const LASTS_S = 66
const VALUES = /^\/v4\/spreadsheets\/([^/]+)\/values\/([^/?]+)/

interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

export async function startGoogleStandIn(latency_ms: number): Promise<GoogleStandIn> {
  const written: GoogleStandIn['written'] = new Map()
  const books: GoogleStandIn['books'] = new Map()
  const revoked = new Set<string>()
  const figures = { tokens: 0, refused: 0, busy: 0, lost_answers: 0, requests: 0 }
  let isCalm = false
  const happens = (share: number) => !isCalm && Math.random() < share

  function token(form: URLSearchParams): Answer {
    const account = /^refresh-(.+)$/.exec(form.get('refresh_token') ?? '')?.[1]
    if (!account || revoked.has(account)) {
      figures.refused++
      return { status: 400, body: { error: 'invalid_grant' } }
    }
    figures.tokens++
    return { status: 200, body: { access_token: `token-${figures.tokens}-${account}`, expires_in: LASTS_S } }
  }

  /** Null: the answer is lost. */
  function sheets(request: IncomingMessage, body: string): Answer | null {
    const account = /^Bearer token-\d+-(.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!account || revoked.has(account)) return { status: 401, body: { error: { message: 'Invalid Credentials' } } }
    const [, book = ''] = VALUES.exec(request.url ?? '') ?? []
    if (request.method === 'GET') return { status: 200, body: { values: books.get(book) ?? [] } }
    if (happens(0.05)) {
      figures.busy++
      return { status: 429, headers: { 'retry-after': '1' }, body: {} }
    }
    for (const [cell = ''] of (JSON.parse(body) as { values: string[][] }).values) {
      const known = written.get(cell) ?? { account, keys: [] }
      known.keys.push(String(request.headers['idempotency-key']))
      written.set(cell, known.account === account ? known : { ...known, account: `${known.account} and ${account}` })
    }
    if (happens(0.02)) {
      figures.lost_answers++
      return null
    }
    return { status: 200, body: { updates: { updatedRows: 1 } } }
  }

  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    figures.requests++
    const answer = request.url?.startsWith('/token') ? token(new URLSearchParams(body)) : sheets(request, body)
    await pause(latency_ms)
    if (answer === null) return response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    return response.end(JSON.stringify(answer.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...{ written, books, revoked, figures },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calm: () => {
      isCalm = true
      revoked.clear()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
