/** The health of the installation, put together from what this process uses. */

import { clockDistance, isQueueMoving, isWritable } from '#server/areas/platform/health/health.store.ts'
import type { Config } from '#server/config.ts'
import { hasLiveWorker } from '#server/engine/liveness.ts'
import { tryMailServer } from '#server/gateways/mail.ts'
import { createNameProbe } from '#server/gateways/name-probe.ts'
import type { PaymentGateway } from '#server/gateways/payments/client.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createSchemaCheck } from '#server/platform/database/migrate.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { createHealthChecks, type HealthChecks } from '#server/platform/health.ts'

/** Runs that waited so long while none began are stuck. */
export const STUCK_MINUTES = 10
/** Clocks that differ by more make signatures, links and sessions expire at the wrong time. */
export const CLOCKS_APART_MS = 60_000

interface Parts {
  config: Pick<Config, 'mail' | 'payments' | 'model'>
  objects: Pick<ObjectStore, 'probe'>
  /** Used for nothing else, so that a busy pool does not look like a database that is down. */
  pool: Pool
  /** Of all requests: while it has no connection to lend, nobody is answered. */
  requestPool: Pool
  version: string
  gateway: Pick<PaymentGateway, 'paymentsSince'> | null
  /** Of this machine, ms since 1970. */
  now: () => number
}

/** A mail server that hangs is asked again soon, instead of being waited for. */
const MAIL_MS = 2_500

const succeeded = () => true

/** Other servers that this installation is set up to call. */
const hostsOf = ({ mail, payments, model }: Parts['config']): string[] => [
  ...(mail ? [mail.host] : []),
  ...[payments, model].flatMap((one) => (one ? [new URL(one.base_url).hostname] : [])),
]

export function createHealth({ config, objects, pool, requestPool, version, gateway, now }: Parts): HealthChecks {
  const { mail } = config
  const db = createDatabase(pool)
  return createHealthChecks(
    {
      database: () => isWritable(db),
      migrations: createSchemaCheck(pool),
      storage: () => objects.probe().then(succeeded),
      engine: () => hasLiveWorker(pool),
      queue: () => isQueueMoving(db, STUCK_MINUTES),
      requests: () => requestPool.query('select 1').then(succeeded),
      gateway: gateway && (() => gateway.paymentsSince(new Date(now()), new Date(now())).then(succeeded)),
      mail: mail && (() => tryMailServer(mail, AbortSignal.timeout(MAIL_MS)).then(succeeded)),
      dns: createNameProbe(hostsOf(config)),
      clock: async () => (await clockDistance(db, now)) < CLOCKS_APART_MS,
    },
    version,
  )
}
