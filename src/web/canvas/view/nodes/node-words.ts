/** What the state of a node is in words. */

import { causeOf } from '#web/canvas/model/run/plain-cause.ts'
import type { NodeRunState } from '#web/canvas/model/run/run-states.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatTimeSoon } from '#web/lib/time.ts'
import { formatMicros } from '#web/parts/runs/usage.ts'

export type Tone = 'quiet' | 'live' | 'good' | 'bad' | 'warn'

export interface NodeWords {
  tone: Tone
  icon: 'dashed' | 'spin' | 'check' | 'cross' | 'clock' | 'skip' | 'pin' | 'edit' | 'stop'
  text: string
}

/** What types of steps call what they found, by the field that holds it: one of them, and several. */
export const NOUNS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  rows: ['1 row', '{count} rows'],
  tables: ['1 table', '{count} tables'],
  parts: ['1 part', '{count} parts'],
  files: ['1 file', '{count} files'],
  results: ['1 result', '{count} results'],
  codes: ['1 code', '{count} codes'],
  matches: ['1 match', '{count} matches'],
  medications: ['1 medication', '{count} medications'],
  findings: ['1 finding', '{count} findings'],
  clauses: ['1 clause', '{count} clauses'],
  obligations: ['1 obligation', '{count} obligations'],
  changes: ['1 change', '{count} changes'],
  transactions: ['1 transaction', '{count} transactions'],
  tickets: ['1 ticket', '{count} tickets'],
}
const ITEMS = ['1 item', '{count} items'] as const

/** `34 codes`. @param noun the field that holds them, where the type has one */
export function countedItems(count: number, noun: string | null = null): string {
  const [one, several] = NOUNS[noun ?? ''] ?? ITEMS
  return count === 1 ? t(one) : t(several, { count: formatNumber(count) })
}

/** `3 rounds`, of a loop. */
export const countedRounds = (count: number): string =>
  count === 1 ? t('1 round') : t('{count} rounds', { count: formatNumber(count) })

/** `34 codes · 1.2 s · ₹0.02`, what is known of it. */
function figures({ items, noun, rounds, rows, ms, cost_micros }: NodeRunState): string {
  const parts: string[] = []
  if (rows > 1) parts.push(t('{rows} times', { rows: formatNumber(rows) }))
  else if (rounds !== null) parts.push(countedRounds(rounds))
  else if (items !== null) parts.push(countedItems(items, noun))
  // What took less than can be measured is done.
  if (ms !== null && ms > 0) parts.push(formatDuration(ms))
  if (cost_micros > 0) parts.push(formatMicros(cost_micros))
  return parts.join(' · ')
}

function waitWords({ wait }: NodeRunState): string {
  if (wait === null) return t('Waiting')
  if (wait.type === 'child') return t('Waiting for another workflow')
  if (wait.type === 'account') return wait.title ?? t('Waiting for an account')
  if (wait.type === 'timer')
    return wait.until === null
      ? t('Waiting for a time')
      : t('Waiting until {until}', { until: formatTimeSoon(wait.until) })
  return t('Waiting for an answer')
}

function ran(look: NodeRunState): NodeWords {
  if (look.origin === 'pin') return { tone: 'warn', icon: 'pin', text: t('Pinned data used') }
  if (look.origin === 'earlier') return { tone: 'quiet', icon: 'check', text: t('From an earlier run') }
  return { tone: 'good', icon: 'check', text: figures(look) || t('Done') }
}

/** Null when there is nothing to say: nothing ran, nothing is pinned. `progress` is what a running node says of itself. */
export function wordsOf(look: NodeRunState, elapsed_ms: number | null, progress: string | null): NodeWords | null {
  const pinned: NodeWords | null = look.pinned && {
    tone: 'warn',
    icon: 'pin',
    text: look.pinned === 'pin' ? t('Pinned') : t('Pinned mock data'),
  }
  switch (look.status) {
    case 'idle':
      return pinned
    case 'pending':
      return pinned ?? { tone: 'quiet', icon: 'dashed', text: t('Not reached yet') }
    case 'queued':
      return { tone: 'quiet', icon: 'dashed', text: t('Queued') }
    case 'running': {
      const turn =
        look.rows > 1
          ? t('{ended} of {rows}', { ended: formatNumber(look.ended), rows: formatNumber(look.rows) })
          : null
      const time = elapsed_ms === null ? null : formatDuration(Math.floor(elapsed_ms / 1000) * 1000)
      return {
        tone: 'live',
        icon: 'spin',
        text: [t('Running'), progress ?? turn, elapsed_ms !== null && elapsed_ms < 1000 ? null : time]
          .filter(Boolean)
          .join(' · '),
      }
    }
    case 'waiting':
      return { tone: 'warn', icon: 'clock', text: waitWords(look) }
    case 'failed':
      return { tone: 'bad', icon: 'cross', text: look.error ? causeOf(look.error.message) : t('Failed') }
    case 'stopped':
      return { tone: 'quiet', icon: 'stop', text: t('Stopped') }
    case 'skipped':
      return pinned ?? { tone: 'quiet', icon: 'skip', text: t('Not run') }
    case 'succeeded': {
      const words = ran(look)
      if (look.stale) return { tone: 'warn', icon: 'edit', text: t('Edited since · {text}', { text: words.text }) }
      return pinned && look.origin !== 'pin'
        ? { ...pinned, text: t('Pinned now · {text}', { text: words.text }) }
        : words
    }
  }
}
