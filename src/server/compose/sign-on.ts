/** Sign-on of workspaces put together: how domains are proven, the providers that sign people in, and directories that keep members. */
import { createScimService } from '#server/areas/accounts/provisioning/scim.routes.ts'
import type { ScimDeps } from '#server/areas/accounts/provisioning/scim.ts'
import type { SignOnHandlerDeps } from '#server/areas/accounts/sign-on/sign-on.routes.ts'
import { createSignOns } from '#server/areas/accounts/sign-on/sign-ons.ts'
import { checkSeats } from '#server/areas/billing/billing.ts'
import type { Config } from '#server/config.ts'
import { createTxtLookup } from '#server/gateways/dns-txt.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { createSignOnGateway } from '#server/gateways/sign-on/provider.ts'
import type { SignOns } from '#server/gateways/sign-on/sign-ons.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { ScimService } from '#server/platform/http/scim.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'

export type SignOnParts = Pick<SignOnHandlerDeps, 'lookUpTxt' | 'gateway'>

export const openSignOn = (
  { dnsServers, outboundAllow: allow }: Pick<Config, 'dnsServers' | 'outboundAllow'>,
  { open }: Pick<Outbound, 'open'>,
): SignOnParts => ({ lookUpTxt: createTxtLookup(dnsServers), gateway: createSignOnGateway({ open, allow }) })

export const assembleSignOns = (
  { vaultKeys: ring }: Pick<Config, 'vaultKeys'>,
  { gateway }: SignOnParts,
  rest: { db: Database; brand: ReadBrand; publicUrl: string },
): SignOns => createSignOns({ ...rest, ring, gateway, checkSeats })

/** @returns null where accounts are kept elsewhere, so that none can be made here */
export const assembleScim = (
  deps: Omit<ScimDeps, 'checkSeats'>,
  { ways }: Pick<IdentityProvider, 'ways'>,
): ScimService | null => (ways.provider === 'embedded' ? createScimService({ ...deps, checkSeats }) : null)
