import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { serveListings } from './listings.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const evil = '<script>alert(1)</script>\n# Not a heading'

let test: TestApp
let get: (url: string) => Promise<{ statusCode: number; headers: Record<string, unknown>; body: string }>
beforeAll(async () => {
  test = await createTestApp()
  const seller = await test.person('seller')
  const { pool } = test.database
  const listing = {
    does: ['Codes\n\nnotes'],
    does_not: [],
    how_it_works: '',
    disclaimer: 'A draft',
    workflow_open: false,
  }
  await addAgent(pool, seller.id, document, { slug: 'coder', name: 'Coder', listing, price: ['per_run', 1250] })
  await addAgent(pool, seller.id, document, { slug: 'evil', name: evil, tagline: evil })
  await addAgent(pool, seller.id, document, { slug: 'hidden', status: 'draft' })
  // The pages ask the API; here it is another server in this process.
  const app = Fastify()
  app.get('/api/v1/agents/:id', async (request, reply) => {
    const answer = await test.app.inject(request.url)
    return reply.code(answer.statusCode).type('application/json').send(answer.body)
  })
  serveListings(app, { brand: readTestBrand, origin: 'https://chowk.example' })
  get = (url) => app.inject(url)
})
afterAll(() => test.close())

describe('a listing as text', () => {
  it('says what the page says', async () => {
    const { statusCode, headers, body } = await get('/agent/coder.md')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    for (const part of [
      '# Coder\n',
      '- Page: https://chowk.example/agent/coder\n',
      '- Price: ₹12.50 per run, GST included',
      '## It does\n\n- Codes notes\n',
      '**A draft**',
      '## Input (JSON Schema)\n\n```json\n{',
      'POST https://chowk.example/api/v1/workflows/execute',
      '- [',
    ])
      expect(body).toContain(part)
  })

  it('keeps hostile text in its line', async () => {
    const { body } = await get('/agent/evil.md')
    expect(body).toMatch(/^# scriptalert\(1\)\/script # Not a heading\n/)
    expect(body).not.toContain('<script>')
  })

  it.each(['/agent/hidden.md', '/agent/nobody.md', '/agent/..%2fcoder.md', '/agent/CODER.md'])(
    'is not there at %s',
    async (url) => {
      expect((await get(url)).statusCode).not.toBe(200)
    },
  )
})

describe('the badge', () => {
  it('may be shown by other sites, and holds no markup of the seller', async () => {
    const { statusCode, headers, body } = await get('/agent/evil/badge.svg')
    expect([statusCode, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])
    expect(headers['content-type']).toContain('image/svg+xml')
    expect(body).not.toContain('<script')
    expect(body).toContain('>listed</text>')
  })

  it('shows its measured status', async () => {
    const { pool } = test.database
    await pool.query(
      `insert into agent_stats (agent_id, runs, succeeded, median_ms, users_30d, measured_at)
       select id, 1200, 1176, 900, 3, now() from agents where slug = 'coder'`,
    )
    expect((await get('/agent/coder/badge.svg')).body).toContain('>98% of 1,200 runs</text>')
    expect((await get('/agent/coder.md')).body).toContain('1,200 runs, 98% succeeded, median time 900 ms, 3 users')
    await pool.query(`update agents set rating = 4.6, review_count = 12 where slug = 'coder'`)
    expect((await get('/agent/coder/badge.svg')).body).toContain('>★ 4.6 (12)</text>')
  })

  it('is there for what is published alone', async () => {
    expect((await get('/agent/hidden/badge.svg')).statusCode).toBe(404)
  })
})
