import { afterEach, expect, it, vi } from 'vitest'
import type { Execution, ExecutionEvent } from '#contract/runs/executions.ts'
import { followRun, type RunView } from './follow-run.ts'

afterEach(() => vi.unstubAllGlobals())

const id = '019abcde-0000-7000-8000-000000000001'
const yes = { allowed: true, reason: null }
const abilities = {
  pause: yes,
  resume: yes,
  cancel: yes,
  retry: yes,
  rerun: yes,
  fork: yes,
  make_case: yes,
  delete: yes,
}
const started = { id, status: 'running', seq: 1, nodes: [], abilities } as unknown as Execution

/** A server that streams these events, and a view that notes what it is told. */
function follow(events: readonly unknown[], renew: RunView['renew'] = async () => {}) {
  const text = events.map((event, at) => `id: ${at + 2}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  const headers: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    headers.push(new Headers(init.headers))
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  })
  let shown = started
  const progress: unknown[] = []
  const renewed = vi.fn(renew)
  const following = followRun(started, {
    change: (next) => {
      shown = next(shown)
    },
    progress: (key, { message }) => progress.push([key, message]),
    lost: () => {},
    renew: renewed,
  })
  return { following, renewed, progress, headers, shown: () => shown }
}

const progress = { type: 'progress', node_id: 'read', iteration: '', fraction: 0.5, message: 'Page 2 of 4' }
const waiting = { type: 'status', seq: 3, status: 'waiting' } satisfies ExecutionEvent
const end = { type: 'end', seq: 4, status: 'succeeded', output: 1, error: null }

it('shows what a run is at, and fetches it whole once it has ended', async () => {
  const { following, renewed, progress: said, headers, shown } = follow([progress, end])
  expect(await following.ended).toBe(true)
  expect(said).toEqual([['read:', 'Page 2 of 4']])
  // The state at the end comes whole, with its logs and times, and not by the event.
  expect(shown().status).toBe('running')
  expect(renewed).toHaveBeenCalledTimes(1)
  expect(headers[0]?.get('last-event-id')).toBe('1')
})

it('fetches what a run waits for, so that the page says whom it waits for', async () => {
  const { following, renewed, shown } = follow([waiting, end])
  await following.ended
  expect(shown().status).toBe('waiting')
  expect(renewed).toHaveBeenCalledTimes(2)
})

it('tells nothing more once it is stopped, whatever is still under way', async () => {
  const { following, renewed, shown } = follow([waiting, end])
  following.stop()
  expect(await following.ended).toBe(false)
  expect(shown()).toBe(started)
  expect(renewed).not.toHaveBeenCalled()
})
