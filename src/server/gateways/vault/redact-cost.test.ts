import { expect, it } from 'vitest'
import { busy, longestTaskDuring } from '#test/support/busy.ts'
import { LONG } from '#test/support/scale.ts'
import { createRedactor } from './redact.ts'

const hidden = createRedactor(['SECRET-S1-token/abc+def?42'])

it.each([
  ['backslashes', '\\'],
  ['quotes that never close', '"\\'],
  ['escaped ampersands', '&amp;'],
  ['percent signs', '%25'],
  ['tags', '<a>'],
  ['beginnings of the secret', 'SECRET-S1'],
])('an answer of nothing but %s takes no longer than another', (_what, piece) => {
  const hostile = piece.repeat(200_000)
  const used = busy()
  expect(hidden.text(hostile)).toBe(hostile)
  expect(used()).toBeLessThan(3000)
})

it.each([
  ['white space after the beginning of the secret', 'SECRET', '    '],
  ['backslashes', '', '\\'],
  ['ampersands', '', '&amp;'],
  ['percent signs', '', '%25'],
])('a stream of nothing but %s takes no longer than another', (_what, before, piece) => {
  const stream = hidden.stream()
  const used = busy()
  let shown = stream.push(before)
  for (let i = 0; i < 20_000; i++) shown += stream.push(piece)
  shown += stream.end()
  expect(shown === before + piece.repeat(20_000)).toBe(true)
  expect(used()).toBeLessThan(10_000)
})

const a = (count: number) => 'a'.repeat(count)
const REPETITIVE: Record<string, string> = {
  'other letters at its end': `${a(3998)}ba`,
  'another letter at its beginning': `b${a(3999)}`,
  'another letter in its middle': `${a(2000)}b${a(1999)}`,
  'two letters in turn': `${'ab'.repeat(1999)}cd`,
  'one letter alone': a(4000),
}
const ANSWERS: Record<string, string> = {
  'one letter': a(262_144),
  'a list of texts': JSON.stringify(Array(65).fill(a(4000))),
  'a list of letters': JSON.stringify(Array(60_000).fill('a')),
  'two letters in turn': 'ab'.repeat(131_072),
  'almost the secret, again and again': `${a(3998)}c`.repeat(65),
}
const pairs = Object.entries(REPETITIVE).flatMap(([what, secret]) =>
  Object.entries(ANSWERS).map(([where, answer]) => [what, where, secret, answer] as const),
)

// Comparing the whole secret at every place takes 2 s for each reading of the text.
it.each(pairs)('a repetitive secret with %s takes no longer in %s', (_what, _where, secret, answer) => {
  const { text } = createRedactor([secret])
  const used = busy()
  const shown = text(answer)
  expect(used()).toBeLessThan(1500)
  expect(shown.includes('[hidden]')).toBe(secret === a(4000) && !/ab|c/.test(answer))
})

it('every place of a repetitive secret is hidden, also where two overlap', () => {
  const secret = `${'ab'.repeat(20)}a`
  const { text } = createRedactor([secret])
  expect(text(`x ${secret}${secret.slice(1)} y ${secret}ba z ${secret.slice(2)}`)).toBe(
    `x [hidden] y [hidden] z ${secret.slice(2)}`,
  )
})

/** Megabytes: many times what is searched in one turn. */
const MANY_MB = LONG ? 10 : 3

it.each(Object.entries(REPETITIVE))(
  `${MANY_MB} MB of one letter let others in, for a secret with %s`,
  async (_what, secret) => {
    const { long } = createRedactor([secret])
    const used = busy()
    const longest = await longestTaskDuring(() => long(a(MANY_MB * 1_000_000)))
    expect(longest).toBeLessThan(700)
    expect(used()).toBeLessThan(10_000)
  },
)

it('megabytes that are hidden one letter at a time let others in', async () => {
  const { long } = createRedactor(['aaaaaaaa'])
  const letters = LONG ? 500_000 : 250_000
  const answer = JSON.stringify(Array(letters).fill('a'))
  let shown = ''
  const longest = await longestTaskDuring(async () => {
    shown = await long(answer)
  })
  expect(longest).toBeLessThan(1000)
  expect(shown === JSON.stringify(Array(letters).fill('[hidden]'))).toBe(true)
})

it('a very long number is hidden in one piece', () => {
  const { text } = createRedactor(['12345678'])
  const used = busy()
  expect(text(`[1${'.12345678'.repeat(100_000)}]`)).toBe('["[hidden]"]')
  expect(used()).toBeLessThan(1500)
})

const unlike = Object.entries(REPETITIVE).filter(([, secret]) => secret !== a(4000))
it.each(unlike)('a stream of one letter takes no longer for a secret with %s', (_what, secret) => {
  const stream = createRedactor([secret]).stream()
  const used = busy()
  let length = 0
  for (let i = 0; i < 3000; i++) length += stream.push(a(10)).length
  expect(used()).toBeLessThan(3000)
  expect(length + stream.end().length).toBe(30_000)
})
