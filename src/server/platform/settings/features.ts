/** Parts of the product that operators switch off: refusals, at the door of an endpoint and where something that is there already acts. */

import { FEATURES, type FeatureName, type FeatureSwitches, isFeatureOn } from '#contract/admin/feature-values.ts'
import type { EndpointName } from '#contract/api.ts'
import type { Role } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import { FEATURE_OF_ENDPOINT } from '#contract/endpoint-lists/feature-endpoints.ts'
import { type Caller, roleOfPerson } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readSetting } from './settings.ts'

const refusalOf = (name: FeatureName): AppError => new AppError('feature_off', { message: FEATURES[name].refusal })

/** @throws AppError feature_off for a part that is off for the caller, and for a key where keys are */
export function enforceFeatures(endpoint: string, caller: Caller, switches: FeatureSwitches): void {
  const role = roleOfPerson(caller)
  const isByKey = caller.type === 'user' && caller.api_key !== undefined && caller.api_key.resource === undefined
  if (isByKey && !isFeatureOn(switches, 'api_keys', role)) throw refusalOf('api_keys')
  const part = FEATURE_OF_ENDPOINT[endpoint as EndpointName]
  if (part !== undefined && !isFeatureOn(switches, part, role)) throw refusalOf(part)
}

/** @param role whose role decides; null for a visitor. @throws AppError feature_off */
export async function requireFeature(db: Queryable, name: FeatureName, role: Role | null): Promise<void> {
  if (!isFeatureOn(await readSetting(db, 'features'), name, role)) throw refusalOf(name)
}
