/** The Firebase project that people sign in at, from the environment. Everything but the emulator is public: browsers are told it. */
import { z } from 'zod'
import { isPublicInstallation } from '#server/gateways/public-installation.ts'
import { variable } from '#server/gateways/variable.ts'

const text = (pattern: RegExp, words: string) => z.string().trim().regex(pattern, words).optional()
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

export const FIREBASE_VARIABLES = {
  IDENTITY_PROVIDER: variable(
    '`firebase` lets people sign in at a Firebase project instead.',
    z.enum(['embedded', 'firebase']).default('embedded'),
  ),
  FIREBASE_PROJECT_ID: variable(
    'The Firebase project. Required with `firebase`.',
    text(/^[a-z0-9-]{4,40}$/, 'the id of the project, such as my-shop-1a2b3'),
  ),
  FIREBASE_API_KEY: variable(
    'Its Web API key. Required with `firebase`.',
    text(/^[\w-]{4,100}$/, 'the Web API key of the project'),
  ),
  FIREBASE_AUTH_DOMAIN: variable(
    { what: 'The host of its sign-in windows.', otherwise: '`PROJECT.firebaseapp.com`' },
    text(DOMAIN, 'a host, such as my-shop.firebaseapp.com'),
  ),
  FIREBASE_AUTH_EMULATOR_HOST: variable(
    '`host:port` of the Auth emulator, for development. Its tokens are not signed, so it is refused when `NODE_ENV` is `production` or `PUBLIC_URL` begins with `https:`.',
    text(/^[\w.-]+:\d{1,5}$/, 'host:port'),
  ),
  NODE_ENV: variable('`production` refuses what is for development only.', z.string().trim().optional()),
}
type Variables = z.infer<z.ZodObject<typeof FIREBASE_VARIABLES>> & { PUBLIC_URL?: string | undefined }

/** What the pages must know to sign in. */
export interface FirebaseSettings {
  project_id: string
  api_key: string
  auth_domain: string
  /** `host:port` of the Auth emulator: its tokens are not signed, so it is for development alone. */
  emulator_host: string | null
}

/**
 * @returns null when the embedded provider is used
 * @throws Error naming what is missing, or an emulator where real customers may come
 */
export function firebaseSettings(env: Variables): FirebaseSettings | null {
  if (env.IDENTITY_PROVIDER !== 'firebase') return null
  const { FIREBASE_PROJECT_ID: project_id, FIREBASE_API_KEY: api_key } = env
  const missing = [...(project_id ? [] : ['FIREBASE_PROJECT_ID']), ...(api_key ? [] : ['FIREBASE_API_KEY'])]
  if (!project_id || !api_key)
    throw new Error(
      `IDENTITY_PROVIDER=firebase also needs ${missing.join(' and ')} (Firebase console, project settings).`,
    )
  const emulator_host = env.FIREBASE_AUTH_EMULATOR_HOST ?? null
  if (emulator_host !== null && isPublicInstallation(env))
    throw new Error(
      'FIREBASE_AUTH_EMULATOR_HOST makes Chowk accept tokens that nobody signed. It cannot be set when NODE_ENV is production or PUBLIC_URL begins with https. Remove it.',
    )
  return {
    project_id,
    api_key,
    auth_domain: env.FIREBASE_AUTH_DOMAIN ?? `${project_id}.firebaseapp.com`,
    emulator_host,
  }
}
