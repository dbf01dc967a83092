import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Billing } from '#contract/billing/subscriptions.ts'
import { mailboxOf } from '#server/areas/accounts/users/person-key.ts'
import { GRACE_MS, nextAttemptAt } from './status-machine.ts'
import { periodEnd, unusedPaise } from './terms.ts'

const at = (text: string) => new Date(`${text}Z`)

describe('a period that is anchored', () => {
  it.each<[string, Billing, string, string]>([
    ['2026-01-15T10:00', 'monthly', '2026-01-15T10:00', '2026-02-15T10:00'],
    ['2026-01-31T10:00', 'monthly', '2026-01-31T10:00', '2026-02-28T10:00'],
    ['2026-01-31T10:00', 'monthly', '2026-02-28T10:00', '2026-03-31T10:00'],
    ['2026-01-31T10:00', 'monthly', '2026-03-31T10:00', '2026-04-30T10:00'],
    ['2028-02-29T00:00', 'yearly', '2028-02-29T00:00', '2029-02-28T00:00'],
    ['2028-02-29T00:00', 'yearly', '2031-02-28T00:00', '2032-02-29T00:00'],
    ['2026-12-31T23:59', 'monthly', '2026-12-31T23:59', '2027-01-31T23:59'],
    ['2026-01-15T10:00', 'yearly', '2026-01-15T10:00', '2027-01-15T10:00'],
  ])('at %s and is %s ends, begun at %s, at %s', (anchor, billing, start, end) => {
    expect(periodEnd(at(anchor), billing, at(start))).toEqual(at(end))
  })

  it('is followed by others without a gap, each as long as its month', () => {
    const anchors = fc.date({ min: at('2024-01-01T00:00'), max: at('2032-01-01T00:00'), noInvalidDate: true })
    fc.assert(
      fc.property(anchors, fc.constantFrom<Billing>('monthly', 'yearly'), (anchor, billing) => {
        let start = anchor
        for (let n = 1; n <= 14; n++) {
          const end = periodEnd(anchor, billing, start)
          const months =
            (end.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + end.getUTCMonth() - anchor.getUTCMonth()
          expect(months).toBe(billing === 'monthly' ? n : n * 12)
          expect(end.getUTCDate()).toBeLessThanOrEqual(anchor.getUTCDate())
          start = end
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('what is left of a period of 30 days', () => {
  const period = { period_start: at('2026-04-01T00:00'), period_end: at('2026-05-01T00:00') }
  it.each([
    [100_000, '2026-04-01T00:00', 100_000],
    [100_000, '2026-03-25T00:00', 100_000],
    [100_000, '2026-04-11T00:00', 66_666],
    [100_000, '2026-04-16T00:00', 50_000],
    [100_000, '2026-04-11T09:30', 66_666],
    [100_000, '2026-04-30T23:59', 3_333],
    [100_000, '2026-05-01T00:00', 0],
    [100_000, '2026-06-01T00:00', 0],
    [15_000_000, '2026-04-02T00:00', 14_500_000],
    [10_000_000_000, '2026-04-11T00:00', 6_666_666_666],
    [1, '2026-04-02T00:00', 0],
    [0, '2026-04-02T00:00', 0],
  ])('%i paise at %s is %i', (paise, now, left) => {
    expect(unusedPaise(paise, period, at(now))).toBe(left)
  })
})

it('tries again after 2, 5, 7 and 7 days, and waits three more', () => {
  const due = at('2026-04-01T00:00')
  const days = [1, 2, 3, 4, 5].map((attempts) => nextAttemptAt(due, attempts)?.toISOString().slice(0, 10) ?? null)
  expect(days).toEqual(['2026-04-03', '2026-04-08', '2026-04-15', '2026-04-22', null])
  expect(GRACE_MS / 86_400_000).toBe(24)
})

it.each([
  ['Asha@Example.com', 'asha@example.com'],
  ['asha+trial7@example.com', 'asha@example.com'],
  ['a.s.h.a+x@gmail.com', 'asha@gmail.com'],
  ['asha@googlemail.com', 'asha@gmail.com'],
  ['a.sha@example.com', 'a.sha@example.com'],
])('takes %s for the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
