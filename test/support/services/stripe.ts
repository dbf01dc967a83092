/**
 * Stripe (https://docs.stripe.com/api/errors): bodies are forms with brackets (https://docs.stripe.com/api/request_bodies), lists continue after
 * their last item, searches with a cursor, and the same key gives the same answer (https://docs.stripe.com/api/idempotent_requests).
 */
import { bearer, type Call, isForm, match, pageOf, type Reply, type Service } from './service.ts'

type Tree = { [name: string]: string | Tree }
interface Stored {
  id: string
  object: string
  [field: string]: unknown
}

const no = (status: number, message: string, more: object = {}): Reply => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...more } },
})

/** `a[b][0]=x` as objects. */
function treeOf(form: URLSearchParams): Tree {
  const whole: Tree = {}
  for (const [name, value] of form) {
    const steps = [...name.matchAll(/^[^[]+|\[([^\]]*)\]/g)].map((found) => found[1] ?? found[0])
    let at = whole
    for (const step of steps.slice(0, -1)) {
      const next = at[step]
      at[step] = typeof next === 'object' ? next : {}
      at = at[step] as Tree
    }
    at[steps.at(-1) ?? ''] = value
  }
  return whole
}

export function stripe(token: string): Service & { objects: Map<string, Stored>; made(): number } {
  const objects = new Map<string, Stored>()
  const answered = new Map<string, Reply>()
  let made = 0
  const keep = (prefix: string, object: string, fields: object): Reply => {
    const stored = { id: `${prefix}_${++made}`, object, ...fields }
    objects.set(stored.id, stored)
    return { body: stored }
  }
  const all = (object: string) => [...objects.values()].filter((one) => one.object === object).reverse()

  function list(call: Call, object: string): Reply {
    const limit = Number(call.query.get('limit') ?? 10)
    const found = all(object)
    const after = call.query.get('starting_after')
    const from = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1
    if (after !== null && from === 0)
      return no(400, `No such ${object}: '${after}'`, { code: 'resource_missing', param: 'starting_after' })
    return {
      body: {
        object: 'list',
        url: call.path,
        data: found.slice(from, from + limit),
        has_more: from + limit < found.length,
      },
    }
  }

  function post(call: Call): Reply | null {
    const body = treeOf(call.form)
    if (call.bytes.length > 0 && !isForm(call))
      return no(400, 'Invalid request (check that your POST content type is application/x-www-form-urlencoded).')
    const [id = ''] = match(call, 'POST', /^\/v1\/customers\/([^/]+)$/) ?? []
    if (id !== '') {
      const customer = objects.get(id)
      if (!customer) return no(404, `No such customer: '${id}'`, { code: 'resource_missing', param: 'id' })
      // Metadata is merged by name.
      Object.assign(customer, body, { metadata: { ...(customer.metadata as object), ...(body.metadata as Tree) } })
      return { body: customer }
    }
    if (call.path === '/v1/customers') return keep('cus', 'customer', { metadata: {}, ...body })
    if (call.path === '/v1/payment_links') {
      const first = (body.line_items as Tree | undefined)?.['0'] as Tree | undefined
      if (!first?.price || !first.quantity)
        return no(400, 'Missing required param: line_items[0].', { param: 'line_items[0]' })
      return keep('plink', 'payment_link', { url: 'https://buy.stripe.com/x', line_items: body.line_items })
    }
    if (call.path === '/v1/payment_intents') {
      if (!/^\d+$/.test(String(body.amount))) return no(400, `Invalid integer: ${body.amount}`, { param: 'amount' })
      return keep('pi', 'payment_intent', {
        amount: Number(body.amount),
        currency: body.currency,
        status: 'requires_payment_method',
      })
    }
    if (call.path === '/v1/refunds') {
      const of = objects.get(String(body.payment_intent ?? body.charge ?? ''))
      if (!of)
        return no(400, 'One of the following params should be provided for this request: payment_intent or charge.')
      return keep('re', 'refund', {
        payment_intent: of.id,
        amount: Number(body.amount ?? of.amount),
        status: 'succeeded',
      })
    }
    return null
  }

  function answer(call: Call): Reply | null {
    const key = call.headers['idempotency-key']
    if (call.method === 'POST') {
      const known = key === undefined ? undefined : answered.get(key)
      if (known) return { ...known, headers: { 'idempotent-replayed': 'true' } }
      const reply = post(call)
      if (reply && key !== undefined) answered.set(key, reply)
      return reply
    }
    if (call.path === '/v1/customers/search') {
      const [, email] = /^email:'([^']+)'$/.exec(call.query.get('query') ?? '') ?? []
      if (!email) return no(400, 'We were unable to parse your search query.')
      const found = all('customer').filter((one) => one.email === email)
      const { items, next } = pageOf(found, Number(call.query.get('limit') ?? 10), call.query.get('page'))
      return {
        body: { object: 'search_result', data: items, has_more: next !== null, next_page: next, url: call.path },
      }
    }
    if (call.method === 'GET' && /^\/v1\/(?:customers|payment_intents|refunds)$/.test(call.path))
      return list(call, call.path.slice(4, -1))
    const [id = ''] = match(call, call.method, /^\/v1\/(?:customers|payment_intents)\/([^/]+)$/) ?? []
    const found = objects.get(id)
    if (id === '') return null
    if (!found) return no(404, `No such customer: '${id}'`, { code: 'resource_missing', param: 'id' })
    if (call.method === 'GET') return { body: found }
    if (call.method !== 'DELETE') return null
    objects.delete(id)
    return { body: { id, object: 'customer', deleted: true } }
  }
  return {
    ...{ objects, answer, made: () => made, signedIn: bearer(token) },
    refusal: no(401, 'Invalid API Key provided: sk_test_****'),
  }
}
