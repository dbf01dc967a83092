/** What a person does on a running program, over HTTP. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { ExecutionEvent } from '#contract/runs/executions.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { eventsIn } from './event-stream.ts'

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes and assert on them
  data: any
  message: string
  errors: { message: string; field?: string; code?: string }[]
}

export interface Visit {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  upload(name: string, mime: string, bytes: Uint8Array): Promise<Reply>
  /** Its id. */
  workflow(name: string, document: WorkflowDocument): Promise<string>
  /** Starts a run. @throws Error when it is not accepted */
  run(
    target: { workflow_id: string } | { agent_id: string } | { service_id: string },
    input: JsonObject,
    wait_ms?: number,
  ): Promise<Started>
  /** Live events until the end of the run, or of the stream. */
  events(id: string, after?: number): AsyncGenerator<ExecutionEvent>
}

export interface Started {
  execution_id: string
  status: string
  output?: Json
  access_token?: string
}

/** @throws Error for an answer that is no success */
export async function done(reply: Promise<Reply>): Promise<Reply['data']> {
  const { status, data, message, errors } = await reply
  if (status >= 300) throw new Error(`${status} ${message} ${JSON.stringify(errors)}`)
  return data
}

/** @param token of a signed-in user; null visits without an account */
export function visit(url: string, token: string | null): Visit {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const call: Visit['call'] = async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...authorization,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { data: text }
    const { data = json, status, errors = [] } = json
    return { status: answer.status, headers: answer.headers, data, message: status?.message ?? '', errors }
  }
  return {
    call,
    upload(name, mime, bytes) {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(bytes)], { type: mime }), name)
      return call('POST', '/api/v1/files', form)
    },
    workflow: async (name, document) => (await done(call('POST', '/api/v1/workflows', { name, document }))).id,
    run: (target, input, wait_ms = 0) =>
      done(call('POST', '/api/v1/workflows/execute', { ...target, input, ...(wait_ms > 0 && { wait_ms }) })),
    async *events(id, after = 0) {
      const headers = { ...authorization, 'last-event-id': String(after) }
      const answer = await fetch(`${url}/api/v1/executions/${id}/events`, { headers })
      yield* eventsIn<ExecutionEvent>(answer)
    },
  }
}

/** Of everybody who signs up here. */
export const PASSWORD = 'correct horse battery'

/** Signs in and gets a token, as the browser does. */
export async function signIn(url: string, email: string, password: string): Promise<string> {
  return tokenFor(url, await session(url, '/api/auth/sign-in/email', { email, password }))
}

export async function signUp(url: string, email: string): Promise<string> {
  const body = { email, password: PASSWORD, display_name: 'A person' }
  await session(url, '/api/auth/sign-up/email', body)
  return signIn(url, email, body.password)
}

async function session(url: string, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: url }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function tokenFor(url: string, cookie: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/token`, { headers: { cookie, origin: url } })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

/** The number of the process that serves an embedded database. */
export const postmasterPid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
