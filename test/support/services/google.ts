/** How Google says no (https://cloud.google.com/apis/design/errors#http_mapping). */
import type { Reply } from './service.ts'

export const googleError = (code: number, message: string, status: string): Reply => ({
  status: code,
  body: { error: { code, message, status, errors: [{ message, domain: 'global', reason: status.toLowerCase() }] } },
})
