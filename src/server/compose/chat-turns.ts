/** Who answers the messages of conversations, by where a conversation is: asked for messages whose process died before it started them. */
import type { BillingGate } from '#server/areas/billing/billing.ts'
import { draftTurns } from '#server/areas/runs/conversations/draft-turns.ts'
import type { TurnsOfChannels } from '#server/areas/runs/conversations/start-turn.ts'
import { addressTurns } from '#server/areas/runs/triggers/chat-address.ts'
import { serviceTurns } from '#server/areas/services/chats/service-turns.ts'
import type { ModelDeps } from '#server/areas/workflows/workflows.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { Database } from '#server/platform/database/database.ts'

interface Parts {
  db: Database
  engine: Pick<Engine, 'start'>
  models: ModelDeps
  billingGate: BillingGate
}

export function turnsOfChannels({ db, engine, models, billingGate }: Parts): TurnsOfChannels {
  const start = (request: Parameters<Engine['start']>[0]) => engine.start(request)
  const service = serviceTurns({ db, models, billingGate, start })
  return {
    builder: draftTurns({ db, models, start }),
    address: addressTurns({ db, start }),
    page: service,
    widget: service,
    whatsapp: service,
    telegram: service,
    slack: service,
    email: service,
  }
}
