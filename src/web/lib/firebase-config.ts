/** The Firebase project that people sign in at: the server writes it into the page's `firebase` meta element when it is configured. */
export interface FirebaseConfig {
  project_id: string
  api_key: string
  auth_domain: string
  /** `host:port` of the Auth emulator, while developing. */
  emulator_host: string | null
}

const meta =
  typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="firebase"]')?.content

/** Null: people sign in here, at the embedded provider. */
export const firebaseConfig: FirebaseConfig | null = meta ? (JSON.parse(meta) as FirebaseConfig) : null
