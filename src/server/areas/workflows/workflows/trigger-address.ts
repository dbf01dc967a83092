import type { TriggerType } from '#contract/workflows/triggers.ts'

/**
 * Where a trigger listens: a path of this installation, for mail an address; null for times and failures.
 * @param mail_domain `example.com` of the addresses mail arrives at; null when none does
 */
export function triggerAddress(type: TriggerType, token: string | null, mail_domain: string | null): string | null {
  switch (type) {
    case 'webhook':
      return `/hooks/${token}`
    case 'form':
      return `/forms/${token}`
    case 'chat':
      return `/api/chat/${token}`
    case 'email':
      return mail_domain === null ? null : `${token}@${mail_domain}`
    default:
      return null
  }
}
