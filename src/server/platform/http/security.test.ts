import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { addSecurityHeaders, limitRequests } from './security.ts'

const policy = async (razorpay: boolean): Promise<string> => {
  const app = Fastify()
  addSecurityHeaders(app, { https: false, razorpay })
  const { headers } = await app.inject({ method: 'GET', url: '/pricing' })
  await app.close()
  return String(headers['content-security-policy'])
}

it('lets the checkout of Razorpay in where payments are taken through it, and nowhere else', async () => {
  const [open, closed] = [await policy(true), await policy(false)]
  expect(open).toContain("script-src 'self' https://checkout.razorpay.com")
  expect(open).toContain("frame-src 'self' https://api.razorpay.com https://checkout.razorpay.com")
  expect(closed).not.toContain('razorpay')
  for (const one of [open, closed]) expect(one).not.toContain('unsafe-eval')
})

it('refuses requests over the limit before their body is parsed', async () => {
  const app = Fastify()
  app.decorateRequest('caller', null)
  const parse = vi.fn(async () => ({}))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, parse)
  await limitRequests(app, () => 2)
  app.post('/', async () => 'served')
  const send = async () => {
    const answer = await app.inject({ method: 'POST', url: '/', remoteAddress: '203.0.113.9', payload: 'x' })
    return answer.statusCode === 200
  }
  expect([await send(), await send(), await send()]).toEqual([true, true, false])
  expect(parse).toHaveBeenCalledTimes(2)
  await app.close()
})
