import { describe, expect, it } from 'vitest'
import type { HttpCall, HttpPart } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { answerKind, isRefusal, itemsOf, nextPage } from './answer.ts'
import { buildRequest, fileKeys } from './build.ts'

const BASE = 'https://api.example.com/v1'
const call = (parts: readonly HttpPart[], rest: Partial<HttpCall> = {}): HttpCall => ({
  ...{ type: 'http', method: 'GET', path: '/things', parts, body: null, answer: 'json' },
  ...rest,
})
const build = (parts: readonly HttpPart[], input: JsonObject, rest: Partial<HttpCall> = {}) =>
  buildRequest(call(parts, rest), BASE, input)
const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'built'
  } catch (error) {
    return `${(error as { code: string }).code} ${(error as { field: string }).field}`.trim()
  }
}

describe('values in the path and query', () => {
  const list = ['blue', 'black']
  const object = { R: 100, G: 200 }
  // The examples of OpenAPI 3.0.3, parameter object, style.
  it.each<[HttpPart['style'], boolean, Json, string]>([
    ['simple', false, list, 'blue,black'],
    ['simple', false, object, 'R,100,G,200'],
    ['simple', true, object, 'R=100,G=200'],
    ['label', false, 'blue', '.blue'],
    ['label', true, list, '.blue.black'],
    ['label', true, object, '.R=100.G=200'],
    ['matrix', false, list, ';color=blue,black'],
    ['matrix', true, list, ';color=blue;color=black'],
    ['matrix', true, object, ';R=100;G=200'],
  ])('are written in the style %s, explode %s, in a path', (style, explode, value, text) => {
    const { url } = build(
      [{ key: 'color', in: 'path', name: 'color', style, explode }],
      { color: value },
      { path: '/p/{color}' },
    )
    expect(url).toBe(`${BASE}/p/${text}`)
  })

  it.each<[HttpPart['style'], boolean | undefined, Json, string]>([
    ['form', undefined, list, 'color=blue&color=black'],
    ['form', false, list, 'color=blue%2Cblack'],
    ['form', true, object, 'R=100&G=200'],
    ['form', false, object, 'color=R%2C100%2CG%2C200'],
    ['spaceDelimited', false, list, 'color=blue%20black'],
    ['pipeDelimited', false, list, 'color=blue%7Cblack'],
    ['deepObject', true, object, 'color[R]=100&color[G]=200'],
    ['deepObject', true, { a: [{ b: 1 }] }, 'color[a][0][b]=1'],
  ])('are written in the style %s, explode %s, in a query', (style, explode, value, text) => {
    const part: HttpPart = {
      key: 'color',
      in: 'query',
      name: 'color',
      style,
      ...(explode === undefined ? {} : { explode }),
    }
    expect(build([part], { color: value }).url).toBe(`${BASE}/things?${text}`)
  })

  it('are left out when they are null or absent', () => {
    const parts: HttpPart[] = ['a', 'b', 'c'].map((key) => ({ key, in: 'query', name: key }))
    expect(build(parts, { a: null, c: 0 }).url).toBe(`${BASE}/things?c=0`)
  })

  it.each(['..', '.', '', '%2e%2e'])('never climb out of the path with %j', (value) => {
    const outcome = codeOf(() =>
      build([{ key: 'id', in: 'path', name: 'id' }], { id: value }, { path: '/users/{id}/keys' }),
    )
    expect(outcome).toBe(value === '%2e%2e' ? 'built' : value === '' ? 'value_missing id' : 'path_refused id')
  })

  it('keep slashes, hosts and questions inside their place', () => {
    const at = (id: string) => build([{ key: 'id', in: 'path', name: 'id' }], { id }, { path: '/{id}' }).url
    expect(at('//evil.example/x')).toBe(`${BASE}/%2F%2Fevil.example%2Fx`)
    expect(at('a?b#c')).toBe(`${BASE}/a%3Fb%23c`)
    expect(at('..\\..')).toBe(`${BASE}/..%5C..`)
  })

  it('keep slashes where a path is meant, but not its steps upwards', () => {
    const part: HttpPart = { key: 'path', in: 'path', name: 'path', reserved: true }
    const at = (path: string) => build([part], { path }, { path: '/files/{path}' }).url
    expect(at('a b/c.txt')).toBe(`${BASE}/files/a%20b/c.txt`)
    for (const path of ['../x', 'a/../../x', '/etc', 'a//b', './x'])
      expect(codeOf(() => at(path))).toBe('path_refused path')
  })

  it('make no step upwards together', () => {
    const parts: HttpPart[] = ['a', 'b'].map((key) => ({ key, in: 'path', name: key }))
    expect(codeOf(() => build(parts, { a: '.', b: '.' }, { path: '/x/{a}{b}/y' }))).toMatch(/path_refused/)
  })
})

describe('headers', () => {
  it.each(['a\r\nX-Admin: 1', 'a\nb', 'नमस्ते', 'a\0b'])('refuse %j', (value) => {
    expect(codeOf(() => build([{ key: 'h', in: 'header', name: 'X-Note' }], { h: value }))).toBe('header_refused h')
  })

  it('are sent with cookies', () => {
    const { headers } = build(
      [
        { key: 'h', in: 'header', name: 'X-Note' },
        { key: 'c', in: 'cookie', name: 'session' },
      ],
      { h: ['a', 'b'], c: 'x;y' },
    )
    expect(headers).toEqual({ 'X-Note': 'a,b', Cookie: 'session=x%3By', Accept: 'application/json' })
  })
})

describe('bodies', () => {
  const fields: HttpPart[] = ['name', 'tags', 'note'].map((key) => ({ key, in: 'body', name: key }))
  const post = { method: 'POST' } as const

  it('are JSON of the fields that were given', () => {
    const json = { ...post, body: { type: 'json', media_type: 'application/json' } } as const
    const built = build(
      [...fields, { key: 'more', in: 'body', name: '', open: true }],
      { name: 'A', note: null, more: { name: 'B', x: 1 } },
      json,
    )
    expect(JSON.parse(String(built.body))).toEqual({ name: 'A', x: 1 })
    expect(build(fields, {}, json).body).toBe('{}')
    expect(build(fields, {}, { ...json, method: 'DELETE' }).body).toBeNull()
  })

  it('are one value as a whole', () => {
    const body = { type: 'json', media_type: 'application/vnd.api+json', whole: 'body' } as const
    const built = build([], { body: [1, 2] }, { ...post, body })
    expect(built.body).toBe('[1,2]')
    expect(built.headers['Content-Type']).toBe('application/vnd.api+json')
  })

  it('are forms', () => {
    const form = { ...post, body: { type: 'form', media_type: 'application/x-www-form-urlencoded' } } as const
    const parts: HttpPart[] = [
      fields[0] as HttpPart,
      { key: 'tags', in: 'body', name: 'tags', style: 'deepObject', explode: true },
    ]
    expect(build(parts, { name: 'A b&c', tags: [{ id: 1 }] }, form).body).toBe('name=A+b%26c&tags[0][id]=1')
  })

  it('are files and fields in parts', async () => {
    const multipart = call(
      [
        { key: 'title', in: 'body', name: 'title' },
        { key: 'file', in: 'body', name: 'file', file: true },
      ],
      {
        ...{ method: 'POST', body: { type: 'multipart', media_type: 'multipart/form-data' } },
      },
    )
    expect(fileKeys(multipart)).toEqual(['file'])
    const bytes = new Uint8Array([0, 255, 13, 10])
    const input = { title: 'a\r\n--x', file: { file_id: 'f1' } }
    const built = buildRequest(multipart, BASE, input, {
      files: { file: [{ name: 'a".txt', mime: 'text/plain', bytes }] },
    })
    const sent = new Response(built.body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': built.headers['Content-Type'] ?? '' },
    })
    const data = await sent.formData()
    expect(data.get('title')).toBe('a\r\n--x')
    const file = data.get('file') as File
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes)
    expect(codeOf(() => buildRequest(multipart, BASE, input))).toBe('file_missing file')
  })

  it('are emails', () => {
    const mail = call(
      (['to', 'subject', 'text', 'html'] as const).map((key): HttpPart => ({ key, in: 'body', name: key, mail: key })),
      { method: 'POST', body: { type: 'json', media_type: 'application/json', mail: 'message.raw' } },
    )
    const read = (input: JsonObject) => {
      const { message } = JSON.parse(String(buildRequest(mail, BASE, input).body)) as { message: { raw: string } }
      return Buffer.from(message.raw, 'base64url').toString()
    }
    const written = read({
      to: ['Asha Rao <asha@example.com>', 'b@example.com'],
      subject: 'नमस्ते\r\nBcc: x@evil.example',
      text: 'Hi',
    })
    expect(written).toContain('To: "Asha Rao" <asha@example.com>,\r\n b@example.com\r\n')
    expect(written).not.toMatch(/^Bcc:/m)
    expect(written).toContain(Buffer.from('Hi').toString('base64'))
    expect(codeOf(() => read({ to: ['a@example.com\r\nBcc: x@evil.example'], subject: 'x' }))).toBe('header_refused to')
    expect(codeOf(() => read({ to: ['nobody'], subject: 'x' }))).toBe('header_refused to')
  })
})

describe('the next page', () => {
  const answer = (body: Json, headers = {}, url = `${BASE}/things`) => ({ body, headers, url })

  it('is asked for by cursor, last item, page, offset, address and link', () => {
    const items = '/data'
    const data = [{ id: 'a' }, { id: 'b' }]
    expect(
      nextPage({ items, by: 'cursor', key: 'after', next: '/next' }, { q: 1 }, answer({ data, next: 'c' })),
    ).toEqual({ input: { q: 1, after: 'c' } })
    expect(
      nextPage({ items, by: 'last_item', key: 'after', next: '/id', more: '/more' }, {}, answer({ data, more: true })),
    ).toEqual({ input: { after: 'b' } })
    expect(nextPage({ items, by: 'page', key: 'page' }, {}, answer({ data }))).toEqual({ input: { page: 2 } })
    expect(nextPage({ items, by: 'offset', key: 'skip' }, { skip: 2 }, answer({ data }))).toEqual({
      input: { skip: 4 },
    })
    expect(nextPage({ items, by: 'address', next: '/next' }, {}, answer({ data, next: '/v1/things?p=2' }))).toEqual({
      url: `${BASE}/things?p=2`,
    })
    const link = `<${BASE}/things?p=1>; rel="prev", <${BASE}/things?p=3>; rel="next"`
    expect(nextPage({ items: '', by: 'link' }, {}, answer([], { link }))).toEqual({ url: `${BASE}/things?p=3` })
  })

  it('is none at the end, in a circle and on another host', () => {
    const cursor = { items: '/data', by: 'cursor', key: 'after', next: '/next' } as const
    expect(nextPage(cursor, {}, answer({ data: [], next: '' }))).toBeNull()
    expect(nextPage(cursor, { after: 'c' }, answer({ data: [], next: 'c' }))).toBeNull()
    expect(
      nextPage({ items: '/data', by: 'page', key: 'page', size_key: 'n' }, { n: 5 }, answer({ data: [1] })),
    ).toBeNull()
    const address = { items: '', by: 'address', next: '/next' } as const
    for (const next of ['https://evil.example/', '//evil.example/x', 'http://api.example.com/v1', 'javascript:1'])
      expect(nextPage(address, {}, answer({ next }))).toBeNull()
  })

  it('has the items of its list', () => {
    expect(itemsOf({ items: '/a~1b/0', by: 'link' }, { 'a/b': [[1, 2]] })).toEqual([1, 2])
    expect(itemsOf({ items: '/data', by: 'link' }, { error: 'x' })).toEqual([])
  })
})

describe('the kind of an answer', () => {
  it.each([
    ['application/json; charset=utf-8', 'json', 'json'],
    ['application/problem+json', 'json', 'json'],
    ['text/csv', 'json', 'text'],
    ['application/pdf', 'json', 'file'],
    ['application/json', 'file', 'file'],
    [undefined, 'text', 'text'],
  ] as const)('of %s where %s was expected is %s', (type, expected, kind) => {
    expect(answerKind(call([], { answer: expected }), type)).toBe(kind)
  })
})

describe('GraphQL', () => {
  const body = {
    type: 'json',
    media_type: 'application/json',
    fixed: { query: 'query($id: ID!) { it(id: $id) }' },
    under: 'variables',
  } as const
  const parts: HttpPart[] = [
    { key: 'id', in: 'body', name: 'id' },
    { key: 'columns', in: 'body', name: 'column_values', json: true },
  ]

  it('sends the query that is always the same, and what is given as variables of it', () => {
    const sent = (input: JsonObject) =>
      JSON.parse(String(buildRequest(call(parts, { method: 'POST', body }), 'https://api.example.com', input).body))
    expect(sent({ id: '1") { evil }', columns: { status: 'Done' } })).toEqual({
      query: body.fixed.query,
      variables: { id: '1") { evil }', column_values: '{"status":"Done"}' },
    })
    expect(sent({})).toEqual({ query: body.fixed.query, variables: {} })
  })
})

describe('an answer that says no with a status that says yes', () => {
  it.each<[HttpCall['refusal'], Json, boolean]>([
    [{ at: '/ok', equals: false }, { ok: false, error: 'channel_not_found' }, true],
    [{ at: '/ok', equals: false }, { ok: true }, false],
    [{ at: '/errors' }, { data: null, errors: [{ message: 'No' }] }, true],
    [{ at: '/errors' }, { data: {}, errors: [] }, false],
    [{ at: '/errors' }, { data: {} }, false],
    [undefined, { ok: false }, false],
  ])('%j of %j is %s', (refusal, answered, is) => {
    expect(isRefusal(call([], refusal && { refusal }), answered)).toBe(is)
  })
})

describe('pages that answers link to', () => {
  const url = 'https://fhir.example.com/r4/Patient'
  const next = (link: Json) =>
    nextPage(
      { by: 'address', next: '/link', relation: 'next', items: '/entry' },
      {},
      { body: { link }, headers: {}, url },
    )

  it('are those of the relation that is meant, on the same host', () => {
    expect(
      next([
        { relation: 'self', url },
        { relation: 'next', url: `${url}?page=2` },
      ]),
    ).toEqual({ url: `${url}?page=2` })
    expect(next([{ relation: 'self', url: `${url}?page=2` }])).toBeNull()
    expect(next([{ relation: 'next', url: 'https://evil.example.com/r4' }])).toBeNull()
    expect(next('nothing')).toBeNull()
  })

  it('end where the answer says so, also when it names a cursor', () => {
    const cursor = { by: 'cursor', key: 'after', next: '/end', more: '/more', items: '/nodes' } as const
    const at = (more: boolean) => nextPage(cursor, {}, { body: { end: 'c2', more, nodes: [] }, headers: {}, url })
    expect(at(true)).toEqual({ input: { after: 'c2' } })
    expect(at(false)).toBeNull()
  })
})
