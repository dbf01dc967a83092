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

/** Why a provider can't be saved, at the field that is at fault. */
export const PROVIDER_PROBLEMS = {
  no_address: 'Enter the address of the provider as it names it, such as https://login.example.com',
  no_tls: 'The address must start with https://',
  private_address: 'This address is not on the public internet.',
  no_answer: 'Nothing answers at this address. Check it, or try again later.',
  other_issuer: 'The provider at this address calls itself by another address. Copy the issuer exactly.',
  no_provider: 'There is no OpenID Connect provider at this address.',
  no_code_flow: 'This provider doesn’t offer sign-in with the authorization code flow.',
  no_pkce: 'This provider doesn’t offer PKCE with S256, which sign-on needs.',
  odd_answer: 'The provider doesn’t answer as expected. Try again later.',
  client_refused: 'The provider doesn’t accept this client ID with this secret.',
  no_secret: 'Enter the client secret',
} as const

export const NO_DOMAIN = 'Enter a domain such as clinic.example, without @ and without https://'
export const DOMAIN_ADDED = 'This domain was added already.'

/** What people who join by the domain of their address can become. */
export const JOIN_ROLES = ['member', 'billing'] as const
export type JoinRole = (typeof JOIN_ROLES)[number]
