import type { TriggerPort } from '#server/areas/connectors/connectors.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'

/** What looks at triggers from apps. */
export interface AdvanceParts {
  db: Database
  triggers: TriggerPort
  ring: KeyRing
  /** Where services reach this installation. */
  publicUrl: string
  /** The next time of a line of cron; null when it never comes. The engine knows it. */
  nextRun(schedule: { cron: string; time_zone: string }, after: Date): Date | null
  log: WarningLog
}
