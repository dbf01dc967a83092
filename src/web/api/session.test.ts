import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { type Identity, IdentityError } from './identity.ts'
import { createSession, type SessionPorts } from './session.ts'
import { createSessionState } from './session-state.ts'

const ASHA: Identity = { subject: 's1', email: 'asha@clinic.in', display_name: null }
const USER = {
  id: 'u1',
  email: 'asha@clinic.in',
  display_name: 'Asha Rao',
  role: 'seller' as const,
  avatar_url: null,
  permissions: ['agents.view'],
  groups: ['basic_user', 'seller'],
  platform_access: [],
  preferences: {},
}

function setUp(options: Partial<SessionPorts> & { token?: () => Promise<string | null> } = {}) {
  let tell: (identity: Identity | null) => void = () => {}
  const signOut = vi.fn(async () => tell(null))
  const token = vi.fn(options.token ?? (async () => 't'))
  const ports: SessionPorts = {
    provider: {
      signInWithPassword: async () => {},
      createUser: async () => {},
      signInWithGoogle: async () => {},
      signInWithGitHub: async () => {},
      signOut,
      token,
      onChange: (listener) => {
        tell = listener
        return () => {}
      },
    },
    fetchUser: vi.fn(async () => USER),
    toast: vi.fn(),
    later: vi.fn(() => () => {}),
    changed: vi.fn(),
    leaving: vi.fn(async () => {}),
    left: vi.fn(),
    cleared: vi.fn(),
    expected: true,
    ...options,
  }
  const state = createSessionState(ports.expected)
  const session = { ...state, ...createSession(ports, state) }
  session.start()
  return { session, ports, token, signOut, tell: (identity: Identity | null) => tell(identity) }
}

describe('the session', () => {
  it('waits for the provider, then for the user', async () => {
    const { session, tell } = setUp()
    expect(session.get().phase).toBe('loading')
    tell(ASHA)
    expect(session.get()).toMatchObject({ phase: 'loading', identity: ASHA, user: null })
    await expect(session.settled(true)).resolves.toMatchObject({ user: { id: 'u1', is_fallback: false } })
  })

  it('does not make a visitor wait where nobody was signed in before', async () => {
    const { session, tell } = setUp({ expected: false })
    await expect(session.settled(false)).resolves.toMatchObject({ user: null })
    const sure = session.settled(true)
    tell(ASHA)
    await expect(sure).resolves.toMatchObject({ user: { id: 'u1' } })
  })

  it.each(['account_blocked', 'account_inactive'])('signs out who may do nothing (%s), and says why', async (code) => {
    const problems = [{ message: 'This account is blocked. Reason: spam', code }]
    const fetchUser = vi.fn(async () =>
      Promise.reject(new ApiError(problems[0]?.message ?? '', { status: 403, problems })),
    )
    const { session, tell, signOut, ports } = setUp({ fetchUser })
    tell(ASHA)
    await vi.waitFor(() => expect(session.get().phase).toBe('initialized'))
    expect(session.get()).toMatchObject({ identity: null, user: null })
    expect(session.get().ended).toEqual({ reason: 'blocked', text: 'This account is blocked. Reason: spam' })
    expect(signOut).toHaveBeenCalledOnce()
    expect(ports.toast).not.toHaveBeenCalled()
    fetchUser.mockImplementation(async () => Promise.reject(new ApiError('no', { status: 500 })))
    tell(ASHA)
    expect(session.get().ended).toBeUndefined()
  })

  it('knows a session that ended elsewhere from a sign-out', async () => {
    const { session, tell } = setUp()
    tell(ASHA)
    await session.settled(true)
    tell(null)
    expect(session.get().ended).toEqual({ reason: 'session_ended' })
    tell(ASHA)
    await session.settled(true)
    await session.logout()
    expect(session.get().ended).toBeUndefined()
  })

  it('is a fallback for the user when the server says no', async () => {
    const fetchUser = async () => Promise.reject(new ApiError('no', { status: 500 }))
    const { session, tell, ports } = setUp({ fetchUser })
    tell(ASHA)
    const { user } = await session.settled(true)
    expect(user).toEqual({
      id: 's1',
      email: 'asha@clinic.in',
      display_name: 'asha',
      role: 'basic_user',
      avatar_url: null,
      permissions: ['agents.view', 'marketplace.browse'],
      groups: [],
      platform_access: [],
      preferences: {},
      is_fallback: true,
    })
    expect(ports.toast).toHaveBeenCalledExactlyOnceWith('setting_up')
  })

  it.each([
    ['the network is away', { fetchUser: async () => Promise.reject(new ApiError('x')) }],
    ['the user takes too long', { fetchUser: async () => Promise.reject(new ApiError('x', { category: 'TIMEOUT' })) }],
    ['the token takes too long', { token: async () => Promise.reject(new IdentityError('timeout', 'timeout')) }],
  ])('clears the user when %s', async (_, options) => {
    const { session, tell, ports } = setUp(options)
    tell(ASHA)
    await expect(session.settled(true)).resolves.toMatchObject({ phase: 'initialized', user: null })
    expect(ports.toast).toHaveBeenCalledExactlyOnceWith('connection')
  })

  it('ignores a fetch that a newer change has overtaken', async () => {
    const { session, tell, ports } = setUp({
      fetchUser: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    })
    tell(ASHA)
    tell(null)
    await expect(session.settled(true)).resolves.toMatchObject({ identity: null, user: null })
    await Promise.resolve()
    expect(ports.toast).not.toHaveBeenCalled()
  })

  it('forgets what was cached for the last user', async () => {
    const { session, tell, ports } = setUp()
    tell(ASHA)
    await session.settled(true)
    expect(ports.cleared).not.toHaveBeenCalled()
    tell({ ...ASHA, subject: 's2' })
    expect(ports.cleared).toHaveBeenCalledOnce()
    tell(null)
    expect(ports.cleared).toHaveBeenCalledTimes(2)
    expect(ports.changed).toHaveBeenLastCalledWith(null)
  })

  it('refreshes with a fresh token, and changes nothing when that fails', async () => {
    const fetchUser = vi.fn(async () => USER)
    const { session, tell, token } = setUp({ fetchUser })
    expect(await session.refresh()).toBeNull()
    tell(ASHA)
    await session.settled(true)
    fetchUser.mockResolvedValueOnce({ ...USER, display_name: 'Asha R' })
    await expect(session.refresh()).resolves.toMatchObject({ display_name: 'Asha R' })
    expect(token).toHaveBeenLastCalledWith(true)
    fetchUser.mockRejectedValueOnce(new ApiError('x'))
    await expect(session.refresh()).resolves.toBeNull()
    expect(session.get().user?.display_name).toBe('Asha R')
  })

  it('sends what waits to be sent before it signs out', async () => {
    const order: string[] = []
    const note = (what: string) => async () => void order.push(what)
    // The page at hand, which sends, goes away with `leaving`.
    const leaving = async () => void order.push(session.get().leaving ? 'gone' : 'sent')
    const { session, tell, signOut } = setUp({ leaving, left: () => void order.push('forgotten') })
    signOut.mockImplementation(note('signed out'))
    tell(ASHA)
    await session.settled(true)
    await session.logout()
    expect(order).toEqual(['sent', 'forgotten', 'signed out'])
  })

  it('leaves without sending to the login', async () => {
    const { session, tell } = setUp()
    tell(ASHA)
    await session.settled(true)
    await session.logout()
    expect(session.get()).toMatchObject({ leaving: true, user: null, identity: null })
    session.left()
    expect(session.get().leaving).toBe(false)
  })

  it('forgets the user on the page when signing out fails, and says that it failed', async () => {
    const { session, tell, signOut, ports } = setUp()
    tell(ASHA)
    await session.settled(true)
    signOut.mockRejectedValueOnce(new Error('offline'))
    await expect(session.logout()).rejects.toThrow('offline')
    expect(session.get()).toMatchObject({ leaving: true, user: null })
    expect(ports.cleared).toHaveBeenCalledOnce()
  })
})
