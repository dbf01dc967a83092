/** SCIM as the server serves it: requests and refusals in the words of the protocol. */
import type { ScimService } from '#server/platform/http/scim.ts'
import type { Directory } from './provisioning.store.ts'
import { discover } from './scim/discovery.ts'
import { ScimError } from './scim/scim-error.ts'
import { answerScim, findWhoAsks, noteScim, type ScimDeps } from './scim.ts'

export const createScimService = (deps: ScimDeps): ScimService<Directory> => ({
  discover: (path) => discover(path, deps.publicUrl),
  identify: (token) => findWhoAsks(deps.db, token),
  answer: (directory, request) => answerScim(deps, directory, request),
  note: (directory, outcome) => noteScim(deps, directory, outcome),
  refusalOf: (error) =>
    error instanceof ScimError ? { status: error.status, scimType: error.scimType, detail: error.message } : null,
})
