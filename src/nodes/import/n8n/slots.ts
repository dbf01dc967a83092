/** Credentials of n8n as slots: what kind of credential of ours takes their place. Their content is never in an export. */
import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'
import type { Mapped } from './mapped.ts'
import type { Step } from './read.ts'

const KINDS: readonly (readonly [RegExp, CredentialTypeName])[] = [
  [/^httpBasicAuth$|Basic/i, 'basic'],
  [/^httpQueryAuth$/i, 'query_key'],
  [/^httpHeaderAuth$|^httpCustomAuth$/i, 'api_key_header'],
  [/OAuth2|OAuth/i, 'oauth2_generic'],
  [/^postgres$/i, 'postgres'],
  [/^smtp$/i, 'smtp'],
  [/^aws$|^s3$/i, 's3'],
]

export const credentialTypeOf = (type: string): CredentialTypeName =>
  KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'bearer'

/** @param type of ours, when the caller knows it */
export function credentialSlot(
  step: Step,
  type?: CredentialTypeName,
  name?: string,
): NonNullable<Mapped['slot']> | undefined {
  const [first] = step.credentials
  if (!first) return type && name ? { field: 'credential', type, name } : undefined
  return { field: 'credential', type: type ?? credentialTypeOf(first.type), name: first.name || first.type }
}
