/** SCIM 2.0 as directories ask it: who asks, by the token of a workspace, and what of it they want. */
import { createHash } from 'node:crypto'
import { PROVISIONING } from '#contract/accounts/provisioning-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { lockWorkspace } from '#server/areas/accounts/workspaces/workspaces.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isDuplicate } from '#server/platform/database/duplicate.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { toOneLine } from '#server/platform/mail/quote-text.ts'
import * as groups from './groups.ts'
import type { MemberDeps } from './members.ts'
import * as store from './provisioning.store.ts'
import { RemovalsStopped, tellStopped } from './removals.ts'
import { type Filter, matches, readFilter } from './scim/filter.ts'
import { listOf, presentGroup, presentUser, project } from './scim/resources.ts'
import { notFound, ScimError } from './scim/scim-error.ts'
import * as scim from './scim.store.ts'
import * as users from './users.ts'

export interface ScimDeps extends MemberDeps {
  db: Database
  log: WarningLog
}

export interface ScimRequest {
  method: string
  /** Below the base address. */
  path: string[]
  query: Readonly<Record<string, unknown>>
  body: unknown
}

export interface ScimAnswer {
  status: number
  body: JsonObject | null
  location?: string
}

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** @throws unauthenticated, account_blocked */
export async function findWhoAsks(db: Queryable, token: string): Promise<store.Directory> {
  const directory = await store.findDirectory(db, hashOfToken(token))
  if (directory === null) throw new AppError('unauthenticated', { message: 'This token is not known or was revoked.' })
  if (!directory.is_active)
    throw new AppError('account_blocked', { message: 'This workspace is blocked. Contact the operator.' })
  await store.noteUse(db, directory.token_hash)
  return directory
}

type Work<T> = (tx: Queryable, directory: store.Directory) => Promise<T>

/** One change of a workspace after the other, with its settings and its token as they are then. */
const changing = <T>({ db }: ScimDeps, { workspace_id, token_hash }: store.Directory, work: Work<T>): Promise<T> =>
  db
    .transaction()
    .execute(async (tx) => {
      await lockWorkspace(tx, workspace_id)
      const directory = await store.findDirectory(tx, token_hash)
      if (directory === null) throw new AppError('unauthenticated')
      return work(tx, directory)
    })
    .catch((error: unknown) => {
      throw isDuplicate(error)
        ? new ScimError(409, 'uniqueness', 'Another resource of this workspace has this name, address or account.')
        : error
    })

const filterOf = ({ filter }: ScimRequest['query']): Filter | null =>
  typeof filter === 'string' && filter.trim() !== '' ? readFilter(filter) : null

function found(resources: JsonObject[], query: ScimRequest['query']): ScimAnswer {
  const filter = filterOf(query)
  const chosen = filter === null ? resources : resources.filter((one) => matches(filter, one))
  return { status: 200, body: listOf(chosen, query) }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Verbs {
  list(): Promise<JsonObject[]>
  get(id: string): Promise<JsonObject>
  create: Work<JsonObject>
  replace: (id: string) => Work<JsonObject>
  patch: (id: string) => Work<JsonObject>
  remove: (id: string) => Work<void>
}

function verbsOf(deps: ScimDeps, directory: store.Directory, { path, body }: ScimRequest): Verbs | null {
  const { db, publicUrl } = deps
  const kind = path[0]?.toLowerCase()
  if (kind === 'users')
    return {
      list: async () =>
        (await scim.findUsers(db, directory.workspace_id, PROVISIONING.people)).map((row) =>
          presentUser(row, publicUrl),
        ),
      get: async (id) => presentUser(await users.loadUser(db, directory, id), publicUrl),
      create: (tx, now) => users.createUser(tx, deps, now, body),
      replace: (id) => (tx, now) => users.replaceUser(tx, deps, now, id, body),
      patch: (id) => (tx, now) => users.patchUser(tx, deps, now, id, body),
      remove: (id) => (tx, now) => users.deleteUser(tx, now, id),
    }
  if (kind === 'groups')
    return {
      list: async () =>
        (await scim.findGroups(db, directory.workspace_id, PROVISIONING.groups)).map((row) =>
          presentGroup(row, publicUrl),
        ),
      get: async (id) => presentGroup(await groups.loadGroup(db, directory, id), publicUrl),
      create: (tx, now) => groups.createGroup(tx, now, body, publicUrl),
      replace: (id) => (tx, now) => groups.replaceGroup(tx, now, id, body, publicUrl),
      patch: (id) => (tx, now) => groups.patchGroup(tx, now, id, body, publicUrl),
      remove: (id) => (tx, now) => groups.deleteGroup(tx, now, id),
    }
  return null
}

const notHere = () => new ScimError(405, null, 'This address doesn’t take this method.')

async function work(deps: ScimDeps, directory: store.Directory, request: ScimRequest): Promise<ScimAnswer> {
  const { method, path, query } = request
  const [kind = '', id, ...rest] = path
  if (/^(?:bulk|me|\.search)$/i.test(kind) || id === '.search')
    throw new ScimError(501, null, 'This part of SCIM isn’t offered. ServiceProviderConfig says what is.')
  const verbs = verbsOf(deps, directory, request)
  if (verbs === null || rest.length > 0) throw notFound()
  const change = (act: Work<JsonObject>) => changing(deps, directory, act)
  if (id === undefined) {
    if (method === 'GET') return found(await verbs.list(), query)
    if (method !== 'POST') throw notHere()
    const made = await change(verbs.create)
    return { status: 201, body: project(made, query), location: (made.meta as { location: string }).location }
  }
  if (!UUID.test(id)) throw notFound()
  const key = id.toLowerCase()
  if (method === 'GET') return { status: 200, body: project(await verbs.get(key), query) }
  if (method === 'PUT') return { status: 200, body: project(await change(verbs.replace(key)), query) }
  if (method === 'PATCH') return { status: 200, body: project(await change(verbs.patch(key)), query) }
  if (method !== 'DELETE') throw notHere()
  await changing(deps, directory, verbs.remove(key))
  return { status: 204, body: null }
}

export async function answerScim(
  deps: ScimDeps,
  directory: store.Directory,
  request: ScimRequest,
): Promise<ScimAnswer> {
  try {
    return await work(deps, directory, request)
  } catch (error) {
    if (error instanceof RemovalsStopped) await tellStopped(deps.db, directory)
    throw error
  }
}

/** For owners: what was changed, and what was refused. Reads that went well say nothing. */
export async function noteScim(
  { db, log }: ScimDeps,
  { workspace_id }: store.Directory,
  { method, path, status, problem }: Omit<store.RequestRow, 'at'>,
): Promise<void> {
  if (method === 'GET' && status < 400) return
  const row = { method, status, path: toOneLine(path, 100), problem: problem && toOneLine(problem, 500) }
  await store.noteRequest(db, workspace_id, row, PROVISIONING.requests).catch((err: unknown) => {
    log.warn({ err }, 'a request of a directory could not be noted')
  })
}
