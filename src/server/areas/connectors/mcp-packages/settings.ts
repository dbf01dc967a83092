/** How a package is started: what admins set, with secrets sealed, and what a person adds. */
import type { McpPackageId, McpPackageSettings } from '#contract/connectors/mcp-packages.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { ServerStart } from '#nodes/server-work.ts'
import type { Trees } from '#server/areas/connectors/packages/trees.ts'
import { seal, Unreadable, unseal } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { KeptVariable, PackageRow, PackageSettingsRow, VersionRow } from './mcp-packages.store.ts'

type Values = Readonly<Record<string, string>>

/** What the ciphertext belongs to. */
const belongsToMcpPackage = (id: string) => ({ id, owner_id: 'installation', type: 'mcp_package' })

/** Null when the key of this installation has changed: an admin has to enter them again. */
export function openSecrets(
  ring: KeyRing,
  row: Pick<PackageRow, 'id' | 'key_id' | 'wrapped_key' | 'sealed'>,
): Values | null {
  try {
    return unseal(ring, row, belongsToMcpPackage(row.id))
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

/** Secrets that were entered, and those from before that stay. @throws invalid_input for one without either */
export function secretsOf({ environment }: McpPackageSettings, before: Values): Record<string, string> {
  const problems = environment.flatMap(({ name, kind, value }, index) =>
    kind !== 'personal' && value === null && !(kind === 'secret' && Object.hasOwn(before, name))
      ? [{ message: 'Enter a value', field: `environment.${index}.value`, code: 'invalid_input' as const }]
      : [],
  )
  if (problems.length > 0) throw new AppError('invalid_input', { problems })
  return Object.fromEntries(
    environment.flatMap(({ name, kind, value }) =>
      kind === 'secret' ? [[name, value ?? before[name] ?? ''] as const] : [],
    ),
  )
}

/** As they are kept. @throws invalid_input */
export function keptSettings(
  ring: KeyRing,
  id: McpPackageId,
  settings: McpPackageSettings,
  before: Values,
): PackageSettingsRow {
  const secrets = secretsOf(settings, before)
  return {
    name: settings.name,
    arguments: settings.arguments,
    environment: settings.environment.map(({ name, kind, value }) => ({
      name,
      kind,
      value: kind === 'plain' ? value : null,
    })),
    hosts: [...new Set(settings.hosts)],
    ...seal(ring, secrets, belongsToMcpPackage(id)),
  }
}

export const personalOf = (environment: readonly KeptVariable[]): string[] =>
  environment.flatMap(({ name, kind }) => (kind === 'personal' ? [name] : []))

/** The values of a person: exactly those that the package asks for. @throws invalid_input naming each */
export function checkValues(asked: readonly string[], given: Values): Record<string, string> {
  for (const name of Object.keys(given))
    if (!asked.includes(name)) throw fieldError(`values.${name.slice(0, 60)}`, 'This server doesn’t ask for this')
  return Object.fromEntries(
    asked.map((name) => {
      const value = given[name] ?? ''
      if (value.trim() === '') throw fieldError(`values.${name}`, 'Enter a value')
      if (value.includes('\u0000')) throw fieldError(`values.${name}`, 'Remove control characters')
      return [name, value]
    }),
  )
}

/** @throws NodeError `plugin_changed`, `plugin_missing` */
export async function startOf(
  trees: Trees,
  { hash, program }: Pick<VersionRow, 'hash' | 'program'>,
  settings: {
    name: string
    arguments: readonly string[]
    environment: readonly KeptVariable[]
    hosts: readonly string[]
  },
  secrets: Values,
  personal: Values,
): Promise<{ start: ServerStart; secrets: string[] }> {
  const plain = settings.environment.flatMap(({ name, kind, value }) =>
    kind === 'plain' && value !== null ? [[name, value] as const] : [],
  )
  return {
    start: {
      ...{ hash, program, folder: await trees.open(hash), name: settings.name },
      arguments: settings.arguments,
      environment: { ...Object.fromEntries(plain), ...secrets, ...personal },
      hosts: settings.hosts,
    },
    secrets: [...Object.values(secrets), ...Object.values(personal)].filter((one) => one !== ''),
  }
}
