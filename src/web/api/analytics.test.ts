import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueue, SEND_AFTER_MS } from './analytics-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function queue(mayCount = () => true) {
  const posted: { events: { name: string; ago_ms: number }[]; session_id: string }[] = []
  const beacons: Blob[] = []
  const made = createQueue({
    post: async (_url, body) => posted.push(JSON.parse(body)),
    beacon: (_url, body) => beacons.push(body) > 0,
    now: Date.now,
    mayCount,
  })
  const add = (name = 'logout') => made.enqueue({ name, params: {}, at: Date.now() })
  return { ...made, posted, beacons, add }
}

describe('events on their way', () => {
  it('go together after some seconds, each with its age', () => {
    const { add, posted } = queue()
    add('login')
    vi.advanceTimersByTime(2000)
    add('logout')
    expect(posted).toEqual([])
    vi.advanceTimersByTime(SEND_AFTER_MS - 2000)
    expect(posted.map(({ events }) => events.map(({ name, ago_ms }) => [name, ago_ms]))).toEqual([
      [
        ['login', 5000],
        ['logout', 3000],
      ],
    ])
  })

  it('go at once when 50 wait, under one random number', () => {
    const { add, posted } = queue()
    for (let n = 0; n < 120; n++) add()
    expect(posted.map(({ events }) => events.length)).toEqual([50, 50])
    expect(new Set(posted.map(({ session_id }) => session_id)).size).toBe(1)
    expect(queue().posted).not.toContain(posted[0]?.session_id)
  })

  it('go with a beacon when the page is left, once', async () => {
    const { add, leave, posted, beacons } = queue()
    add('search')
    leave()
    leave()
    vi.advanceTimersByTime(60_000)
    expect([posted.length, beacons.length, beacons[0]?.type]).toEqual([0, 1, 'application/json'])
    expect(JSON.parse((await beacons[0]?.text()) ?? '').events).toMatchObject([{ name: 'search' }])
  })

  it('never go once the consent is withdrawn', () => {
    let allowed = true
    const { add, leave, posted, beacons } = queue(() => allowed)
    add()
    allowed = false
    vi.advanceTimersByTime(60_000)
    leave()
    expect([posted, beacons]).toEqual([[], []])
  })
})
