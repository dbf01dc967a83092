/** Signing in at a Firebase project, by its web SDK. Loaded only where the operator has configured one. */
import { initializeApp } from 'firebase/app'
import {
  type Auth,
  type AuthProvider,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  GithubAuthProvider,
  GoogleAuthProvider,
  getAuth,
  onAuthStateChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from 'firebase/auth'
import { LIMITS } from '#contract/core/limits.ts'
import { type FirebaseConfig, firebaseConfig } from '#web/lib/firebase-config.ts'
import { toFirebaseError } from './firebase-failure.ts'
import { type Identity, IdentityError, type IdentityProvider } from './identity.ts'

function open({ project_id, api_key, auth_domain, emulator_host }: FirebaseConfig): Auth {
  const auth = getAuth(initializeApp({ projectId: project_id, apiKey: api_key, authDomain: auth_domain }))
  if (emulator_host) connectAuthEmulator(auth, `http://${emulator_host}`, { disableWarnings: true })
  return auth
}

let opened: Auth | null = null
function auth(): Auth {
  if (!firebaseConfig) throw new Error('No Firebase project is configured')
  opened ??= open(firebaseConfig)
  return opened
}

const google = () => {
  const provider = new GoogleAuthProvider()
  provider.addScope('email')
  provider.addScope('profile')
  return provider.setCustomParameters({ prompt: 'select_account' })
}
const github = () => {
  const provider = new GithubAuthProvider()
  return provider.addScope('user:email')
}

const identityOf = (user: User | null): Identity | null =>
  user && { subject: user.uid, email: user.email ?? '', display_name: user.displayName || null }

const failing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toFirebaseError(error)
  })

/** §9: a token is waited for 30 s. */
function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new IdentityError('timeout', 'timeout')), LIMITS.timeouts.identity_token)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

export function createFirebaseIdentity(): IdentityProvider {
  const listeners = new Set<(identity: Identity | null) => void>()
  /** While an account is being made it has no name yet; who it is is told when it has. */
  let making = false
  const announce = (user: User | null) => {
    if (!making) for (const listener of [...listeners]) listener(identityOf(user))
  }
  const popup = async (provider: AuthProvider) => {
    await failing(signInWithPopup(auth(), provider))
  }
  async function make(email: string, password: string, displayName: string): Promise<User> {
    const { user } = await createUserWithEmailAndPassword(auth(), email, password)
    await updateProfile(user, { displayName })
    // The token of the first moment does not hold the name.
    await user.getIdToken(true)
    sendEmailVerification(user).catch(() => {})
    return user
  }
  return {
    signInWithPassword: async (email, password) => {
      await failing(signInWithEmailAndPassword(auth(), email, password))
    },
    createUser: async (email, password, displayName) => {
      making = true
      try {
        await failing(make(email, password, displayName))
      } finally {
        making = false
        if (auth().currentUser) announce(auth().currentUser)
      }
    },
    signInWithGoogle: () => popup(google()),
    signInWithGitHub: () => popup(github()),
    signOut: () => failing(signOut(auth())),
    token: async (force) => {
      const user = auth().currentUser
      return user && (await failing(inTime(user.getIdToken(force))))
    },
    onChange: (listener) => {
      listeners.add(listener)
      const stop = onAuthStateChanged(auth(), announce)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

/** Firebase mails a link that sets a new password. Whether the address has an account is not told. */
export async function sendReset(email: string): Promise<void> {
  await failing(sendPasswordResetEmail(auth(), email)).catch((error: IdentityError) => {
    if (error.code !== 'auth/user-not-found') throw error
  })
}

/** Removes the account at Firebase as well, after ours is deleted. */
export async function deleteFirebaseUser(): Promise<void> {
  const user = auth().currentUser
  if (user) await failing(deleteUser(user))
}
