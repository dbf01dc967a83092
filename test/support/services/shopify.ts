/** Shopify’s Admin API (https://shopify.dev/docs/api/admin-rest/2024-10/resources/product): things are wrapped in their name, pages are links. */
import { type Call, isJson, match, type Reply, type Service } from './service.ts'

type Product = Record<string, unknown> & { id: number; title?: string }

export function shopify(token: string): Service & { products: Map<number, Product> } {
  const products = new Map<number, Product>()

  function answer(call: Call): Reply | null {
    if (call.bytes.length > 0 && !isJson(call)) return { status: 415, body: { errors: 'Unsupported Media Type' } }
    const { product } = (call.json ?? {}) as { product?: Record<string, unknown> }
    const of = '^/admin/api/2024-10/products'
    if (match(call, 'POST', new RegExp(`${of}\\.json$`))) {
      if (!product) return { status: 400, body: { errors: { product: 'Required parameter missing or invalid' } } }
      if (!product.title) return { status: 422, body: { errors: { title: ["can't be blank"] } } }
      const made = { id: 1001 + products.size, status: 'active', ...product }
      products.set(made.id, made)
      return { status: 201, body: { product: made } }
    }
    if (match(call, 'GET', new RegExp(`${of}\\.json$`))) {
      const info = call.query.get('page_info')
      // With a place in the list nothing else may be asked for.
      if (info !== null && [...call.query.keys()].some((key) => !['page_info', 'limit', 'fields'].includes(key)))
        return { status: 400, body: { errors: 'page_info: Invalid value.' } }
      const limit = Number(call.query.get('limit') ?? 50)
      const since = Number(call.query.get('since_id') ?? 0)
      const all = [...products.values()].filter(({ id }) => id > since)
      const from = Number(info ?? 0)
      const next = `${call.origin}${call.path}?limit=${limit}&page_info=${from + limit}`
      return {
        headers: from + limit < all.length ? { link: `<${next}>; rel="next"` } : {},
        body: { products: all.slice(from, from + limit) },
      }
    }
    const [id] = match(call, call.method, new RegExp(`${of}/(\\d+)\\.json$`)) ?? []
    const found = products.get(Number(id))
    if (id === undefined) return null
    if (!found) return { status: 404, body: { errors: 'Not Found' } }
    if (call.method === 'PUT') {
      Object.assign(found, product, { id: found.id })
      return { body: { product: found } }
    }
    if (call.method !== 'DELETE') return null
    products.delete(found.id)
    return { body: {} }
  }
  return {
    ...{ products, answer, signedIn: ({ headers }) => headers['x-shopify-access-token'] === token },
    refusal: {
      status: 401,
      body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
    },
  }
}
