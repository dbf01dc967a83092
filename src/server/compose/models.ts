/** Models put together: who calls them over which way out. */

import { chargeOfModels } from '#server/areas/billing/charges/charges.store.ts'
import { holdModelCost } from '#server/areas/billing/charges/model-costs.ts'
import type { EmbedTextsDeps } from '#server/areas/workflows/models/embed-texts.ts'
import type { ModelDeps } from '#server/areas/workflows/models/model-port.ts'
import type { Config } from '#server/config.ts'
import { createModelClient } from '#server/gateways/models/client.ts'
import { hostOf } from '#server/gateways/models/settings.ts'
import { createOutbound, type Outbound } from '#server/gateways/outbound.ts'
import type { Vault } from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'

export interface ModelOptions {
  config: Pick<Config, 'model' | 'outboundAllow'>
  db: Database
  vault: Vault
  outbound: Pick<Outbound, 'open'>
}

export type AssembledModels = ModelDeps & EmbedTextsDeps

const costs = { chargeOf: chargeOfModels, hold: holdModelCost }

/** A private host that the operator's configuration names is reached by the operator's model alone. */
export function assembleModels(
  { config, db, vault, outbound }: ModelOptions,
  onStop: (end: () => unknown) => void,
): AssembledModels {
  const { model: environment, outboundAllow } = config
  const guarded = createModelClient(outbound)
  if (!environment) return { db, vault, environment, costs, ask: guarded.ask, embed: guarded.embed }
  const inner = createOutbound({ allow: [...outboundAllow, hostOf(environment)] })
  onStop(() => inner.close())
  const own = createModelClient(inner)
  return {
    db,
    vault,
    environment,
    costs,
    ask: (target, ...rest) => (target.of_operator ? own : guarded).ask(target, ...rest),
    embed: (target, ...rest) => (target.of_operator ? own : guarded).embed(target, ...rest),
  }
}
