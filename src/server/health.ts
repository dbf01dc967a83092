/** The health of the installation, put together from what this process uses. */

import { queueMoves, takesWrites } from './areas/platform/health/health.store.ts'
import { createHealthChecks, type HealthChecks } from './areas/platform/health/health.ts'
import type { Config } from './config.ts'
import { createDatabase } from './database/database.ts'
import { readInstallationFile } from './database/installation-file.ts'
import type { Pool } from './database/pool.ts'
import { hasLiveWorker } from './engine/liveness.ts'
import { tryMailServer } from './gateways/mail.ts'
import type { PaymentGateway } from './gateways/payments/client.ts'
import { createStorageProbe } from './gateways/storage-probe.ts'

/** Runs that waited so long while none began are stuck. */
const STUCK_MINUTES = 10

interface Parts {
  config: Pick<Config, 'dataDir' | 'mail'>
  /** Used for nothing else, so that a busy pool does not look like a database that is down. */
  pool: Pool
  /** Of all requests: while it has no connection to lend, nobody is answered. */
  requestPool: Pool
  version: string
  gateway: Pick<PaymentGateway, 'paymentsSince'> | null
}

const succeeded = () => true

export function healthOf({ config: { dataDir, mail }, pool, requestPool, version, gateway }: Parts): HealthChecks {
  const now = () => new Date()
  const db = createDatabase(pool)
  return createHealthChecks(
    {
      database: () => takesWrites(db),
      storage: createStorageProbe(dataDir, readInstallationFile(dataDir)),
      engine: () => hasLiveWorker(pool),
      queue: () => queueMoves(db, STUCK_MINUTES),
      requests: () => requestPool.query('select 1').then(succeeded),
      gateway: gateway && (() => gateway.paymentsSince(now(), now()).then(succeeded)),
      mail: mail && (() => tryMailServer(mail).then(succeeded)),
    },
    version,
  )
}
