import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { AnalyticsBatch } from '#contract/platform/analytics-events.ts'
import { createEventForwarder } from './analytics.ts'
import { createOutbound } from './outbound.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A service that counts, as Google's does: it takes a POST and says 204. */
async function service(status = 204) {
  const requests: { url: URL; body: { client_id: string; events: { name: string; params: object }[] } }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      requests.push({ url: new URL(request.url ?? '', 'http://x'), body: JSON.parse(text) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = createOutbound({ allow: [host] })
  const warnings: object[] = []
  closers.push(
    () => server.close(),
    () => outbound.close(),
  )
  const settings = { measurementId: 'G-TEST1', apiSecret: 'a-secret-of-a-test', url: `http://${host}/mp/collect` }
  const forward = createEventForwarder(outbound.http, settings, { warn: (detail) => warnings.push(detail) })
  return { forward, requests, warnings, server }
}
const batchOf = (count: number) =>
  AnalyticsBatch.parse({
    session_id: '5f2c7f0e-6d0b-4c57-9a53-0c8bb3f0a001',
    events: Array.from({ length: count }, () => ({ name: 'page_view', params: { path: '/pricing' } })),
  })

it('tells Google Analytics in its own protocol, 25 events at a time', async () => {
  const { forward, requests } = await service()
  forward(batchOf(30))
  await expect.poll(() => requests.length).toBe(2)
  expect(requests.map(({ body }) => body.events.length).sort()).toEqual([25, 5].sort())
  const [{ url, body } = requests[0] as never] = requests
  expect(Object.fromEntries(url.searchParams)).toEqual({ measurement_id: 'G-TEST1', api_secret: 'a-secret-of-a-test' })
  expect(body).toMatchObject({
    client_id: '5f2c7f0e-6d0b-4c57-9a53-0c8bb3f0a001',
    non_personalized_ads: true,
    events: expect.arrayContaining([
      expect.objectContaining({ name: 'page_view', params: expect.objectContaining({ path: '/pricing' }) }),
    ]),
  })
})

it('drops what is refused or cannot be delivered, and never says the secret', async () => {
  const refusing = await service(500)
  refusing.forward(batchOf(1))
  await expect.poll(() => refusing.warnings).toEqual([{ status: 500 }])
  const gone = await service()
  gone.server.close()
  gone.forward(batchOf(1))
  await expect.poll(() => gone.warnings.length).toBe(1)
  expect(JSON.stringify([refusing.warnings, gone.warnings])).not.toContain('a-secret-of-a-test')
})
