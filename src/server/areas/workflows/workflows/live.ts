/** A followed workflow: edits as they are applied, presence, and permissions. */
import { createHash } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { EDITS, PRESENCE } from '#contract/workflows/edit-limits.ts'
import type { SentPresence, WorkflowEvent } from '#contract/workflows/workflow-edits.ts'
import { personBehind } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './edits.store.ts'
import { presentEdit, requireAccess } from './edits.ts'
import { publishToFeed, type WorkflowFeed } from './workflow-feed.ts'
import { effectiveRole, type LookGrant } from './workflows.policy.ts'
import { abilitiesOf } from './workflows.ts'

/** Without being woken a follower looks again after this long. */
const LOOK_AGAIN_MS = 10_000
const NOT_SHARED = 'It’s no longer shared with you.'

/** The database passes on messages of less than 8,000 bytes; a person and the names around them take some of these. */
const SELECTED_BYTES = 5_000

export interface LiveDeps {
  db: Queryable
  feed: WorkflowFeed
}

/** The first of these that have room in a message. */
function withinMessage(selected: readonly string[]): string[] {
  let left = SELECTED_BYTES
  return selected.filter((id) => {
    left -= Buffer.byteLength(JSON.stringify(id)) + 1
    return left >= 0
  })
}

/** Says where one is. @returns how many pages have it open, as this process knows. @throws not_found */
export async function announcePresence(
  { db, feed }: LiveDeps,
  grant: LookGrant,
  id: WorkflowId,
  { leaving, ...place }: SentPresence,
): Promise<{ client: string; here: number }> {
  await requireAccess(db, grant, id)
  const { by } = grant
  if (by.type !== 'user') throw new AppError('unauthenticated')
  const person = personBehind(by)
  // A page is its user's: nobody speaks for the page of another.
  const client = createHash('sha256').update(`${person}\n${place.client}`).digest('base64url').slice(0, 22)
  const color = Number.parseInt(createHash('sha256').update(person).digest('hex').slice(0, 6), 16) % PRESENCE.colors
  const selected = withinMessage(place.selected)
  const here = { ...place, selected, client, user_id: person, name: by.display_name, color }
  await publishToFeed(db, leaving ? { id, left: client } : { id, here })
  return { client, here: feed.people(id).length }
}

/** Resolves when woken, after a while, or with the abort of `signal`. */
function pause(ms: number, signal: AbortSignal, onWake: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    onWake(done)
  })
}

const goneReason = (row: store.AccessRow | null): string =>
  row?.archived && row.role !== null ? 'It was archived or deleted.' : NOT_SHARED

/**
 * What happens from now on, or since the revision `after`.
 * @param after null begins with what comes from now on
 */
export async function* followWorkflow(
  { db, feed }: LiveDeps,
  grant: LookGrant,
  { id, after }: { id: WorkflowId; after: number | null },
  signal: AbortSignal,
): AsyncGenerator<WorkflowEvent> {
  const due = { changed: true, people: true, comments: false }
  let wake = () => {}
  const unfollow = feed.follow(id, (why) => {
    due[why] = true
    wake()
  })
  let seen = after
  let said = ''
  try {
    while (!signal.aborted) {
      if (due.changed) {
        due.changed = false
        const row = await store.findAccess(db, id, grant.on)
        if (!row || row.archived || row.role === null) {
          yield { type: 'gone', seq: null, reason: goneReason(row) }
          return
        }
        const { name, revision } = row
        const role = effectiveRole(grant, row.role)
        if (said !== `${role} ${name}`) {
          said = `${role} ${name}`
          yield { type: 'access', seq: null, revision, name, role, update: abilitiesOf(role).update }
        }
        seen ??= revision
        if (revision > seen) {
          const rows = await store.findEdits(db, id, seen, { limit: EDITS.page, bytes: EDITS.page_bytes })
          seen = rows.at(-1)?.revision ?? revision
          if (rows.length > 0) yield { type: 'edits', seq: seen, edits: rows.map(presentEdit) }
          due.changed = seen < revision
          continue
        }
      }
      if (due.people) {
        due.people = false
        yield { type: 'people', seq: null, people: feed.people(id) }
        continue
      }
      if (due.comments) {
        due.comments = false
        yield { type: 'comments', seq: null }
        continue
      }
      await pause(LOOK_AGAIN_MS, signal, (done) => {
        wake = done
        if (due.changed || due.people || due.comments) done()
      }).then(() => {
        // Woken for people or comments alone, the rows need not be asked.
        due.changed ||= !due.people && !due.comments
      })
    }
  } finally {
    unfollow()
  }
}
