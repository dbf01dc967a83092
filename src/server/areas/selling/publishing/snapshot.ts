/** The snapshot that is reviewed and sold: made once of a draft, hashed, and never changed. */
import { z } from 'zod'
import { AgentListing, AgentPermissions, AgentSample, PRICE_TYPES } from '#contract/agents/agents.ts'
import type { AgentDraft } from '#contract/agents/publishing.ts'
import { type AgentId, type FileId, JsonObject, WorkflowVersionId } from '#contract/core/primitives.ts'
import { findFilesInInput } from '#server/areas/runs/runs.ts'
import { type DraftPresentation, toListing } from './inspect-draft.ts'
import { hashCanonical } from './samples.ts'

export const Snapshot = z.object({
  details: z.object({
    name: z.string(),
    tagline: z.string(),
    description: z.string(),
    category: z.string(),
    // Submissions from before agents could have more than one have none.
    more_categories: z.array(z.string()).default([]),
    icon: z.string(),
    tags: z.array(z.string()),
  }),
  listing: AgentListing,
  samples: z.array(AgentSample),
  price: z.object({ type: z.enum(PRICE_TYPES), paise: z.number().int() }),
  trial_runs: z.number().int(),
  input_schema: JsonObject,
  output_schema: JsonObject,
  view: z.string(),
  permissions: AgentPermissions,
  workflow_version_id: WorkflowVersionId,
  changelog: z.string(),
})
export type Snapshot = z.infer<typeof Snapshot>

export const sampleFileUrl = (agent: AgentId, file: { id: string; name: string }): string =>
  `/api/v1/agents/${agent}/sample-files/${file.id}/${encodeURIComponent(file.name)}`

/** A sample as a listing stores it: its document has a public address. */
function listed(
  agent: AgentId,
  { title, input }: AgentDraft['samples'][number],
  files: ReadonlyMap<string, { id: FileId; name: string }>,
): AgentSample {
  const [named] = findFilesInInput(input, '')
  const file = named && files.get(named.id)
  const field = named?.field.split('.')[1]
  if (!file || field === undefined) return { title: title.trim(), input, file: null }
  const { [field]: _, ...rest } = input
  return { title: title.trim(), input: rest, file: { field, url: sampleFileUrl(agent, file) } }
}

export function snapshotOf(
  agent: AgentId,
  content: AgentDraft,
  {
    face,
    version,
    files,
  }: { face: DraftPresentation; version: WorkflowVersionId; files: readonly { id: FileId; name: string }[] },
): Snapshot {
  const { details, listing, price, trial_runs } = toListing(content)
  const byId = new Map<string, { id: FileId; name: string }>(files.map((file) => [file.id, file]))
  return Snapshot.parse({
    details: { ...details, category: details.category ?? '' },
    listing,
    samples: content.samples.map((sample) => listed(agent, sample, byId)),
    price,
    trial_runs,
    ...face,
    workflow_version_id: version,
    changelog: content.changelog.trim(),
  })
}

export const contentHash = (snapshot: Snapshot): string => hashCanonical(snapshot)
