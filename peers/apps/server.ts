/**
 * A stand-in for apps of the catalogue: signing in as Google does it, and the values of Google Sheets. `APP_ADDRESSES` leads the product to
 * it. `node peers/apps/server.ts [PORT]` runs it as a process of its own; `GET /arrived/{spreadsheet}/{sheet}` tells what
 * arrived there, `POST` adds a row, and `GET /clients/{spreadsheet}/{sheet}` tells through whose application.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Answer, Asked } from '#peers/oauth/message.ts'
import { createTokens, signIn, type Tokens } from './oauth.ts'
import { type Sheets, sheetsCall } from './sheets.ts'

/** Where the catalogue has what this stands for. */
const ORIGINS = ['https://accounts.google.com', 'https://oauth2.googleapis.com', 'https://sheets.googleapis.com']

/** The value of `APP_ADDRESSES` that leads to a peer, and `more` of it. */
export const addressesOf = (url: string, more: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({ ...Object.fromEntries(ORIGINS.map((origin) => [origin, url])), ...more })

export interface AppsPeer {
  url: string
  tokens: Tokens
  sheets: Sheets
  /** By `spreadsheet/sheet`, the client of each row's account. */
  clients: Map<string, string[]>
  close(): Promise<void>
}

async function read(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://peer')
  const body = await text(request)
  const isJson = request.headers['content-type']?.includes('json') === true
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(isJson ? '' : body),
    json: isJson && body !== '' ? (JSON.parse(body) as unknown) : null,
    bearer: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null,
    key: null,
  }
}

function answer({ tokens, sheets, clients }: Pick<AppsPeer, 'tokens' | 'sheets' | 'clients'>, asked: Asked): Answer {
  if (asked.path === '/health') return { status: 200, text: 'ok' }
  const arrived = /^\/arrived\/([^/]+\/[^/]+)$/.exec(asked.path)?.[1]
  // A person who types a row into the sheet.
  if (arrived !== undefined && asked.method === 'POST')
    sheets.set(arrived, [...(sheets.get(arrived) ?? []), asked.json as string[]])
  if (arrived !== undefined) return { status: 200, json: sheets.get(arrived) ?? [] }
  const through = /^\/clients\/([^/]+\/[^/]+)$/.exec(asked.path)?.[1]
  if (through !== undefined) return { status: 200, json: clients.get(through) ?? [] }
  const account = tokens.access.get(asked.bearer ?? '')
  const found = signIn(tokens, asked) ?? sheetsCall(sheets, asked, account !== undefined)
  const [, id, sheet] = /^\/v4\/spreadsheets\/([^/]+)\/values\/([^/:!]+)[^/]*:append$/.exec(asked.path) ?? []
  if (account && found?.status === 200 && id !== undefined)
    clients.set(`${id}/${sheet}`, [...(clients.get(`${id}/${sheet}`) ?? []), account.client_id])
  return found ?? { status: 404, text: 'Not found' }
}

/** @param port 0 takes any free one */
export async function startAppsPeer(port = 0): Promise<AppsPeer> {
  const state = { tokens: createTokens(), sheets: new Map() as Sheets, clients: new Map<string, string[]>() }
  const server = createServer(async (request, response) => {
    const { status, json, html, text: plain, location } = answer(state, await read(request))
    const type = json !== undefined ? 'application/json' : html === undefined ? 'text/plain' : 'text/html'
    response
      .writeHead(status, { 'content-type': type, ...(location !== undefined && { location }) })
      .end(json === undefined ? (html ?? plain ?? '') : JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    ...state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

if (import.meta.main)
  console.log(`APP_ADDRESSES='${addressesOf((await startAppsPeer(Number(process.argv[2] ?? 4700))).url)}'`)
