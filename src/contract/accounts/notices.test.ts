import { expect, it } from 'vitest'
import { ALWAYS_MAILED } from './always-mailed.ts'
import { MAIL_CHOICES, NOTICE_KINDS } from './notices.ts'

it('leaves no kind of notice without a switch for its mail, or a reason why it has none', () => {
  const switched = new Set<string>(MAIL_CHOICES)
  const fixed = new Set(Object.keys(ALWAYS_MAILED))
  expect(NOTICE_KINDS.filter((kind) => switched.has(kind) === fixed.has(kind))).toEqual([])
  for (const reason of Object.values(ALWAYS_MAILED)) expect(reason.length).toBeGreaterThan(20)
  // News of the product are no notice.
  expect(MAIL_CHOICES.filter((choice) => !(NOTICE_KINDS as readonly string[]).includes(choice))).toEqual([
    'product_news',
  ])
})
