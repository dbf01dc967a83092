/** The health of the installation, put together from what this process uses. */

import { isQueueMoving, isWritable } from '#server/areas/platform/health/health.store.ts'
import type { Config } from '#server/config.ts'
import { hasLiveWorker } from '#server/engine/liveness.ts'
import { tryMailServer } from '#server/gateways/mail.ts'
import type { PaymentGateway } from '#server/gateways/payments/client.ts'
import { createStorageProbe } from '#server/gateways/storage-probe.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { readInstallationFile } from '#server/platform/database/installation-file.ts'
import { createSchemaCheck } from '#server/platform/database/migrate.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import type { Replica } from '#server/platform/database/reader.ts'
import { createHealthChecks, type HealthChecks } from '#server/platform/health.ts'

/** Runs that waited so long while none began are stuck. */
export const STUCK_MINUTES = 10

interface Parts {
  config: Pick<Config, 'dataDir' | 'mail'>
  /** Used for nothing else, so that a busy pool does not look like a database that is down. */
  pool: Pool
  /** Of all requests: while it has no connection to lend, nobody is answered. */
  requestPool: Pool
  /** Null where none is named. */
  replica: Pick<Replica, 'lag'> | null
  version: string
  gateway: Pick<PaymentGateway, 'paymentsSince'> | null
}

const succeeded = () => true

export function createHealth({
  config: { dataDir, mail },
  pool,
  requestPool,
  replica,
  version,
  gateway,
}: Parts): HealthChecks {
  const now = () => new Date()
  const db = createDatabase(pool)
  return createHealthChecks(
    {
      database: () => isWritable(db),
      migrations: createSchemaCheck(pool),
      storage: createStorageProbe(dataDir, readInstallationFile(dataDir)),
      engine: () => hasLiveWorker(pool),
      queue: () => isQueueMoving(db, STUCK_MINUTES),
      requests: () => requestPool.query('select 1').then(succeeded),
      replica: replica && (async () => replica.lag() !== null),
      gateway: gateway && (() => gateway.paymentsSince(now(), now()).then(succeeded)),
      mail: mail && (() => tryMailServer(mail).then(succeeded)),
    },
    version,
  )
}
