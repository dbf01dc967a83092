/** The health of the installation, put together from what this process uses. */
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { readInstallationFile } from './database/installation-file.ts'
import type { Pool } from './database/pool.ts'
import { queueMoves, takesWrites } from './domain/health/health.store.ts'
import { createHealthChecks, type HealthChecks } from './domain/health/health.ts'
import { hasLiveWorker } from './engine/liveness.ts'
import { tryMailServer } from './gateways/mail.ts'
import type { PaymentGateway } from './gateways/payments/client.ts'
import { createStorageProbe } from './gateways/storage-probe.ts'

/** Runs that waited so long while none began are stuck. */
const STUCK_MINUTES = 10

interface Parts {
  config: Pick<Config, 'dataDir' | 'mail'>
  db: Database
  pool: Pool
  version: string
  gateway: Pick<PaymentGateway, 'paymentsSince'> | null
}

const succeeded = () => true

export function healthOf({ config: { dataDir, mail }, db, pool, version, gateway }: Parts): HealthChecks {
  const now = () => new Date()
  return createHealthChecks(
    {
      database: () => takesWrites(db),
      storage: createStorageProbe(dataDir, readInstallationFile(dataDir)),
      engine: () => hasLiveWorker(pool),
      queue: () => queueMoves(db, STUCK_MINUTES),
      gateway: gateway && (() => gateway.paymentsSince(now(), now()).then(succeeded)),
      mail: mail && (() => tryMailServer(mail).then(succeeded)),
    },
    version,
  )
}
