/** The content of a draft: what is stored, what it begins with, and what a change makes of it. */
import { z } from 'zod'
import { AgentDraft, DraftSample, type UpdateAgent } from '#contract/agents/publishing.ts'
import { AGENT_ICONS } from '#contract/agents/publishing-limits.ts'
import { fieldError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { presentListing, presentPrice, presentSamples } from '#server/areas/agents/agents.ts'
import type { VersionRow } from './drafts.store.ts'
import type { OwnRow } from './own.store.ts'

export const EMPTY: AgentDraft = {
  name: '',
  tagline: '',
  description: '',
  category: null,
  more_categories: [],
  icon: 'bot',
  tags: [],
  does: [],
  does_not: [],
  how_it_works: '',
  disclaimer: null,
  samples: [],
  price_type: 'free',
  price_paise: 0,
  trial_runs: 3,
  workflow_open: false,
  changelog: '',
}

const shape = AgentDraft.shape
// A field that came later, or whose limits became narrower, has its empty value.
const Stored = z.object({
  name: shape.name.catch(EMPTY.name),
  tagline: shape.tagline.catch(EMPTY.tagline),
  description: shape.description.catch(EMPTY.description),
  category: shape.category.catch(EMPTY.category),
  more_categories: shape.more_categories.catch(EMPTY.more_categories),
  icon: shape.icon.catch(EMPTY.icon),
  tags: shape.tags.catch(EMPTY.tags),
  does: shape.does.catch(EMPTY.does),
  does_not: shape.does_not.catch(EMPTY.does_not),
  how_it_works: shape.how_it_works.catch(EMPTY.how_it_works),
  disclaimer: shape.disclaimer.catch(EMPTY.disclaimer),
  samples: z.array(DraftSample).catch([]),
  price_type: shape.price_type.catch(EMPTY.price_type),
  price_paise: shape.price_paise.catch(EMPTY.price_paise),
  trial_runs: shape.trial_runs.catch(EMPTY.trial_runs),
  workflow_open: shape.workflow_open.catch(EMPTY.workflow_open),
  changelog: shape.changelog.catch(EMPTY.changelog),
})

export const readContent = (stored: unknown): AgentDraft => Stored.parse(stored ?? {})

const isIcon = (icon: string): icon is AgentDraft['icon'] => (AGENT_ICONS as readonly string[]).includes(icon)

/** A sample as a run takes it: a document that a listing keeps under an address is named by its file again. */
const asInput = ({ input, file }: { input: JsonObject; file: { field: string; url: string } | null }): JsonObject => {
  const id = file && /\/sample-files\/([0-9a-f-]{36})$/.exec(file.url)?.[1]
  return file && id ? { ...input, [file.field]: { file_id: id } } : input
}

/** What a draft begins with: what the agent is now. @param version its newest, public or not */
export function initialContent(agent: OwnRow, version: VersionRow | null): AgentDraft {
  const listing = presentListing(version?.listing)
  const { type, paise } = presentPrice(
    version?.price_type ?? agent.price_type,
    version?.price_paise ?? agent.price_paise,
  )
  return {
    name: agent.name,
    tagline: agent.tagline,
    description: agent.description,
    category: agent.category_slug,
    more_categories: agent.more_categories,
    icon: isIcon(agent.icon) ? agent.icon : EMPTY.icon,
    tags: agent.tags,
    does: listing.does,
    does_not: listing.does_not,
    how_it_works: listing.how_it_works,
    disclaimer: listing.disclaimer,
    samples: presentSamples(version?.samples).map(({ title, input, file }) => ({
      title,
      input: asInput({ input, file }),
    })),
    price_type: type,
    price_paise: paise,
    trial_runs: agent.trial_runs,
    workflow_open: listing.workflow_open,
    changelog: '',
  }
}

/**
 * The draft with a change.
 * @throws invalid_input (`price_paise`) for a price of a free agent
 */
export function applyChange(content: AgentDraft, change: UpdateAgent): AgentDraft {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const next = AgentDraft.parse({ ...content, ...given })
  if (next.price_type !== 'free' || next.price_paise === 0) return next
  // A seller who makes it free has not typed the price that was there.
  if (change.price_paise === undefined) return { ...next, price_paise: 0 }
  throw fieldError('price_paise', 'A free agent costs 0')
}
