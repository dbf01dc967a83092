import type { WorkspaceDomain } from '#contract/accounts/sign-on.ts'
import { DOMAIN_RECORD } from '#contract/accounts/sign-on-values.ts'
import type { DomainRow } from './sign-on.store.ts'

const timeOf = (date: Date | null): string | null => date?.toISOString() ?? null

/** The TXT record that proves a domain: its full name, and its value. */
export const recordOf = ({ domain, token }: Pick<DomainRow, 'domain' | 'token'>) => ({
  name: `${DOMAIN_RECORD.name}.${domain}`,
  value: DOMAIN_RECORD.value + token,
})

export const presentDomain = (row: DomainRow): WorkspaceDomain => ({
  id: row.id,
  domain: row.domain,
  record: recordOf(row),
  verified_at: timeOf(row.verified_at),
  checked_at: timeOf(row.checked_at),
  missing_since: timeOf(row.missing_since),
  lost_at: timeOf(row.lost_at),
  join_role: row.join_role,
  sign_on:
    row.sign_on_id === null
      ? null
      : {
          issuer: row.issuer ?? '',
          client_id: row.client_id ?? '',
          groups_claim: row.groups_claim ?? '',
          roles: row.roles ?? [],
          default_role: row.default_role,
          is_enforced: row.is_enforced ?? false,
          last_sign_in_at: timeOf(row.last_sign_in_at),
        },
})
