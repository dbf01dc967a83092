/** What a service that speaks the protocol of S3 says when it refuses, in words that an operator can act on. */
import type { S3Settings } from './settings.ts'

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

/** That there is no such object; not that there is no such bucket. */
export const isNoObject = (error: unknown): boolean => {
  const { name } = error as Error
  return name === 'NoSuchKey' || (statusOf(error) === 404 && name !== 'NoSuchBucket')
}

const REFUSED: Record<string, (settings: S3Settings) => string> = {
  InvalidAccessKeyId: ({ variables }) => `the access key in ${variables.accessKeyId} is not known`,
  SignatureDoesNotMatch: ({ variables }) =>
    `the secret in ${variables.secretAccessKey} does not belong to the access key in ${variables.accessKeyId}`,
  AccessDenied: ({ variables, bucket }) =>
    `the access key in ${variables.accessKeyId} may not read, write, list and delete in the bucket ${bucket}`,
  NoSuchBucket: ({ variables, bucket }) => `there is no bucket ${bucket}: check ${variables.url}`,
  PermanentRedirect: ({ variables, bucket }) => `the bucket ${bucket} is in another region: check ${variables.url}`,
  AuthorizationHeaderMalformed: ({ variables }) => `the region is not that of the bucket: check ${variables.url}`,
}

/** What an operator has to put right. @returns null for what passes, such as a service that is down */
export function whyRefused(error: unknown, settings: S3Settings): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const why = REFUSED[one.name]
    if (why !== undefined) return why(settings)
    if (statusOf(one) === 403) return (REFUSED.AccessDenied as (typeof REFUSED)[string])(settings)
  }
  return null
}
