import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { queryClient, shouldRetry } from './query-client.ts'
import { retryDelay } from './retry-delay.ts'

describe('the data-query defaults', () => {
  it('never repeats a refusal, and repeats anything else once', () => {
    expect(shouldRetry(0, new ApiError('x', { status: 404 }))).toBe(false)
    expect(shouldRetry(0, new ApiError('x', { status: 429 }))).toBe(false)
    expect(shouldRetry(0, new ApiError('x', { status: 503 }))).toBe(true)
    expect(shouldRetry(0, new ApiError('x'))).toBe(true)
    expect(shouldRetry(1, new ApiError('x', { status: 503 }))).toBe(false)
  })
  it('waits 1 s, doubling up to 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })
  it('are what the client is made with', () => {
    const { queries, mutations } = queryClient.getDefaultOptions()
    expect(queries).toMatchObject({
      staleTime: 5 * 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnMount: true,
      refetchOnReconnect: true,
    })
    expect([queries?.retry, queries?.retryDelay, mutations?.retry]).toEqual([shouldRetry, retryDelay, 0])
  })
})
