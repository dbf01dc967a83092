/** Pages count towards the limit of requests as the API does: drawing one costs more than most answers of the API. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { limitRequests } from '../security.ts'
import { serveWeb } from '../static.ts'

const folder = mkdtempSync(join(tmpdir(), 'chowk-limit-'))
const root = join(folder, 'web')
mkdirSync(root)
writeFileSync(join(root, 'index.html'), '<html><head><title>Chowk</title></head><body><div id="root"></div></body></html>')
afterAll(() => rmSync(folder, { recursive: true }))

it.each(['/marketplace?search=', '/nowhere-'])('refuses a visitor who asks for pages %s over the limit', async (path) => {
  const app = Fastify()
  app.decorateRequest('caller', null)
  await limitRequests(app, 5)
  app.get('/api/v1/agents', async () => 'served')
  let drawn = 0
  const draw = async () => {
    drawn++
    return { status: 200 as const, title: 'x', html: '<p>drawn</p>', data: [] }
  }
  await serveWeb(app, root, { brand: 'Chowk', origin: 'https://chowk.example', firebase: null, renderer: { draw } } as never)
  const ask = async (url: string, remoteAddress: string) =>
    (await app.inject({ url, remoteAddress, headers: { accept: 'text/html' } })).statusCode
  const api = []
  const pages = []
  for (let n = 0; n < 50; n++) {
    api.push(await ask('/api/v1/agents', '203.0.113.8'))
    pages.push(await ask(`${path}${n}`, '203.0.113.9'))
  }
  console.log({ path, api: api.filter((status) => status === 429).length, pages: pages.filter((status) => status === 429).length, drawn })
  await app.close()
  expect(api.filter((status) => status === 429)).toHaveLength(45)
  expect(pages.filter((status) => status === 429)).toHaveLength(45)
})
