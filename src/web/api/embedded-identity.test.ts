import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { createEmbeddedIdentity, type EmbeddedPorts, readExpiry, toIdentityError } from './embedded-identity.ts'

const MINUTE = 60_000
const jwt = (name: string, endsAt: number) =>
  `h.${btoa(JSON.stringify({ name, exp: endsAt / 1000 })).replaceAll('=', '')}.s`
const account = { id: 's1', email: 'asha@clinic.in', display_name: 'Asha Rao' }

function setUp(answers: Partial<Record<Parameters<EmbeddedPorts['call']>[0], () => unknown>> = {}) {
  let now = 0
  let minted = 0
  const defaults = {
    getSession: () => ({ account: null }),
    getToken: () => {
      minted += 1
      return { token: jwt(`t${minted}`, now + 15 * MINUTE) }
    },
    signIn: () => account,
    finishSignIn: () => account,
    signInWithPasskey: () => account,
    signUp: () => ({ done: true }),
    signOut: () => ({ done: true }),
    ...answers,
  }
  const call = vi.fn(async (name: keyof typeof defaults, _body?: unknown) => defaults[name]())
  const tabs = { postMessage: vi.fn(), addEventListener: vi.fn() }
  const popup = vi.fn(async (_provider: string) => {})
  const provider = createEmbeddedIdentity({ call, popup, now: () => now, tabs, expected: false })
  const heard = vi.fn()
  provider.onChange(heard)
  const calls = (name: string) => call.mock.calls.filter(([called]) => called === name).length
  return { provider, heard, popup, call, calls, tabs, pass: (ms: number) => (now += ms) }
}

describe('the embedded provider', () => {
  it('says who is there at the start and after a sign-in', async () => {
    const { provider, heard, call, tabs } = setUp()
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(null))
    await provider.signInWithPassword('asha@clinic.in', 'secret1')
    expect(call).toHaveBeenCalledWith('signIn', { email: 'asha@clinic.in', password: 'secret1' })
    expect(heard).toHaveBeenLastCalledWith({ subject: 's1', email: 'asha@clinic.in', display_name: 'Asha Rao' })
    expect(tabs.postMessage).toHaveBeenCalled()
  })

  it('signs a new account in at once, and sends a user whom it cannot sign in to the mailbox', async () => {
    const { provider, heard, call } = setUp()
    await provider.createUser('asha@clinic.in', 'secret12', 'Asha Rao')
    expect(call).toHaveBeenCalledWith('signIn', { email: 'asha@clinic.in', password: 'secret12' })
    expect(heard).toHaveBeenLastCalledWith({ subject: 's1', email: 'asha@clinic.in', display_name: 'Asha Rao' })
    const refused = () => {
      const problems = [{ message: 'Incorrect email or password.', code: 'invalid_credentials' }]
      throw new ApiError('Incorrect email or password.', { status: 401, problems })
    }
    const taken = setUp({ signIn: refused }).provider.createUser('asha@clinic.in', 'another1', 'Somebody')
    await expect(taken).rejects.toMatchObject({ code: 'check_mailbox', message: /^Check your inbox/ })
  })

  it('forgets the token of the former user when another tab signs another user in', async () => {
    let there = account
    const { provider, heard, calls, tabs } = setUp({ getSession: () => ({ account: there }) })
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(expect.objectContaining({ subject: 's1' })))
    const before = await provider.token(false)
    there = { id: 's2', email: 'meera@clinic.in', display_name: 'Meera' }
    tabs.addEventListener.mock.calls[0]?.[1]()
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(expect.objectContaining({ subject: 's2' })))
    expect(await provider.token(false)).not.toBe(before)
    expect(calls('getToken')).toBe(2)
  })

  it('gives nobody a token that was under way when another person signed in', async () => {
    const earlier = Promise.withResolvers<unknown>()
    const answers: unknown[] = [earlier.promise, { token: jwt('second', 15 * MINUTE) }]
    const { provider, heard, calls } = setUp({ getSession: () => ({ account }), getToken: () => answers.shift() })
    await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    const waiting = provider.token(false)
    await provider.signInWithPassword('meera@clinic.in', 'secret1')
    earlier.resolve({ token: jwt('first', 15 * MINUTE) })
    const second = jwt('second', 15 * MINUTE)
    expect([await waiting, await provider.token(false), calls('getToken')]).toEqual([second, second, 2])
  })

  it('does not sign out the person who signed in while the token of another was refused', async () => {
    const earlier = Promise.withResolvers<unknown>()
    const answers: unknown[] = [earlier.promise, { token: jwt('second', 15 * MINUTE) }]
    const { provider, heard } = setUp({ getSession: () => ({ account }), getToken: () => answers.shift() })
    await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    const waiting = provider.token(false)
    await provider.signInWithPassword('meera@clinic.in', 'secret1')
    earlier.reject(new ApiError('no', { status: 401, problems: [{ message: 'no', code: 'unauthenticated' }] }))
    expect(await waiting).toBe(jwt('second', 15 * MINUTE))
    expect(heard).not.toHaveBeenCalledWith(null)
  })

  it('says who came through a popup, and nobody new when it was closed', async () => {
    let entered = false
    const { provider, heard, popup, tabs } = setUp({ getSession: () => ({ account: entered ? account : null }) })
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(null))
    popup.mockRejectedValueOnce(new Error('popup-closed'))
    await expect(provider.signInWithGoogle()).rejects.toThrow('popup-closed')
    expect(heard).toHaveBeenLastCalledWith(null)
    popup.mockImplementationOnce(async () => {
      entered = true
    })
    await provider.signInWithGitHub()
    expect(popup).toHaveBeenLastCalledWith('github')
    expect(heard).toHaveBeenLastCalledWith({ subject: 's1', email: 'asha@clinic.in', display_name: 'Asha Rao' })
    expect(tabs.postMessage).toHaveBeenCalledOnce()
  })

  it('gives no token to a visitor and asks for none', async () => {
    const { provider, calls } = setUp()
    expect(await provider.token(false)).toBeNull()
    expect(calls('getToken')).toBe(0)
  })

  it('keeps a token until a minute before its end, and renews it on demand', async () => {
    const { provider, calls, pass } = setUp()
    await provider.signInWithPassword('a', 'b')
    const first = await provider.token(false)
    expect(await provider.token(false)).toBe(first)
    pass(14 * MINUTE + 1)
    expect(await provider.token(false)).not.toBe(first)
    await provider.token(true)
    expect(calls('getToken')).toBe(3)
  })

  it('asks once for callers that come together', async () => {
    const { provider, calls } = setUp()
    await provider.signInWithPassword('a', 'b')
    await Promise.all([provider.token(true), provider.token(true), provider.token(false)])
    expect(calls('getToken')).toBe(1)
  })

  it('signs out here when the session was ended elsewhere', async () => {
    const ended = () => {
      throw new ApiError('no', { status: 401, problems: [{ message: 'no', code: 'unauthenticated' }] })
    }
    const { provider, heard } = setUp({ getToken: ended })
    await provider.signInWithPassword('a', 'b')
    expect(await provider.token(false)).toBeNull()
    expect(heard).toHaveBeenLastCalledWith(null)
  })

  it('stays signed in when signing out fails', async () => {
    const away = () => {
      throw new ApiError('x')
    }
    const { provider, heard } = setUp({ signOut: away })
    await provider.signInWithPassword('a', 'b')
    await expect(provider.signOut()).rejects.toThrow('network')
    expect(heard).not.toHaveBeenLastCalledWith(null)
  })
})

describe('toIdentityError', () => {
  it('carries the substrings that the sign-in texts match on', () => {
    expect(toIdentityError(new ApiError('x', { category: 'TIMEOUT' })).message).toBe('timeout')
    expect(toIdentityError(new ApiError('x')).message).toBe('network')
    expect(toIdentityError(new ApiError('x', { status: 429 })).message).toBe('too-many-requests')
  })
  it('keeps the words and fields of a refusal', () => {
    const problems = [{ message: 'Incorrect email or password.', code: 'invalid_credentials' }]
    expect(toIdentityError(new ApiError('Authentication required', { status: 401, problems }))).toMatchObject({
      code: 'invalid_credentials',
      message: 'Incorrect email or password.',
      problems,
    })
  })
})

describe('readExpiry', () => {
  it('reads the end of a token, and calls an unreadable one ended', () => {
    expect(readExpiry(jwt('a', 90_000))).toBe(90_000)
    for (const broken of ['', 'x', 'a.b.c', `h.${btoa('{}')}.s`]) expect(readExpiry(broken)).toBe(0)
  })
})
