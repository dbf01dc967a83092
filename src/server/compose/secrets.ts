/** Credentials put together: the vault, who connects accounts, who tries them out, and the ports that open them. */
import type { FilesPort, MailPort, SqlPort } from '#nodes/ports.ts'
import type { CredentialParts } from '#server/areas/accounts/credentials/credentials.ts'
import { createFreshen } from '#server/areas/accounts/credentials/freshen.ts'
import { createVaultOf } from '#server/areas/accounts/credentials/vault-of.ts'
import type { OAuthCallbackDeps } from '#server/areas/accounts/oauth-callbacks/oauth-callbacks.ts'
import { openApplication } from '#server/areas/connectors/oauth-applications/oauth-applications.ts'
import { createRunMailPort, resolveMailServer } from '#server/areas/runs/mail/run-mail.ts'
import type { Config } from '#server/config.ts'
import { tryMailServer } from '#server/gateways/mail.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { createProtocols, type ProtocolsPort } from '#server/gateways/protocols/protocols.ts'
import { createSqlPort, tryPostgres } from '#server/gateways/sql/postgres.ts'
import { createHttpWithCredentials } from '#server/gateways/vault/http-with-credentials.ts'
import { createOAuth } from '#server/gateways/vault/oauth.ts'
import { tryByHttp } from '#server/gateways/vault/try-by-http.ts'
import { createTester, type Trial } from '#server/gateways/vault/try-out.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'

export interface SecretsOptions {
  config: Pick<Config, 'vaultKeys' | 'outboundAllow' | 'gmail' | 'secret'>
  brand: ReadBrand
  db: Database
  files: Pick<FilesPort, 'open'>
  http: Outbound['http']
  publicUrl: string
}

export interface Secrets extends CredentialParts, OAuthCallbackDeps {
  http: Outbound['http']
  sql: SqlPort
  mail: MailPort
  protocols: ProtocolsPort
}

export function assembleSecrets({ config, brand, db, files, http: plain, publicUrl }: SecretsOptions): Secrets {
  const { vaultKeys: ring, outboundAllow: allow, secret } = config
  const redirect_uri = `${publicUrl.replace(/\/+$/, '')}/oauth2/gmail/callback`
  const oauth = createOAuth({
    http: plain,
    gmail: config.gmail,
    redirect_uri,
    findApplication: (name) => openApplication(db, ring, name),
  })
  const vault = createVaultOf(db, ring, createFreshen(db, ring, oauth))
  const byHttp = tryByHttp({ http: plain, allow })
  const smtp: Trial = async (found, signal) => {
    await tryMailServer(await resolveMailServer(found, new Set(allow)), signal)
    return 'The mail server took the sign-in.'
  }
  const signedHttp = createHttpWithCredentials({ http: plain, vault, allow })
  return {
    vault,
    oauth,
    secret,
    allow,
    key_ids: ring.map(({ id }) => id),
    ring,
    tryOut: createTester({ ...byHttp, smtp, postgres: (found, signal) => tryPostgres(found, allow, signal) }),
    http: signedHttp,
    protocols: createProtocols({ vault, allow, http: signedHttp }),
    sql: createSqlPort({ vault, allow }),
    mail: createRunMailPort({ db, vault, files, allow, brand }),
  }
}
