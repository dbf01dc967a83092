/** Razorpay (https://razorpay.com/docs/api/errors/): amounts in paise, lists by `skip` and `count`. */
import { basic, type Call, isJson, match, type Reply, type Service } from './service.ts'

interface Stored {
  id: string
  entity: string
  [field: string]: unknown
}

const no = (description: string, field: string | null = null, status = 400): Reply => ({
  status,
  body: {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      field,
    },
  },
})

export function razorpay(user: string, password: string): Service & { entities: Map<string, Stored> } {
  const entities = new Map<string, Stored>()
  let made = 0
  const keep = (prefix: string, entity: string, fields: object): Reply => {
    const stored = { id: `${prefix}_${++made}`, entity, created_at: 1_700_000_000 + made, ...fields }
    entities.set(stored.id, stored)
    return { body: stored }
  }
  const captured = keep('pay', 'payment', { amount: 5000, amount_refunded: 0, currency: 'INR', status: 'captured' })

  function list(call: Call, entity: string): Reply {
    const count = Number(call.query.get('count') ?? 10)
    if (count > 100) return no('The count may not be greater than 100.', 'count')
    const skip = Number(call.query.get('skip') ?? 0)
    const items = [...entities.values()].filter((one) => one.entity === entity).slice(skip, skip + count)
    return { body: { entity: 'collection', count: items.length, items } }
  }

  function post(call: Call): Reply | null {
    const json = (call.json ?? {}) as Record<string, number | string | undefined>
    if (call.bytes.length > 0 && !isJson(call)) return no('The request content type is not supported.')
    if (call.path === '/v1/orders') {
      if (!json.amount) return no('The amount field is required.', 'amount')
      if (Number(json.amount) < 100) return no('Order amount less than minimum amount allowed', 'amount')
      return keep('order', 'order', {
        ...json,
        amount_paid: 0,
        amount_due: json.amount,
        status: 'created',
        attempts: 0,
      })
    }
    if (call.path === '/v1/payment_links')
      return keep('plink', 'payment_link', { ...json, status: 'created', short_url: 'https://rzp.io/i/x' })
    if (call.path === '/v1/customers') {
      const known = [...entities.values()].find((one) => one.entity === 'customer' && one.email === json.email)
      if (known)
        return String(json.fail_existing) === '0' ? { body: known } : no('Customer already exists for the merchant')
      return keep('cust', 'customer', json)
    }
    const [link] = match(call, 'POST', /^\/v1\/payment_links\/([^/]+)\/cancel$/) ?? []
    const [payment] = match(call, 'POST', /^\/v1\/payments\/([^/]+)\/refund$/) ?? []
    const found = entities.get(link ?? payment ?? '')
    if ((link ?? payment) !== undefined && !found) return no('The id provided does not exist')
    if (link && found) {
      if (found.status !== 'created') return no('Payment link is already cancelled.')
      found.status = 'cancelled'
      return { body: found }
    }
    if (!payment || !found) return null
    const amount = Number(json.amount ?? found.amount)
    if (amount + Number(found.amount_refunded) > Number(found.amount))
      return no('The total refund amount is greater than the refund payment amount', 'amount')
    found.amount_refunded = Number(found.amount_refunded) + amount
    return keep('rfnd', 'refund', { payment_id: found.id, amount, status: 'processed' })
  }

  function answer(call: Call): Reply | null {
    if (call.method === 'POST') return post(call)
    const [lists] = match(call, 'GET', /^\/v1\/(orders|payments|refunds|customers)$/) ?? []
    if (lists !== undefined) return list(call, lists.slice(0, -1))
    const [id] = match(call, 'GET', /^\/v1\/(?:orders|payments|payment_links)\/([^/]+)$/) ?? []
    const found = entities.get(id ?? '')
    return id === undefined ? null : found ? { body: found } : no('The id provided does not exist')
  }
  return {
    ...{ entities, answer, signedIn: basic(user, password), payment: captured },
    refusal: { status: 401, body: { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } } },
  }
}
