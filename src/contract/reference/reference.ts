/**
 * The texts of the API reference, one for every endpoint. They are not part of the endpoints because every page loads the
 * endpoints, and only readers of the reference need its texts.
 */
import type { EndpointName } from '#contract/api.ts'
import { ACCOUNT_TEXTS } from './account.ts'
import { BATCH_TEXTS } from './batches.ts'
import { BUILDING_TEXTS } from './building.ts'
import { CONNECTING_TEXTS } from './connecting.ts'
import { KNOWLEDGE_TEXTS } from './knowledge.ts'
import { MARKETPLACE_TEXTS } from './marketplace.ts'
import { MONEY_TEXTS } from './money.ts'
import { PARAMETER_TEXTS, type ParameterText } from './parameters.ts'
import type { ReferenceText } from './reference-text.ts'
import { RUN_TEXTS } from './runs.ts'

export const REFERENCE: Readonly<Record<EndpointName, ReferenceText>> = {
  ...ACCOUNT_TEXTS,
  ...MARKETPLACE_TEXTS,
  ...BATCH_TEXTS,
  ...BUILDING_TEXTS,
  ...CONNECTING_TEXTS,
  ...KNOWLEDGE_TEXTS,
  ...MONEY_TEXTS,
  ...RUN_TEXTS,
}

export const parameterText = (endpoint: string, name: string): ParameterText | undefined =>
  PARAMETER_TEXTS[`${endpoint}.${name}`] ?? PARAMETER_TEXTS[name]
