/** A refusal in the words of RFC 7644 §3.12. Its text is read by the administrator of a directory. */

type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | null

  constructor(status: number, scimType: ScimType | null, detail: string) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

export const notFound = (): ScimError => new ScimError(404, null, 'There’s no such resource in this workspace.')

export const invalidValue = (detail: string): ScimError => new ScimError(400, 'invalidValue', detail)
