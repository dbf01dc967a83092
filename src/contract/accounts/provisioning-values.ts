/** Limits and choices of provisioning by SCIM, without schemas: for pages and the server alike (decision 0361). */

/** Where directories ask, below the address of the installation. */
export const SCIM_PATH = '/scim/v2'

/** What a token begins with. */
export const SCIM_TOKEN = 'chowk_scim_'

export const PROVISIONING = {
  /** In the directory of one workspace, those who are no longer active too. */
  people: 1000,
  groups: 200,
  /** Of the last requests, that are shown. */
  requests: 20,
  body_bytes: 512_000,
} as const

/** A directory may remove fewer people than this within an hour, whatever their share; the shares that are offered, in percent. */
export const REMOVALS = { least: 3, usual: 25, shares: [10, 25, 50, 100] } as const
