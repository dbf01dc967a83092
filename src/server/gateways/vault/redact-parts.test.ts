import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { createRedactor } from './redact.ts'

const SECRET = 'SECRET-S1-token/abc+def?42'
const KEY = 'sk-live-9fK2xQ7bLm4TzW8vRc3NpH6yDs5JgA1u'
const SHORT = 'canary-7f3a9b2c'
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const PEM = String(pem)

const divided = (secret: string, count: number): string[] => {
  const size = Math.ceil(secret.length / count)
  return Array.from({ length: count }, (_, i) => secret.slice(i * size, (i + 1) * size))
}
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six']
const same = (text: string) => text
const inHex = (text: string) => Buffer.from(text).toString('hex')
const inBase64 = (text: string) => Buffer.from(text).toString('base64')

/** Ways to tell a secret in parts, with other text between them. */
const SHAPES: Record<string, (parts: readonly string[]) => string> = {
  'fields of JSON with a note after each': (parts) =>
    JSON.stringify(
      Object.fromEntries(
        parts.flatMap((part, i) => [
          [`part ${NAMES[i]}`, part],
          [`note ${NAMES[i]}`, 'okay'],
        ]),
      ),
    ),
  'objects in objects': (parts) =>
    JSON.stringify(
      parts.reduceRight<object | null>(
        (inner, value, i) => ({ level: i, text: 'said so', data: { value }, inner }),
        null,
      ),
    ),
  'elements of XML with another between': (parts) =>
    `<answer>${parts.map((part) => `<part>${part}</part><note>okay</note>`).join('\n')}</answer>`,
  'fields of a form': (parts) => parts.map((part, i) => `${NAMES[i]}=${encodeURIComponent(part)}`).join('&note=okay&'),
  'lines with labels': (parts) => parts.map((part, i) => `part ${NAMES[i]}: ${part}`).join('\n'),
  'a table with a counter': (parts) => `id,part,kind\n${parts.map((part, i) => `${i + 1},${part},text`).join('\n')}`,
  'a sentence': (parts) => parts.map((part, i) => `Part ${NAMES[i]} is "${part}", they say.`).join(' '),
}
const shape = (how: string, parts: readonly string[]): string => SHAPES[how]?.(parts) ?? ''

describe('a secret is hidden when an answer tells it in parts', () => {
  const secrets = { SECRET, KEY, SHORT }
  const ways = [
    [2, 'plain', same],
    [2, 'hex', inHex],
    [2, 'base64', inBase64],
    [3, 'plain', same],
    [4, 'plain', same],
  ] as const
  const table = Object.entries(secrets).flatMap(([name, secret]) =>
    ways
      .filter(([count]) => secret.length / count >= 5)
      .flatMap(([count, coding, write]) =>
        Object.keys(SHAPES).map(
          (how) => [name, count, coding, how, divided(secret, count).map(write), secret] as const,
        ),
      ),
  )
  it.each(table)('%s in %i parts, %s, in %s', (_name, _count, _coding, how, parts, secret) => {
    const answer = shape(how, parts)
    const shown = createRedactor([secret]).text(answer)
    for (const part of parts) {
      expect(shown).not.toContain(part)
      expect(shown).not.toContain(encodeURIComponent(part))
    }
    if (answer.startsWith('{')) expect(() => JSON.parse(shown)).not.toThrow()
  })

  it.each([4, 5, 6])('of 24 characters in %i parts with a note after each', (count) => {
    const parts = divided('Kq7Zp2Xv9Lm4Tz8Rw3Nc6Hb1', count)
    for (const how of Object.keys(SHAPES)) {
      const shown = createRedactor([parts.join('')]).text(shape(how, parts))
      for (const part of parts) expect(shown).not.toContain(part)
    }
  })

  it('one half in hex and the other in base64', () => {
    const [first = '', second = ''] = divided(KEY, 2)
    const shown = createRedactor([KEY]).text(JSON.stringify({ a: inHex(first), n: 'okay', b: inBase64(second) }))
    expect(JSON.parse(shown)).toEqual({ a: '[hidden]', n: 'okay', b: expect.stringMatching(/^\[hidden\].{0,4}$/) })
  })

  it('a key file, line by line, with other columns', () => {
    const lines = PEM.trim().split('\n')
    const shown = createRedactor([PEM]).text(lines.map((line, i) => `${i + 1}; ${line}; okay`).join('\n'))
    for (const line of lines.slice(1, -1)) expect(shown).not.toContain(line.slice(0, 12))
  })

  it('in a hex dump, with offsets and a column of text', () => {
    const rows = Array.from({ length: Math.ceil(KEY.length / 16) }, (_, i) => {
      const row = KEY.slice(16 * i, 16 * (i + 1))
      const groups = inHex(row).replace(/(.{4})/g, '$1 ')
      return `${(16 * i).toString(16).padStart(8, '0')}: ${groups.padEnd(41)} ${row}`
    })
    const shown = createRedactor([KEY]).text(rows.join('\n'))
    expect(shown).toMatch(/^00000000: \[hidden\]/)
    for (const part of KEY.match(/.{8}/g) ?? []) {
      expect(shown).not.toContain(part)
      expect(shown.replaceAll(' ', '')).not.toContain(inHex(part))
    }
  })

  it('a megabyte apart', async () => {
    const [first = '', second = ''] = divided(KEY, 2)
    const shown = await createRedactor([KEY]).long(`${first}\n${'Other words. '.repeat(80_000)}\n${second}`)
    expect(shown).toMatch(/^\[hidden\]\nOther/)
    expect(shown).toMatch(/\n\[hidden\]$/)
  })

  it.each(Object.entries({ KEY, SHORT }))('%s divided between two texts of one answer', (_name, secret) => {
    const [first = '', second = ''] = divided(secret, 2)
    const clean = createRedactor([secret])
    clean.texts([first, 'close'])
    expect(clean.text(`{"id":1,"part":"","note":"${second}"}`)).toBe('{"id":1,"part":"","note":"[hidden]"}')
    expect(clean.texts([first, 'close'])).toEqual(['[hidden]', 'close'])
  })
})

describe('a stream', () => {
  const [first = '', second = ''] = divided(KEY, 2)
  it.each([1, 3, 1000])('hides the rest of a secret when half of it has left, %i characters at a time', (size) => {
    const stream = createRedactor([KEY]).stream()
    const text = `It begins with ${first}, and after some more words goes on with ${second}. That is all.`
    const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
    const shown = pieces.map((piece) => stream.push(piece)).join('') + stream.end()
    expect(shown).not.toContain(second.slice(0, 6))
    expect(shown).not.toContain(second.slice(-8))
    expect(shown).toMatch(/ and after some more words goes on with \[hidden\]\. That is all\.$/)
  })

  it('hides more than half of a secret that comes in one piece', () => {
    const stream = createRedactor([KEY]).stream()
    const shown = [...`It is ${KEY.slice(6, 34)} in part.`].map((one) => stream.push(one)).join('') + stream.end()
    expect(shown).toBe(`It is ${KEY.slice(6, 6 + shown.length - '[hidden] in part.'.length - 6)}[hidden] in part.`)
    expect(shown.length).toBeLessThan('It is [hidden] in part.'.length + 10)
  })

  it('lets other text pass at once when a part of a secret was in it', () => {
    const stream = createRedactor([KEY]).stream()
    let text = `${first} `
    let shown = stream.push(text)
    for (const one of 'Words that no key has in it, however long they are.') {
      text += one
      shown += stream.push(one)
      expect(text.length - shown.length).toBeLessThan(8)
    }
    expect(shown + stream.end()).toBe(text)
  })
})

describe('what an answer says stays, although', () => {
  const page = 'Mail postgres@example.com or sales@gmail.com about https://db.example.com:5432/app today.'
  it.each([
    ['it names the provider of an address that is a user name', ['me@example.com', 'joe.public@gmail.com'], page],
    [
      'it names the company of such an address',
      ['joe@verylongcompanyname.co.in'],
      'verylongcompanyname.co.in is here.',
    ],
    ['it names the server of a connection address', ['postgres://app:Xk29fQ7b@db.example.com:5432/app'], page],
    ['it has the first line of a key file', [PEM], '-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----'],
    [
      'it has words of a sentence',
      ['correct horse battery staple'],
      'No horse but the correct horse has a battery, or a staple.',
    ],
    [
      'it has words of a long sentence',
      ['the administrator of our mail server sleeps'],
      'Ask the administrator of it.',
    ],
    [
      'it has the words that a password is made of as names of fields',
      ['Password123!', 'admin-password'],
      '{"role":"admin","id":1,"password":"x"}',
    ],
    [
      'it has less than most of a key',
      [KEY],
      `Your key begins with ${KEY.slice(0, 12)} and ends with ${KEY.slice(-8)}.`,
    ],
    ['it has many numbers', ['4111111111111111', 'd41d8cd98f00b204e9800998ecf8427e'], numbers()],
  ])('%s', (_what, secrets, text) => {
    expect(createRedactor(secrets).text(text) === text).toBe(true)
  })

  it('a mail address that is a secret is in it as a whole', () => {
    const { text } = createRedactor(['me@example.com'])
    expect(text('From me@example.com to you@example.com.')).toBe('From [hidden] to you@example.com.')
  })
})

function numbers(): string {
  const rows = Array.from({ length: 20_000 }, (_, i) => {
    const mixed = Math.imul(i + 1, 0x9e3779b1) >>> 0
    return [i, mixed % 10_000, mixed.toString(16).padStart(8, '0').slice(0, 4), mixed % 1000]
  })
  return JSON.stringify(rows)
}

it.each([
  ['one letter', 'a'.repeat(128), 'aaaa '],
  ['two letters', 'ab'.repeat(64), 'abab '],
])('an answer of parts of a secret of nothing but %s takes no longer', (_what, secret, piece) => {
  const { text } = createRedactor([secret])
  const used = busy()
  text(`x${piece}`.repeat(40_000))
  expect(used()).toBeLessThan(1500)
})
