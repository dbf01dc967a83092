/** How Razorpay's API answers (razorpay.com/docs/api, "Errors" and "Pagination"). */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  json: Record<string, unknown>
  /** Header X-Refund-Idempotency or X-Payout-Idempotency. */
  key: string | null
}

export interface Answer {
  status: number
  json: object
}

export const refused = (description: string, field: string | null = null): Answer => ({
  status: 400,
  json: {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      ...(field !== null && { field }),
    },
  },
})

export const found = (json: object): Answer => ({ status: 200, json })
export const missing = () => refused('The id provided does not exist')
export const collection = (items: readonly object[]) => found({ entity: 'collection', count: items.length, items })

export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
export const notesOf = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, string>) : {}

/** Newest first, of a time and in pages of at most 100, as lists are. */
export function page<T extends { created_at: number }>(all: Iterable<T>, query: URLSearchParams): Answer {
  const number = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise)
  const [from, to] = [number('from', 0), number('to', Number.MAX_SAFE_INTEGER)]
  const [skip, count] = [number('skip', 0), Math.min(100, number('count', 10))]
  const chosen = [...all].filter(({ created_at }) => created_at >= from && created_at <= to).reverse()
  return collection(chosen.slice(skip, skip + count))
}
