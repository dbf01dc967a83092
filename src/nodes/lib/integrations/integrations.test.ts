import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { HttpRequest, HttpResponse, RunAs } from '#nodes/ports.ts'
import { outputOf, tryNode } from '#nodes/trial.ts'
import { gmailSend } from '#nodes/types/integrations/gmail-send.ts'
import { graphqlRequest } from '#nodes/types/integrations/graphql-request.ts'
import { httpRequest } from '#nodes/types/integrations/http-request.ts'
import { postgresQuery } from '#nodes/types/integrations/postgres-query.ts'
import { rssRead } from '#nodes/types/integrations/rss-read.ts'
import { s3 } from '#nodes/types/integrations/s3.ts'
import { sendEmail } from '#nodes/types/integrations/send-email.ts'
import { slackMessage } from '#nodes/types/integrations/slack-message.ts'
import { webhookCall } from '#nodes/types/integrations/webhook-call.ts'

const credential = '01890000-0000-7000-8000-000000000001'
const json = (body: Json, headers: Record<string, string> = {}): Partial<HttpResponse> => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** A scripted way out: what was asked, and in whose name. */
function outside(answer: (request: HttpRequest, turn: number) => Partial<HttpResponse>) {
  const asked: HttpRequest[] = []
  const who: (RunAs | undefined)[] = []
  const http = async (request: HttpRequest, _signal: AbortSignal, as?: RunAs) => {
    asked.push(request)
    who.push(as)
    return { status: 200, headers: {}, body: '', ...answer(request, asked.length) }
  }
  return { asked, who, http }
}
const sent = (asked: HttpRequest[]) => JSON.parse(String(asked[0]?.body))

describe('HTTP request', () => {
  const url = 'https://api.example.com/orders'
  const paged = async (pagination: JsonObject, answer: Parameters<typeof outside>[0], more: JsonObject = {}) => {
    const { asked, http } = outside(answer)
    const found = await outputOf(httpRequest, { url, pagination, ...more }, { ports: { http } })
    return { asked, found: found as { body: Json[]; pages: number; truncated: boolean } }
  }

  it('names its credential and in whose name it is opened', async () => {
    const { asked, who, http } = outside(() => ({}))
    await outputOf(httpRequest, { url, credential }, { ports: { http } })
    expect(asked[0]?.credential).toBe(credential)
    expect(who).toEqual([{ owner: { user_id: 'u1' }, author: null, version: null }])
  })

  it('takes no expression for a credential: who runs it does not choose whose secret is used', () => {
    expect(httpRequest.config.safeParse({ url, credential: '{{ $input.credential }}' }).success).toBe(false)
  })

  it('joins pages by number until one is empty, each with a key of its own', async () => {
    const { asked, found } = await paged({ by: 'page', items: 'data.list' }, (_request, turn) =>
      json({ data: { list: turn < 3 ? [turn, turn] : [] } }),
    )
    expect(found).toMatchObject({ body: [1, 1, 2, 2], pages: 3, truncated: false })
    expect(asked.map((request) => request.url.split('?')[1])).toEqual(['page=1', 'page=2', 'page=3'])
    expect(new Set(asked.map((request) => request.headers['idempotency-key'])).size).toBe(3)
  })

  it('continues by offset, cursor and Link', async () => {
    const offset = await paged({ by: 'offset', parameter: 'skip', start: 0, page_size: 2 }, (_r, turn) =>
      json(turn === 1 ? [1, 2] : [3]),
    )
    expect(offset.asked.map((request) => request.url.split('?')[1])).toEqual(['skip=0', 'skip=2'])
    const cursor = await paged({ by: 'cursor', parameter: 'after', items: 'rows', cursor: 'meta.next' }, (_r, turn) =>
      json({ rows: [turn], meta: { next: turn < 3 ? `c${turn}` : null } }),
    )
    expect(cursor.found.body).toEqual([1, 2, 3])
    expect(cursor.asked[2]?.url).toBe(`${url}?after=c2`)
    const link = await paged({ by: 'link' }, (_r, turn) =>
      json([turn], turn === 1 ? { Link: '</orders?p=1>; rel="first", </orders?p=2>; rel="next last"' } : {}),
    )
    expect(link.asked.map((request) => request.url)).toEqual([url, 'https://api.example.com/orders?p=2'])
  })

  it('ends with what it has: too many pages, a service in circles', async () => {
    const many = await paged({ by: 'page', max_pages: 3 }, () => json([1]))
    expect(many.found).toMatchObject({ body: [1, 1, 1], pages: 3, truncated: true })
    const circle = await paged({ by: 'cursor', parameter: 'c' }, () => json([], { x: '' }))
    expect(circle.found.pages).toBe(1)
    const loop = await paged({ by: 'link' }, () => json([1], { link: `<${url}>; rel=next` }))
    expect(loop.found.pages).toBe(1)
  })

  it('does not carry its headers to another host because an answer says so', async () => {
    const next = () => json([1], { link: '<https://evil.example/x>; rel="next"' })
    await expect(paged({ by: 'link' }, next)).rejects.toMatchObject({ code: 'pagination_refused' })
  })

  it('says where no list is', async () => {
    await expect(paged({ by: 'page', items: 'rows' }, () => json({ rows: {} }))).rejects.toMatchObject({
      code: 'not_a_list',
      field: 'pagination.items',
    })
  })

  it('makes a file of the answer, named as the server says', async () => {
    const bytes = new Uint8Array([37, 80, 68, 70])
    const { asked, http } = outside(() => ({
      bytes,
      headers: {
        'content-type': 'application/pdf; x=1',
        'content-disposition': 'attachment; filename="../a/bill.pdf"',
      },
    }))
    const written: unknown[] = []
    const files = {
      open: () => Promise.reject(new Error('not read')),
      write: async (file: { name: string; mime: string; bytes: Uint8Array }, who: unknown, key: string) => {
        written.push([file, who, key])
        return { file_id: 'f1', name: file.name, mime: file.mime, bytes: file.bytes.length }
      },
    }
    const found = await outputOf(httpRequest, { url, response: 'file' }, { ports: { http, files } })
    expect(asked[0]?.binary).toBe(true)
    expect(found).toMatchObject({
      body: null,
      file: { file_id: 'f1', name: '.._a_bill.pdf', mime: 'application/pdf', bytes: 4 },
    })
    expect(written).toMatchObject([[{ bytes }, { owner: { user_id: 'u1' } }, 'e1:http_request:']])
  })

  it('sends a form', async () => {
    const { asked, http } = outside(() => ({}))
    const body = { name: 'Åsa & Co', tags: ['a', 'b'], n: 1 }
    await outputOf(httpRequest, { url, method: 'POST', body_type: 'form', body }, { ports: { http } })
    expect(asked[0]).toMatchObject({
      body: 'name=%C3%85sa%20%26%20Co&tags=a&tags=b&n=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  })
})

describe('GraphQL request', () => {
  const config = { url: 'https://api.example.com/graphql', query: 'query ($id: ID!) { order(id: $id) { total } }' }

  it('sends values as variables and gives the data', async () => {
    const { asked, http } = outside(() => json({ data: { order: { total: 5 } } }))
    const variables = { id: '1") { secret }' }
    expect(await outputOf(graphqlRequest, { ...config, variables }, { ports: { http } })).toEqual({
      data: { order: { total: 5 } },
    })
    expect(sent(asked)).toEqual({ query: config.query, variables })
  })

  it.each<[string, Partial<HttpResponse>, string]>([
    ['a refusal with 200', json({ data: null, errors: [{ message: 'No such field' }] }), 'graphql_errors'],
    ['no data', json({}), 'graphql_errors'],
    ['something else', { body: '<html>' }, 'graphql_errors'],
    ['a fault', { status: 503, body: 'later' }, 'http_status'],
  ])('says so for %s', async (_what, answer, code) => {
    const { http } = outside(() => answer)
    await expect(tryNode(graphqlRequest, config, { ports: { http } })).rejects.toMatchObject({ code })
  })
})

describe('webhook and Slack', () => {
  it('tell what happened, under the key of the run', async () => {
    const { asked, http } = outside(() => ({ status: 202 }))
    await outputOf(
      webhookCall,
      { url: 'https://x.example/h', event: 'a.b', credential },
      { input: { n: 1 }, ports: { http } },
    )
    expect(asked[0]).toMatchObject({
      credential,
      body: '{"n":1}',
      headers: { 'x-chowk-event': 'a.b', 'idempotency-key': 'e1:webhook_call:' },
    })
  })

  it('call nobody by a text that came from somewhere', async () => {
    const { asked, http } = outside(() => ({ body: 'ok' }))
    const text = '<!channel> <@U1> a & b'
    expect(await outputOf(slackMessage, { credential, text }, { ports: { http } })).toEqual({ posted: true })
    expect(sent(asked)).toEqual({ text: '&lt;!channel&gt; &lt;@U1&gt; a &amp; b', mrkdwn: false })
  })

  it.each([slackMessage, postgresQuery, s3, gmailSend])('$type says that it needs a credential', async (node) => {
    const { credential: _, ...config } = node.example as JsonObject
    await expect(tryNode(node, config)).rejects.toMatchObject({ code: 'credential_missing', field: 'credential' })
  })
})

describe('Postgres query', () => {
  const query = 'select * from t where a = $1 and b = $2'
  const answer = { rows: [{ a: 1 }], row_count: 1, truncated: false }

  it('binds values, and reads unless it is told to write', async () => {
    const asked: unknown[] = []
    const sql = {
      query: (...given: unknown[]) => {
        asked.push(given.slice(0, 3))
        return Promise.resolve(answer)
      },
    }
    const parameters = ["'; drop table t; --", { x: 1 }]
    expect(await outputOf(postgresQuery, { credential, query, parameters }, { ports: { sql } })).toEqual(answer)
    const request = { text: query, parameters, mode: 'read', max_rows: 1000, timeout_ms: 15_000 }
    expect(asked).toEqual([[request, credential, { owner: { user_id: 'u1' }, author: null, version: null }]])
  })

  it('refuses an expression in the query itself, and a number without a value', async () => {
    const bad = postgresQuery.config.safeParse({ credential, query: "select '{{ $input.name }}'" })
    expect(bad.error?.issues[0]?.message).toMatch(/write \$1/)
    await expect(tryNode(postgresQuery, { credential, query, parameters: [1] })).rejects.toMatchObject({
      code: 'parameter_missing',
    })
  })
})

describe('mail', () => {
  it('goes to every address once, with its files', async () => {
    const asked: unknown[] = []
    const mail = {
      send: (...given: unknown[]) => {
        asked.push(given)
        return Promise.resolve({ sent: 'queued' as const, recipients: 2 })
      },
    }
    const config = { to: 'a@x.in, b@x.in', subject: 'Hi', text: 'T', attachments: ['f1'] }
    expect(await outputOf(sendEmail, config, { ports: { mail } })).toEqual({ sent: 'queued', recipients: 2 })
    expect(asked).toEqual([
      [
        { to: ['a@x.in', 'b@x.in'], subject: 'Hi', text: 'T', attachments: ['f1'] },
        { owner: { user_id: 'u1' }, author: null, version: null },
        'e1:send_email:',
        expect.objectContaining({ aborted: false }),
      ],
    ])
  })

  const gmail = async (config: JsonObject, bytes = new TextEncoder().encode('a,b')) => {
    const { asked, http } = outside(() => json({ id: 'm1' }))
    const files = {
      write: () => Promise.reject(new Error()),
      open: async () => ({ name: 'Übersicht "1".csv', mime: 'text/csv', sha256: '1', read: async () => bytes }),
    }
    const found = await outputOf(
      gmailSend,
      { credential, to: 'asha@example.com', subject: 'S', text: 'T', ...config },
      { ports: { http, files } },
    )
    return { found, mail: await PostalMime.parse(Buffer.from(sent(asked).raw, 'base64url')) }
  }

  it('of Gmail is one that programs for mail read', async () => {
    const { found, mail } = await gmail({
      subject: 'नमस्ते, आपकी रिपोर्ट तैयार है और यह विषय लंबा है',
      text: 'Grüße\n—',
      attachments: ['f'],
    })
    expect(found).toEqual({ message_id: 'm1', recipients: 1 })
    expect(mail).toMatchObject({
      subject: 'नमस्ते, आपकी रिपोर्ट तैयार है और यह विषय लंबा है',
      to: [{ address: 'asha@example.com' }],
      text: 'Grüße\n—',
    })
    expect(mail.attachments[0]).toMatchObject({ filename: 'Übersicht "1".csv', mimeType: 'text/csv' })
  })

  it('of Gmail takes no header from a subject or an address', async () => {
    const hostile: JsonObject[] = [
      { subject: 'x\r\nBcc: evil@x.in' },
      { to: 'a@x.in\r\nBcc: evil@x.in' },
      { to: '' },
      { to: 'nobody' },
    ]
    for (const config of hostile) await expect(gmail(config)).rejects.toMatchObject({ code: 'mail_invalid' })
  })
})

describe('S3 storage', () => {
  const run = async (config: JsonObject, answer: Partial<HttpResponse> = {}) => {
    const { asked, http } = outside(() => answer)
    const files = {
      open: async () => ({ name: 'a.txt', mime: 'text/plain', sha256: 'a', read: async () => new Uint8Array([1, 2]) }),
      write: async (file: { name: string; mime: string }) => ({
        file_id: 'f1',
        name: file.name,
        mime: file.mime,
        bytes: 1,
      }),
    }
    return { found: await outputOf(s3, { credential, ...config }, { ports: { http, files } }), request: asked[0] }
  }

  it('gets a file or a text, puts, deletes', async () => {
    expect(
      await run({ key: 'a b/c.pdf' }, { bytes: new Uint8Array(1), headers: { 'content-type': 'application/pdf' } }),
    ).toMatchObject({
      found: { key: 'a b/c.pdf', file: { file_id: 'f1', name: 'c.pdf', mime: 'application/pdf' } },
      request: { method: 'GET', url: '/a%20b/c.pdf', credential },
    })
    expect((await run({ key: 'n', as: 'text' }, { body: 'hello' })).found).toEqual({ key: 'n', text: 'hello' })
    const put = await run({ operation: 'put', key: 'k', file: 'f' })
    expect(put.request).toMatchObject({
      method: 'PUT',
      body: new Uint8Array([1, 2]),
      headers: { 'content-type': 'text/plain' },
    })
    expect((await run({ operation: 'delete', key: 'k' })).request).toMatchObject({ method: 'DELETE', url: '/k' })
  })

  it('lists', async () => {
    const body = `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated>
      <Contents><Key>a&amp;b.txt</Key><Size>12</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`
    const { found, request } = await run({ operation: 'list', key: 'a/', max_keys: 1 }, { body })
    expect(found).toEqual({
      objects: [{ key: 'a&b.txt', bytes: 12, changed_at: '2026-01-01T00:00:00.000Z' }],
      truncated: true,
    })
    expect(request?.url).toBe('/?list-type=2&max-keys=1&prefix=a%2F')
  })

  it.each<[JsonObject, Partial<HttpResponse>, string]>([
    [{ key: '' }, {}, 'bad_key'],
    [{ key: '../other-bucket/x' }, {}, 'bad_key'],
    [{ key: 'x' }, { status: 404 }, 'object_not_found'],
    [{ key: 'x' }, { status: 403 }, 'http_status'],
    [{ operation: 'put', key: 'x' }, {}, 'file_missing'],
    [{ operation: 'list' }, { body: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }, 'doctype_refused'],
  ])('refuses %j, %j as %s', async (config, answer, code) => {
    await expect(run(config, answer)).rejects.toMatchObject({ code })
  })
})

describe('RSS', () => {
  const read = async (body: string, config: JsonObject = {}) => {
    const { http } = outside(() => ({ body }))
    return outputOf(rssRead, { url: 'https://x.example/feed', ...config }, { ports: { http } })
  }

  it('reads RSS 2.0 as feeds write it', async () => {
    const feed = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="x"><channel><title>News</title>
      <item><title>One &amp; two</title><link>https://x.example/1</link><guid>g1</guid><pubDate>Sat, 31 Jan 2026 15:00:00 +0530</pubDate>
        <description><![CDATA[<b>Bold</b>]]></description><dc:creator>Asha</dc:creator></item>
      <item><title>Bad</title><link>javascript:alert(1)</link><pubDate>soon</pubDate></item></channel></rss>`
    expect(await read(feed)).toEqual({
      title: 'News',
      items: [
        {
          id: 'g1',
          title: 'One & two',
          link: 'https://x.example/1',
          published_at: '2026-01-31T09:30:00.000Z',
          summary: '<b>Bold</b>',
          author: 'Asha',
        },
        { id: 'Bad', title: 'Bad', link: '', published_at: '', summary: '', author: '' },
      ],
    })
  })

  it('reads Atom, at most so many', async () => {
    const entry = (n: number) =>
      `<entry><id>u:${n}</id><title>T${n}</title><link rel="self" href="https://x.example/self"/><link href="https://x.example/${n}"/><updated>2026-01-31T09:30:00Z</updated><author><name>Ravi</name></author></entry>`
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title>${[1, 2, 3].map(entry).join('')}</feed>`
    const found = (await read(feed, { max_items: 2 })) as { items: JsonObject[] }
    expect(found.items).toHaveLength(2)
    expect(found.items[0]).toMatchObject({
      id: 'u:1',
      link: 'https://x.example/1',
      author: 'Ravi',
      published_at: '2026-01-31T09:30:00.000Z',
    })
  })

  it.each([
    [
      '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><rss><channel>&b;</channel></rss>',
      'doctype_refused',
    ],
    ['<rss><channel>', 'bad_xml'],
    ['not XML', 'bad_xml'],
    ['', 'bad_xml'],
    ['<html><body/></html>', 'not_a_feed'],
    [`<rss>${' '.repeat(5_000_001)}</rss>`, 'xml_too_large'],
  ])('refuses what is no feed (%#)', async (body, code) => {
    await expect(read(body)).rejects.toMatchObject({ code })
  })
})
