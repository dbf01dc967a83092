/** Names and limits of sign-on for workspaces, without schemas: for pages and the server alike (decision 0356). */

/** Where providers send people back to. */
export const SIGN_ON_CALLBACK = '/oauth2/sign-on/callback'

export const SIGN_ON = {
  /** Of one workspace. */
  domains: 10,
  /** Groups with a role of their own. */
  groups: 50,
  group_chars: 200,
  issuer_chars: 500,
  client_id_chars: 300,
  client_secret_chars: 1000,
  claim_chars: 60,
  /** A proven domain whose record is gone keeps its right for this long. */
  missing_hours: 72,
  /** What a provider may call the groups of a person, unless the owner says otherwise. */
  groups_claim: 'groups',
} as const

/** The name of the TXT record that proves a domain, below the domain itself, and what its value begins with. */
export const DOMAIN_RECORD = { name: '_chowk', value: 'chowk-domain=' } as const

/** ASCII, in small letters, with at least one dot. */
export const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** The domain of an email address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
