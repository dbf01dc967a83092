import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import hindi from './hindi.json' with { type: 'json' }
import { joined, say, sayCount, sayDay, translated, verbatim } from './phrases.ts'

const texts = Object.entries(hindi)
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

it('says a text in both languages, with values that have their own words', () => {
  const day = sayDay(new Date('2026-11-20T20:00:00Z'))
  expect(say('Your plan renews on {day}', { day })).toEqual({
    en: 'Your plan renews on 21 November 2026',
    hi: 'आपका प्लान 21 नवंबर 2026 को नवीनीकृत होगा',
  })
})

it('takes nothing in a value for a placeholder', () => {
  expect(say('{seller} published {agent}', { seller: '{agent}', agent: '$&' })).toEqual({
    en: '{agent} published $&',
    hi: '{agent} ने $& प्रकाशित किया',
  })
})

it('counts as each language does', () => {
  const forms = { one: 'A service was paused', other: '{count} services were paused' } as const
  expect(sayCount(1, forms)).toEqual({ en: 'A service was paused', hi: 'एक सेवा रोकी गई' })
  expect(sayCount(3, forms)).toEqual({ en: '3 services were paused', hi: '3 सेवाएँ रोकी गईं' })
  expect(sayCount(0, forms).hi).toBe('एक सेवा रोकी गई')
})

it('leaves what has no Hindi as it was written', () => {
  expect(translated('Asha wrote this')).toEqual(verbatim('Asha wrote this'))
  expect(joined([say('Sign in:'), 'https://chowk.test'], '\n').hi).toBe('साइन इन करें:\nhttps://chowk.test')
})

it('has each text in Devanagari, with the same placeholders, sorted', () => {
  const same = ['GST', 'SAC', '{brand}: {title}', '{state} ({code})', '{number} of {day}']
  for (const [english, said] of texts) {
    expect(placeholders(said), english).toEqual(placeholders(english))
    if (!same.includes(english)) expect(said, english).toMatch(/\p{Script=Devanagari}/u)
    // Formal, and with the signs of our Hindi: candrabindu where it is written, no Latin full stop at the end.
    expect(said, english).not.toMatch(/(?<!\p{L})(?:तुम|तू|तेरा|तुम्हारा)(?!\p{L})/u)
    expect(said, english).not.toMatch(/\p{Script=Devanagari}\.$/u)
  }
  const keys = texts.map(([english]) => english)
  expect(keys).toEqual([...keys].sort())
})

const sourcesOf = (room: string): string =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(room, path), 'utf8'))
    .join('\n')

it('has no text that nothing says', () => {
  const sources = sourcesOf('src/server') + sourcesOf('src/contract')
  const unused = texts.filter(([english]) => !sources.includes(english)).map(([english]) => english)
  expect(unused).toEqual([])
})
