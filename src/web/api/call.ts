/**
 * The API of this page: one client, one session, one identity provider, put together. Screens import `call` (an action),
 * `q` from query.ts (data) and the hooks of use-session.ts.
 */
import endpoints from 'virtual:endpoints'
import type { Api } from '#contract/api.ts'
import type { Input, Returns } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { remember, remembered } from '#web/lib/storage.ts'
import { type CallOptions, createClient, type RawInput } from './client.ts'
import { createEmbeddedIdentity } from './embedded-identity.ts'
import { logError } from './error-log.ts'
import { queryClient } from './query-client.ts'
import { createSession, type IdentityToast } from './session.ts'

export type EndpointName = keyof Api
type Answering<Kind> = {
  [N in EndpointName]: Api[N] extends { answers: Kind } ? N : never
}[EndpointName]
/** Endpoints that answer a file, and those that stream events. */
export type FileName = Answering<'file'>
export type StreamName = Answering<'stream'>
export type DataName = Exclude<EndpointName, FileName | StreamName>
/** A query in which nothing is required may be left out. */
type Loose<T> = T extends { query: infer Q }
  ? Record<never, never> extends Q
    ? Omit<T, 'query'> & { query?: Q }
    : T
  : T
export type InputOf<N extends EndpointName> = Loose<Input<Api[N]>>
export type DataOf<N extends EndpointName> = Returns<Api[N]>
/** The input may be left out where nothing in it is required. */
export type InputArgs<N extends EndpointName> =
  Record<never, never> extends InputOf<N> ? [input?: InputOf<N>] : [input: InputOf<N>]

const browserFetch: typeof fetch = (...args) => fetch(...args)
const failed = (error: Error, endpoint: string) => void logError(error, { endpoint })

const openClient = createClient({ table: endpoints, token: async () => null, fetch: browserFetch, failed })

const SIGNED_IN = 'signed-in'
const expected = remembered(SIGNED_IN) !== null

export const identity = createEmbeddedIdentity({
  call: (name, body) => openClient(name, { body }),
  now: Date.now,
  tabs: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('chowk.identity'),
  expected,
})

let showToast: (toast: IdentityToast) => unknown = () => {}
/** Where identity toasts appear; the shell says so once. */
export const onIdentityToast = (show: typeof showToast): void => {
  showToast = show
}

export const session = createSession({
  provider: identity,
  fetchUser: (signal) => call('getMe', {}, { signal, timeout: LIMITS.timeouts.user_fetch }),
  toast: (toast) => void showToast(toast),
  later: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
  changed: (someone) => remember(SIGNED_IN, someone ? '1' : null),
  cleared: () => queryClient.clear(),
  expected,
})

export const bearer = async (force: boolean): Promise<string | null> => {
  await session.heard()
  return identity.token(force)
}

const client = createClient({ table: endpoints, token: bearer, fetch: browserFetch, failed })

/** Calls an endpoint and answers its data. Throws ApiError. */
export const call = <N extends DataName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<DataOf<N>> =>
  client(name, input as RawInput, options) as Promise<DataOf<N>>

/** Fetches a file that needs the caller's token, for an object URL or a download. */
export const download = <N extends FileName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<Blob> =>
  client(name, input as RawInput, options) as Promise<Blob>

/** Uploads one file (`POST /api/v1/files`). */
export const upload = (file: File, options?: CallOptions): Promise<DataOf<'uploadFile'>> => {
  const body = new FormData()
  body.set('file', file)
  return client('uploadFile', { body }, options) as Promise<DataOf<'uploadFile'>>
}
