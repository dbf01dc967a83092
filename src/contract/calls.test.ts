import { expect, it } from 'vitest'
import { api } from './api.ts'
import { CALLS } from './calls.ts'
import type { EndpointDefinition } from './endpoint.ts'
import { LIMITS } from './limits.ts'

it('lists the method, path and time-out of every endpoint', () => {
  const derived = Object.fromEntries(
    Object.entries<EndpointDefinition>(api).map(([name, { method, path, timeout }]) => [
      name,
      { method, path, timeout: timeout ?? LIMITS.timeouts.api },
    ]),
  )
  expect(CALLS).toEqual(derived)
})
