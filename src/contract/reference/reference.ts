/**
 * The words of the API reference. They stand beside the endpoints and not in them, because pages load the endpoints and only readers of
 * the reference load its words. A test names every endpoint that lacks its text.
 */
import type { EndpointName } from '#contract/api.ts'
import { ACCOUNT_TEXTS } from './account.ts'
import { BUILDING_TEXTS } from './building.ts'
import { MARKETPLACE_TEXTS } from './marketplace.ts'
import { MONEY_TEXTS } from './money.ts'
import { PARAMETER_TEXTS, type ParameterText } from './parameters.ts'
import type { ReferenceText } from './reference-text.ts'

export const REFERENCE: Readonly<Partial<Record<EndpointName, ReferenceText>>> = {
  ...ACCOUNT_TEXTS,
  ...MARKETPLACE_TEXTS,
  ...BUILDING_TEXTS,
  ...MONEY_TEXTS,
}

export const parameterText = (endpoint: string, name: string): ParameterText | undefined =>
  PARAMETER_TEXTS[`${endpoint}.${name}`] ?? PARAMETER_TEXTS[name]
