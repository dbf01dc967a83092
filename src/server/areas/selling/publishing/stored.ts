/** What versions hold, read back: a field that came later has its empty value. */
import { z } from 'zod'
import { AgentPermissions } from '#contract/agents/agents.ts'
import { JsonObject } from '#contract/core/primitives.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { presentListing, presentPrice, presentSamples } from '#server/areas/agents/agents.ts'
import type { Side } from './difference.ts'
import type { VersionRow } from './drafts.store.ts'

export const StoredPermissions = AgentPermissions.extend({
  reads: AgentPermissions.shape.reads.catch([]),
  sends_to: AgentPermissions.shape.sends_to.catch([]),
  models: AgentPermissions.shape.models.catch([]),
  kept: AgentPermissions.shape.kept.catch(''),
  accounts: AgentPermissions.shape.accounts.catch([]),
  agents: AgentPermissions.shape.agents.catch([]),
})

const text = z.string().catch('')
const Details = z.object({
  name: text,
  tagline: text,
  description: text,
  category: text,
  more_categories: z.array(z.string()).catch([]),
  icon: text,
  tags: z.array(z.string()).catch([]),
})

export const readDetails = (stored: unknown): z.infer<typeof Details> => Details.parse(stored ?? {})

/** A version as one side of a difference. */
export function sideOf(row: VersionRow): Side {
  const details = readDetails(row.details)
  const listing = presentListing(row.listing)
  // Versions from before there were details have none: their texts are not known to differ.
  const texts =
    details.name === '' ? {} : { Name: details.name, 'One sentence': details.tagline, Description: details.description }
  return {
    number: row.number,
    changelog: row.changelog,
    price: presentPrice(row.price_type, row.price_paise),
    trial_runs: row.trial_runs,
    input_schema: JsonObject.parse(row.input_schema),
    output_schema: JsonObject.parse(row.output_schema),
    permissions: StoredPermissions.parse(row.permissions ?? {}),
    document: parseDocument(row.document).document,
    texts: {
      ...texts,
      'What it does': listing.does,
      'What it does not do': listing.does_not,
      'How it works': listing.how_it_works,
      'Note on results': listing.disclaimer,
      Samples: presentSamples(row.samples),
    },
    runs: row.runs,
    succeeded: row.succeeded,
    median_ms: row.median_ms,
    score: row.tested ?? row.score,
  }
}
