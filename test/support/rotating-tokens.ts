/**
 * A token address that takes each refresh token once, as RFC 9700 §4.14.2 has it: one that is used again after its successor arrived ends
 * the whole account. It answers slowly, loses questions before it has looked at them and answers after it has rotated, and takes some
 * accounts for ended.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

interface Account {
  current: string
  /** Taken as well until its successor is used, because the answer with that one was lost. */
  before: string | null
  revoked: boolean
  /** A token was used twice: a client that lost track, or a thief. */
  ended: boolean
}

export interface Mishaps {
  /** Of all questions, from 0 to 1. */
  lost_questions: number
  lost_answers: number
  slow: number
  slow_ms: number
}

export interface RotatingService {
  url: string
  figures: {
    asked: number
    rotated: number
    lost_questions: number
    lost_answers: number
    slow: number
    refused: number
  }
  /** @returns its first refresh token */
  open(id: string): string
  revoke(id: string): void
  /** Whether a refresh token still works for an account. */
  takes(id: string, token: string): boolean
  isEnded(id: string): boolean
  /** From now on nothing goes wrong. */
  calm(): void
  close(): Promise<void>
}

const random = () => randomBytes(18).toString('base64url')

export async function startRotatingService(mishaps: Mishaps, expires_in: number): Promise<RotatingService> {
  const accounts = new Map<string, Account>()
  const owners = new Map<string, string>()
  const figures = { asked: 0, rotated: 0, lost_questions: 0, lost_answers: 0, slow: 0, refused: 0 }
  let isCalm = false
  const happens = (share: number) => !isCalm && Math.random() < share

  const refuse = (response: ServerResponse) => {
    figures.refused++
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: 'invalid_grant' }))
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    figures.asked++
    if (happens(mishaps.lost_questions)) {
      figures.lost_questions++
      request.socket.destroy()
      return
    }
    const token = new URLSearchParams(await text(request)).get('refresh_token') ?? ''
    const account = accounts.get(owners.get(token) ?? '')
    if (!account || account.revoked || account.ended) return refuse(response)
    if (token !== account.current && token !== account.before) {
      account.ended = true
      return refuse(response)
    }
    const next = random()
    owners.set(next, owners.get(token) ?? '')
    account.current = next
    account.before = token
    figures.rotated++
    if (happens(mishaps.slow)) {
      figures.slow++
      await delay(mishaps.slow_ms)
    } else await delay(Math.random() * 300)
    if (happens(mishaps.lost_answers)) {
      figures.lost_answers++
      request.socket.destroy()
      return
    }
    response.on('finish', () => {
      if (account.current === next) account.before = null
    })
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: random(), refresh_token: next, expires_in }))
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => request.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const known = (id: string): Account => {
    const account = accounts.get(id)
    if (!account) throw new Error(`There is no account ${id}`)
    return account
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    figures,
    open(id) {
      const first = random()
      accounts.set(id, { current: first, before: null, revoked: false, ended: false })
      owners.set(first, id)
      return first
    },
    revoke: (id) => {
      known(id).revoked = true
    },
    takes(id, token) {
      const { current, before, revoked, ended } = known(id)
      return !revoked && !ended && (token === current || token === before)
    },
    isEnded: (id) => known(id).ended,
    calm: () => {
      isCalm = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
