/** A program pages through every list in the same way. */
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from './endpoint.ts'

/** Lists that are read otherwise, and how. */
const OTHERWISE: Record<string, string> = {
  listAgents: 'by pages, as the specification says',
  listEdits: 'a log, read on after a revision',
  listAuditEntries: 'a log of any length, read on after an entry',
  listWorkflowMembers: 'members and invitations, two lists of one workflow',
  listWorkspacePeople: 'members and invitations, two lists of one workspace',
  listOpenAiModels: 'whole and bounded, as OpenAI’s API has it',
  listTriggers: 'triggers and their last calls, two lists of one workflow',
}

/** Always whole, since an admin chooses them one by one. */
const WHOLE = { listFeatured: true }
/** Their page is named by its number, as the specification says, and where it lies is in the answer. */
const PAGES = { listUsers: true, listPendingUsers: true, listBlockedUsers: true }

const lists = Object.entries<EndpointDefinition>(api).filter(
  ([name, { method }]) => method === 'GET' && /^list|^getWorkflowConfigurations$/.test(name) && !(name in OTHERWISE),
)
const keysOf = (schema: z.ZodType | undefined) => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {})

describe('a list', () => {
  it.each(lists)('%s says how long it is and where its page lies, and takes limit and offset', (name, definition) => {
    expect(keysOf(definition.returns)).toEqual(expect.arrayContaining(['total', 'limit', 'offset']))
    const asked = keysOf(definition.query)
    if (name in WHOLE) expect(asked).toEqual([])
    else expect(asked).toEqual(expect.arrayContaining(['limit', name in PAGES ? 'page' : 'offset']))
  })
})
