import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { queryClient, renew, shouldRetry } from './query-client.ts'
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

describe('data that has changed', () => {
  /** A read that ends when it is told to, with what was there when it began. */
  function reads(key: string) {
    let stored = 'before'
    const ends: (() => void)[] = []
    const queryFn = () => {
      const { promise, resolve } = Promise.withResolvers<string>()
      const found = stored
      ends.push(() => resolve(found))
      return promise
    }
    const change = () => {
      stored = 'after'
      return renew([key])
    }
    return { query: { queryKey: [key], queryFn }, change, ends }
  }

  it('is read again after a first read that had begun before', async () => {
    const { query, change, ends } = reads('shown')
    const stop = new QueryObserver(queryClient, query).subscribe(() => {})
    const renewed = change()
    ends[0]?.()
    await expect.poll(() => ends).toHaveLength(2)
    ends[1]?.()
    await renewed
    expect(queryClient.getQueryData(['shown'])).toBe('after')
    stop()
  })

  it('is read again when it is next needed, where a page was only about to need it', async () => {
    const { query, change, ends } = reads('loaded')
    const loaded = queryClient.fetchQuery(query)
    const renewed = change()
    ends[0]?.()
    await Promise.all([loaded, renewed])
    const next = queryClient.fetchQuery(query)
    ends[1]?.()
    expect(await next).toBe('after')
  })
})
