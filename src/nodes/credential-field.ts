/** The setting that names a credential: its id, never its content. Ports open it; see `HttpPort`. */
import { z } from 'zod'
import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'

/**
 * A credential of one of these types, chosen in the form. Optional: a node that cannot do without says so with its own error.
 * An expression is not taken here: what a run is given must not choose whose secrets it uses.
 */
export const credentialField = (
  types: readonly CredentialTypeName[],
  description: string,
  title = 'Credential',
  /** The node does nothing without it: forms and the list of what is still to be set up say so. */
  needed = false,
) =>
  z
    .uuid('Choose a credential')
    .optional()
    .describe(description)
    .meta({ title, widget: 'credential', credential_types: [...types], expression: 'none', ...(needed && { needed }) })
