/** Credentials of a test: the real vault and ports, a key of its own, the guarded way out. */
import { randomBytes } from 'node:crypto'
import type { FilesPort } from '#nodes/ports.ts'
import { assembleSecrets, type Secrets } from '#server/compose/secrets.ts'
import { createOutbound, type Outbound } from '#server/gateways/outbound.ts'
import { loadKeyRing } from '#server/gateways/vault/keys.ts'
import type { GmailSettings } from '#server/gateways/vault/oauth.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readTestBrand } from '#test/support/brand.ts'

export interface SecretsOfTest {
  /** `host:port` that may be reached although private. */
  allow?: readonly string[]
  gmail?: GmailSettings | null
  /** Base64, the newest first, parted by commas. */
  keys?: string
}

export const newVaultKey = (): string => randomBytes(32).toString('base64')

export function createTestSecrets(
  db: Database,
  files: Pick<FilesPort, 'open'>,
  { allow = [], gmail = null, keys = newVaultKey() }: SecretsOfTest = {},
): Secrets & { open: Outbound['open']; close(): void } {
  const outbound = createOutbound({ allow })
  const config = {
    vaultKeys: loadKeyRing(keys, '/nowhere'),
    outboundAllow: [...allow],
    gmail,
    secret: 'a secret of a test, forty-eight characters long!',
  }
  const secrets = assembleSecrets({
    brand: readTestBrand,
    config,
    db,
    files,
    http: outbound.http,
    publicUrl: 'https://chowk.example',
  })
  return { ...secrets, open: outbound.open, close: () => outbound.close() }
}
