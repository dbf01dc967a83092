/** An app with one action, at the approved host. */
import type { Connector } from '#connectors/connector.ts'

export const SHOP = 'shop'

export const shopAt = (host: string): Connector => ({
  ...{ id: SHOP, name: 'Shop', description: 'Keeps orders.', source: 'openapi', provider: 'Shop', version: '1' },
  ...{ categories: [], logo: null, website: null, licence: null, variables: [] },
  ...{ base_url: `http://${host}`, hosts: [host] },
  sign_in: [{ id: 'key', title: 'Key', type: 'fields', fields: [], placement: {} }],
  actions: [
    {
      ...{ id: 'find_order', title: 'Find an order', description: '', group: '', effect: 'read', idempotent: true },
      input: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
      ...{ output: null, sample: null, scopes: [], docs_url: null },
      call: {
        ...{ type: 'http', method: 'GET', path: '/orders/{number}', body: null, answer: 'json' },
        parts: [{ key: 'number', in: 'path', name: 'number' }],
      },
    },
  ],
})
