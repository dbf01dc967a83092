import { expect, it } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import { askAbility } from './orders.policy.ts'

const PAID = new Date('2026-05-01T10:00:00Z')

/** What was bought, and the last day on which it may be asked back (/refund-policy). */
const WINDOWS: readonly ['plan' | 'credits' | 'agent', object, number][] = [
  ['plan', { kind: 'start' }, 14],
  ['plan', { kind: 'upgrade' }, 14],
  ['plan', { kind: 'renew' }, 7],
  ['agent', {}, 14],
  ['credits', {}, 30],
]

it.each(WINDOWS)('%s %o may be asked back for %i days', (purpose, subject, days) => {
  const order = { status: 'paid', paid_at: PAID, purpose, subject, amount_paise: 100_000, refunded_paise: 0 } as const
  const on = (ms: number) => askAbility(order as never, { open: false, now: new Date(PAID.getTime() + ms) })
  expect(on(days * DAY_MS).allowed).toBe(true)
  expect(on(days * DAY_MS + 1)).toEqual({
    allowed: false,
    reason: `You can request a refund within ${days} days of paying.`,
  })
})
