import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { secure } from './security.ts'

const policy = async (razorpay: boolean): Promise<string> => {
  const app = Fastify()
  secure(app, { https: false, razorpay })
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
