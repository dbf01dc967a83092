import type { CredentialUse } from '#contract/accounts/credential-uses.ts'
import { t } from '#web/lib/language.ts'
import type { Credential } from './credentials-query.ts'

/** What may use a credential. */
export const USES: Record<CredentialUse, () => string> = {
  workflow: () => t('workflow'),
  agent: () => t('agent you sell'),
  lent: () => t('agent you lent it to'),
  mcp_server: () => t('MCP server'),
  knowledge: () => t('knowledge base'),
}

const NAMED = 2

/** Names what uses a credential, the first two and how many more. */
export function usedIn(used_by: Credential['used_by']): string {
  if (used_by.length === 0) return t('not used')
  const names = used_by.slice(0, NAMED).map(({ kind, name }) => `${name} (${USES[kind]()})`)
  const rest = used_by.length - NAMED
  const more = rest > 0 ? [t('and {count} more', { count: String(rest) })] : []
  return t('used by {names}', { names: [...names, ...more].join(', ') })
}
