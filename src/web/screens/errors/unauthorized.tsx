import { AccessDeniedCard } from '#web/layouts/access-denied.tsx'

/** Access Help (§2.1). */
export function Component() {
  return <AccessDeniedCard pathname="/unauthorized" required={null} />
}
