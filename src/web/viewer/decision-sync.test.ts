import { describe, expect, it } from 'vitest'
import type { FindingDecision, RunReview } from '#contract/runs/decisions.ts'
import { ApiError } from '#web/api/api-error.ts'
import { DecisionSync, newerOf, type Press, type SyncPorts } from './decision-sync.ts'

const accepted = { verdict: 'accepted', value: null } as const
const rejected = { verdict: 'rejected', value: null } as const

/** A server that keeps decisions of several people, as the real one answers. */
function serverOf() {
  const decisions = new Map<string, FindingDecision & { who: string }>()
  let number = 0
  const review = () => ({ number, decisions: [...decisions.values()] }) as unknown as RunReview
  const add = (who: string, { id, verdict, value, after }: Omit<Press, 'key' | 'reason'>): boolean => {
    const known = decisions.get(id)
    if (known && known.number !== after && known.who !== who && known.verdict !== verdict) return false
    number += 1
    const person = { id: who, name: who }
    decisions.set(id, { id, verdict, value, number, label: id, reason: '', by: person as never, at: '', who })
    return true
  }
  const send = (who: string) => async (presses: readonly Press[]) => {
    const at = presses.findIndex((one) => {
      const known = decisions.get(one.id)
      return known && known.number !== one.after && known.who !== who && known.verdict !== one.verdict
    })
    if (at !== -1)
      throw new ApiError('Ben decided it meanwhile.', {
        status: 409,
        problems: [{ code: 'decision_conflict', field: `decisions.${at}.after`, message: 'x' }],
      })
    for (const press of presses) add(who, press)
    return review()
  }
  return { decisions, review, add, send }
}

function syncOf(server = serverOf(), ports: Partial<SyncPorts> = {}, kept: Press[] = []) {
  let key = 0
  const stored: (readonly Press[])[] = []
  const waiting: (() => void)[] = []
  const sync = new DecisionSync(
    {
      send: server.send('me'),
      load: async () => server.review(),
      keep: (presses) => void stored.push(presses),
      later: (work) => void waiting.push(work),
      makeKey: () => `key-${++key}`,
      ...ports,
    },
    kept,
  )
  return { sync, server, stored, waiting }
}

describe('decisions on their way to the server', () => {
  it('show at once, and none of many quick presses is lost', async () => {
    const sent: number[] = []
    const server = serverOf()
    const { sync } = syncOf(server, {
      send: async (presses) => {
        sent.push(presses.length)
        return server.send('me')(presses)
      },
    })
    sync.take(server.review())
    for (let i = 0; i < 100; i += 1) sync.press(`f${i}`, i % 2 ? accepted : rejected)
    expect(sync.state.get().pending).toHaveLength(100)
    expect(await sync.settled()).toBe(true)
    expect(server.decisions.size).toBe(100)
    expect(server.decisions.get('f99')?.verdict).toBe('accepted')
    expect(sent.length).toBeLessThan(5)
  })

  it('are taken back by the same press, also while the first one is on its way', async () => {
    const { sync, server } = syncOf()
    sync.take(server.review())
    sync.press('a', accepted)
    sync.press('a', accepted)
    await sync.settled()
    expect(server.decisions.get('a')?.verdict).toBeNull()
    sync.press('a', accepted)
    sync.press('a', rejected)
    await sync.settled()
    expect(server.decisions.get('a')?.verdict).toBe('rejected')
  })

  it('wait for the reviewer where another person decided meanwhile, and hold nothing else up', async () => {
    const { sync, server } = syncOf()
    sync.take(server.review())
    server.add('ben', { id: 'a', ...rejected, after: 0 })
    sync.press('a', accepted)
    sync.press('b', accepted)
    expect(await sync.settled()).toBe(false)
    const { conflicts, pending, review } = sync.state.get()
    expect([...conflicts]).toEqual(['a'])
    expect(pending.map(({ id }) => id)).toEqual(['a'])
    expect(review?.decisions.find(({ id }) => id === 'a')?.by?.name).toBe('ben')
    expect(server.decisions.get('b')?.verdict).toBe('accepted')

    sync.resolve('a', 'mine')
    expect(await sync.settled()).toBe(true)
    expect(server.decisions.get('a')?.verdict).toBe('accepted')
    server.add('ben', { id: 'b', ...rejected, after: server.decisions.get('b')?.number ?? 0 })
    sync.press('b', { verdict: 'edited', value: 'I10' })
    await sync.settled()
    sync.resolve('b', 'theirs')
    expect(sync.state.get().pending).toEqual([])
    expect(server.decisions.get('b')?.verdict).toBe('rejected')
  })

  it('are kept without a connection, and sent again under the same key', async () => {
    const server = serverOf()
    const keys: string[][] = []
    let isUp = false
    const { sync, stored, waiting } = syncOf(server, {
      send: async (presses) => {
        keys.push(presses.map(({ key }) => key))
        if (!isUp) throw new ApiError('No answer', { status: null, category: 'NETWORK' as never })
        return server.send('me')(presses)
      },
    })
    sync.take(server.review())
    sync.press('a', accepted)
    expect(await sync.settled()).toBe(false)
    expect(sync.state.get().unsaved).toBe(true)
    expect(stored.at(-1)).toHaveLength(1)
    isUp = true
    waiting.shift()?.()
    expect(await sync.settled()).toBe(true)
    expect(keys[1]).toEqual(keys[0])
    expect(sync.state.get().unsaved).toBe(false)
    expect(stored.at(-1)).toEqual([])

    const later = syncOf(server, {}, [{ id: 'c', ...accepted, reason: '', after: 0, key: 'from-before' }])
    later.sync.take(server.review())
    await later.sync.settled()
    expect(server.decisions.get('c')?.verdict).toBe('accepted')
  })

  it('that the server refuses are dropped with its reason, and the others are saved', async () => {
    const server = serverOf()
    const { sync } = syncOf(server, {
      send: async (presses) => {
        const at = presses.findIndex(({ value }) => value === 'banana')
        if (at === -1) return server.send('me')(presses)
        const problems = [{ code: 'invalid_input', field: `decisions.${at}.value`, message: 'No such code.' }]
        throw new ApiError('No such code.', { status: 400, problems })
      },
    })
    sync.take(server.review())
    sync.press('a', accepted)
    sync.press('b', { verdict: 'edited', value: 'banana' })
    await sync.settled()
    expect(sync.state.get()).toMatchObject({ pending: [], refused: { message: 'No such code.' } })
    expect([...server.decisions.keys()]).toEqual(['a'])
  })

  it('are not overwritten by an answer that is older', () => {
    const review = (number: number) => ({ number }) as RunReview
    expect(newerOf(review(3), review(2)).number).toBe(3)
    expect(newerOf(review(3), review(3)).number).toBe(3)
    expect(newerOf(null, review(0)).number).toBe(0)
  })
})
