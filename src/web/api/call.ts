/**
 * The API of this page: one client, one session, one identity provider, put together. Screens import `call` (an action),
 * `q` from query.ts (data) and the hooks of use-session.ts.
 */
import endpoints from 'virtual:endpoints'
import type { Api } from '#contract/api.ts'
import type { Role } from '#contract/core/access.ts'
import type { Input, Returns } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { readStored } from '#web/lib/storage.ts'
import { workspaceSlug } from '#web/lib/workspace.ts'
import { openView } from './acting/support-view.ts'
import { ApiError } from './api-error.ts'
import { type CallOptions, createClient, type RawInput } from './client.ts'
import { markDegraded } from './degraded.ts'
import type { IdentityProvider } from './identity.ts'
import type { IdentityToast } from './session.ts'
import { createSessionState, SIGNED_IN } from './session-state.ts'
import { isDrawing, send } from './transport.ts'

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

/** What only signed-in people call comes with their session. */
const rest = () => import('virtual:closed-endpoints').then((table) => table.default)
const failed = (error: ApiError, endpoint: string) => {
  // The page says at once why changes are refused, and no fault is reported.
  if (error.code === 'maintenance') return void import('./action.ts').then(({ refresh }) => refresh('getSite'))
  if (openView() !== null && error.code === 'view_ended')
    void import('./acting/leave-view.ts').then(({ leaveView }) => leaveView()).catch(() => {})
  if (error.code === 'workspace_not_found')
    void import('./acting/enter-workspace.ts').then(({ leaveWorkspace }) => leaveWorkspace()).catch(() => {})
  void import('./error-log.ts').then(({ logError }) => logError(error, { endpoint })).catch(() => {})
}

const role = globalThis.document?.documentElement.dataset.role as Role | undefined
const expected = role !== undefined || readStored(SIGNED_IN) !== null
const state = createSessionState(expected, role)

let showToast: (toast: IdentityToast) => unknown = () => {}
/** Where identity toasts appear; the shell says so once. */
export const onIdentityToast = (show: typeof showToast): void => {
  showToast = show
}

let started: ReturnType<typeof begin> | null = null
async function begin() {
  const { startSession } = await import('./browser-session.ts')
  const openClient = createClient({ table: endpoints, rest, token: async () => null, fetch: send, failed })
  return startSession({
    call: (name, body) => openClient(name, { body }),
    fetchUser: async (signal) => {
      const me = call('getMe', {}, { signal, timeout: LIMITS.timeouts.user_fetch })
      if (workspaceSlug === null) return me
      const [person, { items }] = await Promise.all([me, call('listWorkspaces', {}, { signal, exact: true })])
      return (await import('./acting/enter-workspace.ts')).enterWorkspace(person, workspaceSlug, items)
    },
    state,
    toast: (toast) => void showToast(toast),
    expected,
  })
}
const running = () => {
  started ??= begin().catch((error: unknown) => {
    // Without its code nobody can sign in; the page continues as for a visitor, and the next use tries again.
    started = null
    state.set({ phase: 'initialized', identity: null, user: null, leaving: false })
    state.answered()
    throw error
  })
  return started
}

/** Who is signed in. */
export const session = {
  ...state,
  start: () => void running().catch(() => {}),
  refresh: async () => (await running()).session.refresh(),
  logout: async () => (await running()).session.logout(),
}

/** How to sign in and up. */
export const identity: Required<
  Pick<IdentityProvider, 'signInWithPassword' | 'createUser' | 'signInWithGoogle' | 'signInWithGitHub' | 'enter'>
> = {
  signInWithPassword: async (...given) => (await running()).provider.signInWithPassword(...given),
  createUser: async (...given) => (await running()).provider.createUser(...given),
  signInWithGoogle: async () => (await running()).provider.signInWithGoogle(),
  signInWithGitHub: async () => (await running()).provider.signInWithGitHub(),
  enter: async (...given) => (await running()).provider.enter?.(...given),
}

export const bearer = async (force: boolean): Promise<string | null> => {
  await state.heard()
  return state.get().identity === null ? null : (await running()).provider.token(force)
}

/** What `call` and its kin send through. */
export const client = createClient({ table: endpoints, rest, token: bearer, fetch: send, failed })

/** The fallback answers of §8, loaded when one is needed. Without its code the failure itself is the answer. */
async function instead(error: unknown, name: DataName, input: RawInput, options: CallOptions | undefined) {
  const [method = '', path = ''] = endpoints[name] ?? (await rest())[name] ?? []
  const fallbacks = error instanceof ApiError && !isDrawing() && (await import('./fallbacks.ts').catch(() => null))
  if (!fallbacks) throw error
  const { params = {} } = input
  const again = () => client(name, input, options)
  return fallbacks.fallBack(error, { name, method, path, params, signal: options?.signal }, again)
}

/**
 * Calls an endpoint and returns its data, or the fallback while the server is away (§8; never with `exact`). Throws
 * ApiError.
 */
export const call = <N extends DataName>(
  name: N,
  input: InputOf<N>,
  options?: CallOptions & { exact?: boolean },
): Promise<DataOf<N>> =>
  client(name, input as RawInput, options).then(
    (data) => {
      markDegraded(name, false)
      return data
    },
    (error: unknown) => {
      if (options?.exact) throw error
      return instead(error, name, input as RawInput, options)
    },
  ) as Promise<DataOf<N>>

/** Fetches a file that needs the caller's token, for an object URL or a download. */
export const download = <N extends FileName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<Blob> =>
  client(name, input as RawInput, options) as Promise<Blob>
