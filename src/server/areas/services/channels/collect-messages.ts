/**
 * Reads the mailboxes of channels that nothing is delivered to. A process that dies leaves a mailbox to others after a while, and what it
 * had stored is known by its id.
 */

import { EMAIL } from '#contract/services/channel-values.ts'
import { ChannelApiError } from '#server/gateways/channels/channel-api.ts'
import { Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import { SECOND_MS } from '#shared/time.ts'
import { openSecrets } from './access.ts'
import { noteError } from './channels.store.ts'
import type { ChannelKinds } from './kind/kind.ts'
import * as store from './mailboxes.store.ts'
import { noteProblem } from './note-problem.ts'
import { receive } from './receive.ts'

export interface CollectingDeps {
  db: Database
  channels: ChannelKinds
  ring: KeyRing
}

/** Mailboxes. One whose server is slow takes one place, and others are read meanwhile. */
const AT_ONCE = 10
const MOST_MS = 60_000
/** Longer than a turn takes. */
const LEASE_S = 90
const LONGEST_PAUSE_S = 600
/** A sign-in that is refused is seldom tried: servers lock accounts that fail often. */
const SIGNED_OUT_PAUSE_S = 900
/** A server that is away for a moment is no news. */
const FAILURES_TO_TELL = 5

type Failed = { why: string; signed_out: boolean }

/** @returns null for what is no fault of the mailbox */
function failureOf(error: unknown): Failed | null {
  if (error instanceof ChannelApiError) return { why: error.message, signed_out: !error.retryable }
  if (error instanceof DOMException) return { why: 'The mail server took too long to answer.', signed_out: false }
  if (!(error instanceof Unreadable)) return null
  const why = 'The password can’t be decrypted: the key of this installation has changed. Enter it again.'
  return { why, signed_out: true }
}

async function noteFailure(db: Database, row: store.MailboxRow, { why, signed_out }: Failed): Promise<void> {
  const failures = row.read_failures + 1
  const pause = pauseAfter(failures, { first: EMAIL.read_every_s, longest: LONGEST_PAUSE_S })
  const { account } = row.mailbox
  await store.endReading(db, row.id, { seconds: signed_out ? SIGNED_OUT_PAUSE_S : pause, failures, account })
  if (signed_out || failures >= FAILURES_TO_TELL) return db.transaction().execute((tx) => noteProblem(tx, row, why))
  await noteError(db, row.id, why)
}

async function collect(
  { db, channels, ring }: CollectingDeps,
  row: store.MailboxRow,
  stop: AbortSignal,
): Promise<void> {
  const { id, kind, settings, mailbox } = row
  const signal = AbortSignal.any([stop, AbortSignal.timeout(MOST_MS)])
  try {
    const connection = { settings, secrets: openSecrets(ring, row, row) }
    const collector = {
      take: (delivered: Parameters<typeof receive>[2]) => receive(db, row, delivered),
      keep: (position: Parameters<typeof store.keepPosition>[2]) => store.keepPosition(db, id, position),
    }
    await channels[kind].collect?.(connection, mailbox, collector, signal)
    await store.endReading(db, id, { seconds: EMAIL.read_every_s, failures: 0, account: mailbox.account })
    if (row.read_failures > 0) await noteError(db, id, null)
  } catch (error) {
    // Another process continues once the lease has ended.
    if (stop.aborted) return
    const failed = failureOf(error)
    if (failed === null) throw error
    await noteFailure(db, row, failed)
  }
}

/** Reads what is due, until nothing is and no mailbox is being read. */
export async function collectMessages(deps: CollectingDeps, signal: AbortSignal): Promise<void> {
  const running = new Set<Promise<void>>()
  try {
    while (!signal.aborted) {
      const row = running.size < AT_ONCE ? await store.takeMailbox(deps.db, LEASE_S) : null
      if (row) {
        const turn: Promise<void> = collect(deps, row, signal).finally(() => running.delete(turn))
        running.add(turn)
      } else if (running.size === 0) return
      else await firstOf(running)
    }
  } finally {
    await Promise.allSettled(running)
  }
}

/** Until one of them ends, or others may be due. */
async function firstOf(running: ReadonlySet<Promise<void>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const later = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SECOND_MS)
  })
  await Promise.race([...running, later]).finally(() => clearTimeout(timer))
}
