import { describe, expect, it, vi } from 'vitest'
import { loginErrorText } from '#contract/platform/messages.ts'
import { type PopupPorts, signInThroughPopup } from './external-popup.ts'

function setUp({ blocked = false } = {}) {
  let now = 0
  let tick = () => {}
  let hear: (data: unknown) => void = () => {}
  const popup = { closed: false, close: vi.fn() }
  const stopped = vi.fn()
  const open = vi.fn((_path: string) => (blocked ? null : popup))
  const ports: PopupPorts = {
    open,
    listen: (listener) => {
      hear = listener
      return stopped
    },
    every: (_ms, act) => {
      tick = act
      return stopped
    },
    now: () => now,
  }
  return {
    open,
    popup,
    stopped,
    come: () => signInThroughPopup('google', 'sign_in', ports),
    say: (data: unknown) => hear(data),
    pass: (ms: number) => {
      now += ms
      tick()
    },
  }
}

const said = (error: unknown, provider = 'google') => ({ type: 'chowk.external', provider, error })
const textOf = (error: unknown) => loginErrorText(error instanceof Error ? error.message : '', 'Google')

describe('the popup of a provider', () => {
  it('opens our page of that provider, and is done when it says so', async () => {
    const { open, popup, stopped, come, say } = setUp()
    const done = come()
    expect(open).toHaveBeenCalledWith('/oauth/google.html?purpose=sign_in')
    say(said(null))
    await done
    expect(popup.close).toHaveBeenCalled()
    expect(stopped).toHaveBeenCalledTimes(2)
  })

  it('hears nothing but its own outcome', async () => {
    const { come, say } = setUp()
    const done = vi.fn()
    const coming = come().then(done)
    for (const other of [null, 'chowk.external', {}, { type: 'else' }, said(null, 'github')]) say(other)
    await Promise.resolve()
    expect(done).not.toHaveBeenCalled()
    say(said(null))
    await coming
  })

  it('that the person closes was cancelled, unless its message was on the way', async () => {
    const { come, popup, pass, say } = setUp()
    const cancelled = come().catch(textOf)
    popup.closed = true
    pass(250)
    pass(1000)
    expect(await cancelled).toBe('Sign-in was cancelled. Please try again.')
    const late = come()
    pass(250)
    say(said(null))
    await late
  })

  it.each([
    ['external_denied', 'any words', 'Sign-in was cancelled. Please try again.'],
    ['network', 'any words', 'Network error. Please check your connection.'],
    ['timeout', 'any words', 'Google login is taking too long. Please try again.'],
    ['link_first', 'Sign in first.', 'Sign in first.'],
    ['unknown', '', 'Failed to sign in with Google'],
  ])('that fails with %s says what §8 says', async (code, message, text) => {
    const { come, say } = setUp()
    const failed = come().catch(textOf)
    say(said({ code, message }))
    expect(await failed).toBe(text)
  })

  it('is waited for five minutes', async () => {
    const { come, pass } = setUp()
    const failed = come().catch(textOf)
    pass(300_000)
    expect(await failed).toBe('Google login is taking too long. Please try again.')
  })

  it('that the browser blocks says how to allow it', async () => {
    expect(await setUp({ blocked: true }).come().catch(textOf)).toMatch(/Allow pop-ups/)
  })
})
