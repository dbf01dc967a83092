/**
 * A stand-in for services that keep files and pages: Google Drive, OneDrive and Notion, each by its own reference. Any token is good until
 * `refuses` says otherwise. It can be told to be too busy, to fail, and to change while it is read.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Drive, driveCall } from './google-drive.ts'
import type { Answer, Asked } from './message.ts'
import { type Notion, notionCall } from './notion.ts'
import { type Graph, graphCall } from './onedrive.ts'

export interface FoldersPeer {
  url: string
  host: string
  drive: Drive
  notion: Notion
  graph: Graph
  /** Method and path of every request, in order. */
  asked: string[]
  /** Answers in place of the service; null lets it answer. */
  instead: (asked: Asked) => Answer | null
  /** Forgets everything. */
  clear(): void
  close(): Promise<void>
}

async function read(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://peer')
  const body = await text(request)
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    json: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
  }
}

function answer({ drive, notion, graph, instead }: FoldersPeer, asked: Asked): Answer {
  const other = instead(asked)
  if (other) return other
  const [, key] = /^\/content\/(.+)$/.exec(asked.path) ?? []
  const isSignedIn = asked.headers.authorization !== undefined
  if (key !== undefined) return { status: 200, bytes: graph.items.get(key)?.content ?? Buffer.alloc(0) }
  if (!isSignedIn) return { status: 401, json: {} }
  return driveCall(drive, asked) ?? graphCall(graph, asked) ?? notionCall(notion, asked) ?? { status: 404, json: {} }
}

/** @param port 0 takes any free one */
export async function startFoldersPeer(port = 0): Promise<FoldersPeer> {
  const server = createServer(async (request, response) => {
    const asked = await read(request)
    peer.asked.push(`${asked.method} ${asked.path}`)
    const { status, json, bytes, headers } = answer(peer, asked)
    const type = json === undefined ? 'application/octet-stream' : 'application/json'
    response
      .writeHead(status, { 'content-type': type, ...headers })
      .end(json === undefined ? bytes : JSON.stringify(json))
  })
  const none = () => null
  const peer: FoldersPeer = {
    ...{ url: '', host: '', asked: [], instead: none, drive: new Map() },
    notion: { pages: new Map(), databases: new Map() },
    graph: { url: '', items: new Map(), pageSize: 200 },
    clear() {
      peer.asked.length = 0
      peer.instead = none
      for (const one of [peer.drive, peer.notion.pages, peer.notion.databases, peer.graph.items]) one.clear()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  peer.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  peer.url = `http://${peer.host}`
  peer.graph.url = peer.url
  return peer
}
