import { describe, expect, it } from 'vitest'
import { httpRequest } from '#nodes/types/integrations/http-request.ts'
import { busy } from '#test/support/busy.ts'
import { importCurl, wordsOf } from './curl.ts'

describe('a line of cURL', () => {
  it('as documentation gives it becomes settings that the step takes', () => {
    const { settings, notes } = importCurl(`
$ curl -X POST 'https://api.example.com/v1/orders?dry=1' \\
  -H "Content-Type: application/json" \\
  -H 'X-Request: a:b' \\
  --data-raw '{"id": 12, "note": "it'\\''s \\"quoted\\""}'`)
    expect(settings).toEqual({
      method: 'POST',
      url: 'https://api.example.com/v1/orders?dry=1',
      headers: [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'X-Request', value: 'a:b' },
      ],
      body_type: 'json',
      body: { id: 12, note: 'it\'s "quoted"' },
    })
    expect(notes).toEqual([])
    expect(httpRequest.config.safeParse(settings).success).toBe(true)
  })

  it.each([
    ['curl example.com', { method: 'GET', url: 'https://example.com' }],
    ['curl -I https://example.com/a', { method: 'HEAD', url: 'https://example.com/a' }],
    ['curl -sSL --compressed -o x.html https://example.com', { method: 'GET', url: 'https://example.com' }],
    ['curl -XDELETE https://example.com/1', { method: 'DELETE', url: 'https://example.com/1' }],
    ['curl -G https://example.com/s -d q=a -d page=2', { method: 'GET', url: 'https://example.com/s?q=a&page=2' }],
    ['curl --url https://example.com -m 2.5', { method: 'GET', url: 'https://example.com', timeout_ms: 2500 }],
    [
      "curl https://example.com --json '[1]'",
      { method: 'POST', url: 'https://example.com', body_type: 'json', body: [1] },
    ],
    ["curl https://example.com -d $'a\\nb\\u00e9'", { method: 'POST', body: 'a\nbé', body_type: 'text' }],
    ["curl https://example.com --data-urlencode 'q=a b&c'", { body: 'q=a%20b%26c' }],
    [
      'curl "https://example.com/\\$x" -A "My Agent"',
      { url: 'https://example.com/$x', headers: [{ name: 'User-Agent', value: 'My Agent' }] },
    ],
  ])('%s', (line, settings) => {
    expect(importCurl(line).settings).toMatchObject(settings)
  })

  it.each([
    ["curl -H 'Authorization: Bearer canary-1' https://example.com", 'bearer'],
    ["curl -H 'Authorization: Basic canary-1' https://example.com", 'basic'],
    ['curl -u me:canary-1 https://example.com', 'basic'],
    ['curl -ume:canary-1 https://example.com', 'basic'],
    ['curl https://me:canary-1@example.com/x', 'basic'],
    ["curl -H 'x-api-key: canary-1' https://example.com", 'api_key_header'],
    ["curl -b 'session=canary-1' https://example.com", null],
  ])('%s leaves its secret out and says so', (line, type) => {
    const { settings, notes, credential_type } = importCurl(line)
    expect(JSON.stringify(settings)).not.toContain('canary')
    expect(notes.join()).not.toContain('canary')
    expect(notes).toHaveLength(1)
    expect(credential_type).toBe(type)
  })

  it('reads no file of the computer', () => {
    const { settings, notes } = importCurl('curl https://example.com -d @/etc/passwd')
    expect(settings).toEqual({ method: 'GET', url: 'https://example.com' })
    expect(notes[0]).toMatch(/not read/)
  })

  it.each([
    '',
    'wget https://example.com',
    'curl',
    "curl 'https://example.com",
    'curl -X',
    'curl -X BREW https://example.com',
    'rm -rf / ; curl https://example.com',
  ])('refuses %j', (line) => {
    expect(() => importCurl(line)).toThrow(expect.objectContaining({ code: 'bad_curl' }))
  })

  it('is read in time in proportion to its length, and no longer than that', () => {
    const spent = busy()
    expect(wordsOf(`curl ${'\\'.repeat(90_000)}`)).toHaveLength(2)
    importCurl(`curl https://example.com ${"-H 'a: b' ".repeat(9_000)}`)
    expect(spent()).toBeLessThan(1000)
    expect(() => wordsOf('x'.repeat(100_001))).toThrow(/too long/)
  })
})
