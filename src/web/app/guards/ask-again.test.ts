import { describe, expect, it } from 'vitest'
import { createSessionState, type SessionUser } from '#web/api/session-state.ts'
import { followUser } from './ask-again.ts'

const asha = { id: 'asha' } as SessionUser

function following(seen: string | undefined, user: SessionUser | null) {
  const session = createSessionState(false)
  session.set({ ...session.get(), user })
  let asked = 0
  const stop = followUser(session, seen, () => {
    asked += 1
  })
  return { session, stop, times: () => asked }
}

describe('a page whose guards saw a visitor', () => {
  it('is asked for again when the session was known only after they were asked, before the page was there', () => {
    expect(following(undefined, asha).times()).toBe(1)
  })

  it('is asked for again when someone signs in, and once only', () => {
    const { session, stop, times } = following(undefined, null)
    expect(times()).toBe(0)
    session.set({ ...session.get(), user: asha })
    session.set({ ...session.get(), user: { ...asha } })
    expect(times()).toBe(1)
    stop()
    session.set({ ...session.get(), user: null })
    expect(times()).toBe(1)
  })

  it('stays while the session is loading, or the person is leaving', () => {
    const { session, times } = following('asha', asha)
    session.set({ ...session.get(), user: null, phase: 'loading' })
    session.set({ ...session.get(), user: null, phase: 'initialized', leaving: true })
    expect(times()).toBe(0)
  })
})
