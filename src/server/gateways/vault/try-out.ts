/** Whether a credential works: the smallest question each service answers. What it says is told without what is secret. */
import { CREDENTIAL_TYPES, type CredentialTypeName } from '#contract/accounts/credential-types.ts'
import { NodeError } from '#nodes/node.ts'
import { createRedactor } from './redact.ts'
import type { Secret } from './vault.ts'

/** Ends by the signal, with its reason, and leaves no connection. */
export type Trial = (secret: Secret, signal: AbortSignal) => Promise<string>
export type Tester = (open: () => Promise<Secret>) => Promise<{ works: boolean; message: string }>

const TIMEOUT_MS = 15_000

/** Everything in it that its type does not call open: tokens, too. */
export const secretsOf = ({ type, fields }: Secret): string[] =>
  Object.entries(fields)
    .filter(([name]) => CREDENTIAL_TYPES[type].fields.find((field) => field.name === name)?.secret !== false)
    .map(([, value]) => value)

export const createTester =
  (trials: Partial<Record<CredentialTypeName, Trial>>, timeout_ms = TIMEOUT_MS): Tester =>
  async (open) => {
    let clean = (text: string) => text
    try {
      const secret = await open()
      clean = createRedactor(secretsOf(secret)).text
      const message = await trials[secret.type]?.(secret, AbortSignal.timeout(timeout_ms))
      return { works: message !== undefined, message: message ?? 'This type of credential can’t be tested.' }
    } catch (error) {
      if (error instanceof NodeError) return { works: false, message: clean(error.message).slice(0, 500) }
      if ((error as Error).name === 'TimeoutError')
        return { works: false, message: 'The service did not answer in time.' }
      throw error
    }
  }
