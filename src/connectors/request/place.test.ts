/** Plain values in nested places of a request. */
import { describe, expect, it } from 'vitest'
import type { HttpCall, HttpPart } from '#connectors/connector.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { buildRequest } from './build.ts'

const part = (key: string, rest: Partial<HttpPart>): HttpPart => ({ key, in: 'body', name: key, ...rest })
const json = { type: 'json', media_type: 'application/json' } as const
const call = (parts: readonly HttpPart[], rest: Partial<HttpCall> = {}): HttpCall => ({
  ...{ type: 'http', method: 'POST', path: '/send', answer: 'json', body: json },
  ...{ parts, ...rest },
})
const built = (one: HttpCall, input: JsonObject) => buildRequest(one, 'https://example.com', input)
const bodyOf = (one: HttpCall, input: JsonObject) => JSON.parse(String(built(one, input).body)) as JsonObject

describe('a place in a body', () => {
  const mail = call(
    [
      part('message', {}),
      part('to', { place: { message: { to: ['{each}', { emailAddress: { address: '{value}' } }] } } }),
      part('text', { place: { message: { body: { content: '{value}' } } } }),
      part('format', { place: { message: { body: { kind: '{value}' } } } }),
    ],
    { body: { ...json, fixed: { message: { body: { kind: 'Text' } }, keep: true } } },
  )

  it('takes values, repeats items of lists, and stays next to what is fixed', () => {
    expect(bodyOf(mail, { to: ['a@example.com', 'b@example.com'], text: '{value} $& "quoted"' })).toEqual({
      keep: true,
      message: {
        to: [{ emailAddress: { address: 'a@example.com' } }, { emailAddress: { address: 'b@example.com' } }],
        body: { kind: 'Text', content: '{value} $& "quoted"' },
      },
    })
    expect(bodyOf(mail, { to: 'a@example.com', format: 'HTML' })).toMatchObject({
      message: { to: [{ emailAddress: { address: 'a@example.com' } }], body: { kind: 'HTML' } },
    })
  })

  it('is filled in over an object that was given as a whole', () => {
    const message = { subject: 'Kept', body: { content: 'old', kind: 'HTML' } }
    expect(bodyOf(mail, { message })).toEqual({ keep: true, message })
    expect(bodyOf(mail, { message, text: 'new' })).toMatchObject({
      message: { subject: 'Kept', body: { content: 'new', kind: 'HTML' } },
    })
  })

  it('has an item for each line of a text, without empty ones, and text where text is wanted', () => {
    const page = call([
      part('text', { place: { children: ['{line}', { paragraph: { text: '{value}' } }] } }),
      part('amount', { place: { properties: { amount: '{text}' } } }),
      part('say', { place: { xml: '<Say>{xml}</Say>' } }),
    ])
    expect(bodyOf(page, { text: 'one\n\n two\r\nthree', amount: 12.5, say: 'A & B </Say>' })).toEqual({
      children: ['one', ' two', 'three'].map((text) => ({ paragraph: { text } })),
      properties: { amount: '12.5' },
      xml: '<Say>A &amp; B &lt;/Say&gt;</Say>',
    })
  })

  it('is in the first item of a list, next to what else is there', () => {
    const records = call([
      part('records', {}),
      part('id', { place: { records: [{ id: '{value}' }] } }),
      part('fields', { place: { records: [{ fields: '{value}' }] } }),
    ])
    expect(bodyOf(records, { id: 'rec1', fields: { Name: 'Asha' } })).toEqual({
      records: [{ id: 'rec1', fields: { Name: 'Asha' } }],
    })
    expect(bodyOf(records, { records: [{ id: 'a' }, { id: 'b' }], fields: { Name: 'Asha' } })).toEqual({
      records: [{ id: 'a', fields: { Name: 'Asha' } }, { id: 'b' }],
    })
  })

  it('is written with brackets in a form', () => {
    const form = call(
      [
        part('currency', {}),
        part('line_items', { style: 'deepObject' }),
        part('price', { place: { line_items: [{ price: '{value}' }] } }),
        part('quantity', { place: { line_items: [{ quantity: '{value}' }] } }),
      ],
      { body: { type: 'form', media_type: 'application/x-www-form-urlencoded' } },
    )
    expect(built(form, { currency: 'inr', price: 'price 1', quantity: 2 }).body).toBe(
      'currency=inr&line_items[0][price]=price+1&line_items[0][quantity]=2',
    )
    expect(built(form, { line_items: [{ price: 'a' }] }).body).toBe('line_items[0][price]=a')
  })
})

describe('a value that people enter in their way', () => {
  it('is a time in the form that the service wants', () => {
    const times = call([
      part('seconds', { as: 'seconds' }),
      part('milliseconds', { as: 'milliseconds' }),
      part('utc', { as: 'utc' }),
    ])
    const at = '2026-12-01T10:00:00+05:30'
    expect(bodyOf(times, { seconds: at, milliseconds: at, utc: at })).toEqual({
      seconds: 1764563400 + 365 * 86_400,
      milliseconds: (1764563400 + 365 * 86_400) * 1000,
      utc: '2026-12-01T04:30:00',
    })
    expect(bodyOf(times, { seconds: 42 })).toEqual({ seconds: 42 })
    expect(() => built(times, { seconds: 'soon' })).toThrow(/Enter a date and time/)
  })

  it('is the id in an address that was pasted', () => {
    const sheet = call([part('id', { in: 'path', within: '/d/([A-Za-z0-9_-]+)' })], {
      path: '/sheets/{id}',
      method: 'GET',
    })
    const urlOf = (id: string) => built(sheet, { id }).url
    expect(urlOf('https://docs.google.com/spreadsheets/d/1Bx_i-9/edit#gid=0')).toBe(
      'https://example.com/sheets/1Bx_i-9',
    )
    expect(urlOf('1Bx_i-9')).toBe('https://example.com/sheets/1Bx_i-9')
    expect(urlOf('https://elsewhere.example/x')).toBe('https://example.com/sheets/https%3A%2F%2Felsewhere.example%2Fx')
  })

  it('is one condition of a search, and can’t end its quotes', () => {
    const term = (text: string) => ({ in: 'query', name: 'q', term: { text, join: ' and ' } }) as const
    const search = call(
      [
        part('q', { in: 'query' }),
        part('name', term("name contains '{value}'")),
        part('kind', term('kind = "{value}"')),
        part('present', term('trashed = false')),
        part('size', { in: 'query' }),
      ],
      { method: 'GET', body: null },
    )
    const q = (input: JsonObject) => new URL(built(search, input).url).searchParams.get('q')
    expect(q({ name: "Asha's", present: true })).toBe("name contains 'Asha\\'s' and trashed = false")
    expect(q({ kind: 'a" or "b\\' })).toBe('kind = "a  or  b "')
    expect(q({ q: 'starred', name: 'a', present: false })).toBe("starred and name contains 'a'")
    expect(built(search, { present: false, size: 5 }).url).toBe('https://example.com/send?size=5')
  })
})
