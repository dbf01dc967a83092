import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'

const SECRET = 'SECRET-S1-token/abc+def?42'
const hidden = createRedactor([SECRET])
const bytes = Buffer.from(SECRET)

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
function base32(input: Buffer): string {
  const bits = [...input].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
const hex = bytes.toString('hex')
const each = (write: (code: number) => string, between = '') => [...bytes].map(write).join(between)
const in16 = (code: number) => code.toString(16).padStart(2, '0')
const swapped = (text: string) =>
  [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('')
const fullWidth = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
const wide = Buffer.from(SECRET, 'utf16le')
const base64After = (before: string) => Buffer.from(`${before}${SECRET}!tail`).toString('base64')

/** Every value has this much of the secret when it is not recognised. */
const ENCODINGS: Record<string, string> = {
  plain: SECRET,
  'upper case': SECRET.toUpperCase(),
  'lower case': SECRET.toLowerCase(),
  'swapped case': swapped(SECRET),
  reversed: [...SECRET].toReversed().join(''),
  'with spaces between': [...SECRET].join(' '),
  'with zero-width spaces between': [...SECRET].join('\u200b'),
  'on lines': SECRET.replace(/(.{5})/g, '$1\n'),
  base64: bytes.toString('base64'),
  'base64 without padding': bytes.toString('base64').replace(/=+$/, ''),
  'base64 on lines': bytes.toString('base64').replace(/(.{10})/g, '$1\r\n'),
  'base64 after one byte': base64After('a'),
  'base64 after two bytes': base64After('ab'),
  'base64 after three bytes': base64After('abc'),
  base64url: bytes.toString('base64url'),
  'base64url after one byte': Buffer.from(`a${SECRET}`).toString('base64url'),
  hex,
  'hex in upper case': hex.toUpperCase(),
  'hex with spaces': each(in16, ' '),
  'hex with colons': each(in16, ':').toUpperCase(),
  'hex with 0x': each((code) => `0x${in16(code)}`, ', '),
  'hex with \\x': each((code) => `\\x${in16(code)}`),
  decimal: each(String, ','),
  base32: base32(bytes),
  'base32 in lower case': base32(bytes).toLowerCase(),
  ...Object.fromEntries(
    [1, 2, 3, 4].map((n) => [`base32 after ${n} bytes`, base32(Buffer.from('a'.repeat(n) + SECRET))]),
  ),
  'percent-encoded': encodeURIComponent(SECRET),
  'percent-encoded twice': encodeURIComponent(encodeURIComponent(SECRET)),
  'percent-encoded throughout': each((code) => `%${in16(code)}`),
  'percent-encoded throughout, twice': each((code) => `%25${in16(code)}`),
  'JSON escapes': each((code) => `\\u00${in16(code)}`),
  'JSON escapes in JSON': each((code) => `\\\\u00${in16(code)}`),
  'braced escapes': each((code) => `\\u{${in16(code)}}`),
  'JSON string in JSON': JSON.stringify(JSON.stringify(SECRET)),
  'decimal entities': each((code) => `&#${code};`),
  'hexadecimal entities': each((code) => `&#x${in16(code)};`),
  'long entities': each((code) => `&#${String(code).padStart(12, '0')};`),
  'long hexadecimal entities': each((code) => `&#x${in16(code).padStart(12, '0')};`),
  'octal escapes': each((code) => `\\${code.toString(8)}`),
  'octal escapes of punctuation': SECRET.replace(/\W/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`),
  'octal escapes of letters': SECRET.replace(/[a-z]/g, (one) => `\\${one.charCodeAt(0).toString(8)}`),
  'code points': each((code) => `U+00${in16(code)}`, ' '),
  'code points without spaces': each((code) => `U+00${in16(code).toUpperCase()}`),
  'code points in brackets': each((code) => `<U+00${in16(code)}>`),
  'full-width letters': fullWidth(SECRET),
  'full-width letters in JSON escapes': fullWidth(SECRET).replace(
    /./gu,
    (one) => `\\u${one.charCodeAt(0).toString(16)}`,
  ),
  ...Object.fromEntries(
    Object.entries({ 'UTF-16LE': wide, 'UTF-16BE': Buffer.from(wide).swap16() }).flatMap(([name, units]) => [
      [`${name} in hex`, units.toString('hex')],
      [`${name} in hex with spaces`, units.toString('hex').replace(/../g, '$& ')],
      ...[0, 1, 2].map((n) => [
        `${name} in base64 after ${n} bytes`,
        Buffer.concat([Buffer.alloc(n, 'a'), units]).toString('base64'),
      ]),
    ]),
  ),
  'entities twice': each((code) => `&amp;#${code};`),
}

const PLACES: Record<string, (written: string) => string> = {
  'on its own': (written) => written,
  'in a sentence': (written) => `You sent ${written}. Thank you.`,
  'in JSON': (written) => JSON.stringify({ headers: { authorization: `Bearer ${written}` }, ok: true }),
  'in a page': (written) => `<p>You sent <b>${written}</b></p>`,
}

/** What a reader could still put together: eight letters of any spelling, or of what stands between the marks. */
function remains(text: string, written: string): boolean {
  const bare = (one: string) => one.replace(/[^0-9A-Za-z]/g, '').toLowerCase()
  const rest = bare(text.replaceAll('[hidden]', ''))
  const needle = bare(written)
  for (let at = 8; at + 16 < needle.length; at += 4) if (rest.includes(needle.slice(at, at + 12))) return true
  return rest.includes(bare(SECRET))
}

describe('a secret that an answer repeats is hidden', () => {
  const table = Object.entries(ENCODINGS).flatMap(([encoding, written]) =>
    Object.entries(PLACES).map(([place, put]) => [encoding, place, put(written), written] as const),
  )
  it.each(table)('%s, %s', (_encoding, _place, answer, written) => {
    const text = hidden.text(answer)
    expect(text).toContain('[hidden]')
    expect(remains(text, written)).toBe(false)
    if (answer.startsWith('{')) expect(JSON.parse(text)).toMatchObject({ ok: true })
  })

  const [first, second] = [SECRET.slice(0, 11), SECRET.slice(11)]
  const pieces = [...SECRET]
  const DIVIDED: Record<string, string> = {
    'over two fields': JSON.stringify({ a: first, b: second }),
    'over two fields with another kind between': JSON.stringify({ a: first, n: 1, b: second }),
    'over a list': JSON.stringify({ list: pieces }),
    'over a list of objects': JSON.stringify(pieces.map((text, index) => ({ index, type: 'text', text }))),
    'over a list of numbers': JSON.stringify({ type: 'Buffer', data: [...bytes] }),
    'over numbered fields': JSON.stringify({ ...bytes }),
    'over numbered fields of letters': JSON.stringify({ ...pieces }),
    'over the lines of a stream': pieces.map((text) => `event: delta\ndata: ${text}\n\n`).join(''),
    'over the events of a stream': pieces
      .map((content) => `data: ${JSON.stringify({ id: 'chat-1', choices: [{ delta: { content } }] })}\n\n`)
      .join(''),
    'over the cells of a page': pieces.map((text) => `<td>${text}</td>`).join('\n'),
    'over lines of JSON': pieces.map((text) => JSON.stringify({ level: 'info', text })).join('\n'),
  }
  it.each(Object.entries(DIVIDED))('divided %s', (_how, answer) => {
    const text = hidden.text(answer)
    expect(text).toContain('[hidden]')
    expect(text.replaceAll(/\W/g, '')).not.toContain(second.slice(0, 6).replaceAll(/\W/g, ''))
    if (/^[[{]/.test(answer) && !answer.includes('\n')) expect(() => JSON.parse(text)).not.toThrow()
  })

  it('divided over headers', () => {
    const texts = hidden.texts(['text/plain', first, second, 'close'])
    expect(texts).toEqual(['text/plain', '[hidden]', '[hidden]', 'close'])
  })

  it('divided over the pieces of a stream, whose other pieces pass at once', () => {
    const stream = hidden.stream()
    const begun = stream.push('This is what you gave us: ')
    expect(begun).toMatch(/^This is what you gave/)
    const shown = [begun, ...pieces.map((piece) => stream.push(piece)), stream.push(', I think'), stream.end()].join('')
    expect(shown).toBe('This is what you gave us: [hidden], I think')
    expect(stream.push('SEC') + stream.push('ond') + stream.end()).toBe('SECond')
  })

  it.each(Object.entries(ENCODINGS))('%s, one character of a stream at a time', (_encoding, written) => {
    const stream = hidden.stream()
    const shown = [...`You sent ${written}. Thank you.`].map((piece) => stream.push(piece)).join('') + stream.end()
    expect(shown).toContain('[hidden]')
    expect(remains(shown, written)).toBe(false)
  })

  it.each([2, 3, 5, 7])('in every encoding, %i characters of a stream at a time', (size) => {
    for (const written of Object.values(ENCODINGS)) {
      const stream = hidden.stream()
      const pieces = `You sent ${written}. Thank you.`.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
      const shown = pieces.map((piece) => stream.push(piece)).join('') + stream.end()
      expect(shown).toContain('[hidden]')
      expect(remains(shown, written)).toBe(false)
    }
  })

  it('in several encodings at once, one character of a stream at a time', () => {
    const writers = [
      (one: string) => one,
      (one: string) => `%25${in16(one.charCodeAt(0))}`,
      (one: string) => `\\u00${in16(one.charCodeAt(0))}`,
      (one: string) => `&amp;#x${in16(one.charCodeAt(0))};`,
    ]
    const stream = hidden.stream()
    const written = pieces.map((one, index) => writers[(index + 3) % writers.length]?.(one)).join('')
    const answer = `You sent ${written}. Thank you.`
    const shown = [...answer].map((piece) => stream.push(piece)).join('') + stream.end()
    expect(shown).toBe(hidden.text(answer))
    expect(shown.replaceAll('[hidden]', '')).toBe('You sent . Thank you.')
  })

  it('as a number, so that the JSON can still be read', () => {
    const { text } = createRedactor(['1234567890'])
    expect(JSON.parse(text('{"a":1234567890,"b":[1234567890.5,2],"c":"1234567890"}'))).toEqual({
      a: '[hidden]',
      b: ['[hidden]', 2],
      c: '[hidden]',
    })
  })

  it.each([
    ['a line break in front of it', 'n12345678', { a: ['\n12345678', 'x\\\\\n12345678'] }],
    ['a letter as an escape in front of it', '000012345678', { a: '\u000012345678' }],
    ['a backslash at its end', 'SECRET12\\', { a: 'SECRET12"', b: 'SECRET12\\"', c: 'SECRET12\n' }],
    ['an escape at its end', 'SECRET12u', { a: 'SECRET12\u0001 after it' }],
    ['quotes and brackets', 'SECRET12","b":["x', { a: 'SECRET12', b: ['x', 'y'] }],
    ['a comma in front of it', ',"SECRET12', { a: [1, 'SECRET12'] }],
    ['numbers and brackets', '1234],[5678', { a: [[1234], [5678]], b: [[91234], [5678, 1]] }],
    ['a colon in front of it', ':12345678', { a: 12345678, b: null }],
    ['nothing but structure', '":{"', { a: { b: 1 } }],
    ['a text of its own', 'SECRET12', 'SECRET12'],
    ['a number of its own', '12345678', 123456789],
  ])('in JSON that can still be read, with %s', (_what, secret, value) => {
    const { json, text } = createRedactor([secret])
    expect(() => json(value)).not.toThrow()
    expect(JSON.stringify(json(value))).not.toMatch(/SECRET12|12345678/)
    if (typeof value === 'object') expect(() => JSON.parse(text(JSON.stringify(value)))).not.toThrow()
  })

  it('with the whole escape that it begins in', () => {
    expect(createRedactor(['n12345678']).json({ a: 'x\n12345678.', b: 'n12345678' })).toEqual({
      a: 'x[hidden].',
      b: '[hidden]',
    })
  })

  it('when it is not written in ASCII', () => {
    const { text } = createRedactor(['पासवर्ड-गुप्त-९९'])
    for (const written of [
      'पासवर्ड-गुप्त-९९',
      encodeURIComponent('पासवर्ड-गुप्त-९९'),
      Buffer.from('पासवर्ड-गुप्त-९९').toString('latin1'),
      JSON.stringify('पासवर्ड-गुप्त-९९').replace(
        /[^ -~]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ])
      expect(text(`x ${written} y`)).toBe(written.startsWith('"') ? 'x "[hidden]" y' : 'x [hidden] y')
  })

  it('across the windows of a long answer, between which others have their turn', async () => {
    let turns = 0
    let done = false
    const counting = (async () => {
      for (; !done; turns++) await setImmediate()
    })()
    const filler = 'lorem ipsum dolor '.repeat(14_000)
    const answer = `${filler}${'x'.repeat(10_000)}${ENCODINGS['base64 after one byte']}${filler}${SECRET}${filler}`
    const text = await hidden.long(answer)
    done = true
    await counting
    expect(text.match(/\[hidden\]/g)).toHaveLength(2)
    expect(text).not.toContain(SECRET)
    expect(turns).toBeGreaterThan(1)
  })
})

it.each([
  'AT&T & R&D &c.',
  '100% of 0x1F or 50%',
  'C:\\users\\x and \\u',
  'Fish &amp; chips, 2 < 3',
  'In 0, 10 or 0.5 s',
])('a stream holds back only a few characters of %s', (text) => {
  const stream = hidden.stream()
  let shown = ''
  for (let at = 0; at < text.length; at++) {
    shown += stream.push(text[at] as string)
    expect(at + 1 - shown.length).toBeLessThan(12)
  }
  expect(shown + stream.end()).toBe(text)
})

describe('what is no secret stays', () => {
  const SHORT = ['abc', 'test', 'pass12', 'hunter2']
  it.each([
    ['three characters are never hidden', 'abc ABC cba YWJj 616263'],
    [
      'a short one in other words, cases and dates',
      'Te-st, t.e.s.t, retsuh, tset, H u n t e r 2, 74:65:73:74, 116,101,115,116',
    ],
    ['letters that occur in order', JSON.stringify({ p: 'pas', q: 's12', list: ['te', 'st'] })],
  ])('%s', (_what, text) => {
    expect(createRedactor(SHORT).text(text)).toBe(text)
  })

  it('a short one is hidden where it is written out', () => {
    expect(createRedactor(SHORT).text('test pass12 hunter2 HUNTER2 aHVudGVyMg== 68756e74657232')).toBe(
      Array(6).fill('[hidden]').join(' '),
    )
  })

  it('ordinary text, tables and base64 of others are as they were', () => {
    const secrets = Array.from({ length: 10 }, (_, i) => `sk-live-${'kQ9zX4mP'.repeat(3)}-${i}`)
    const text = JSON.stringify({
      rows: Array.from({ length: 3000 }, (_, i) => ({ id: i, at: '2026-11-24', note: `Row ${i} of sk-live accounts` })),
      file: Buffer.from('Other words of somebody else. '.repeat(500)).toString('base64'),
    })
    expect(createRedactor(secrets).text(text)).toBe(text)
  })
})
