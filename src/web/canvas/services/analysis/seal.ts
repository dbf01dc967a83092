/** Closes a part of a workflow before it leaves: no id of its owner's things, no secret. Without the catalogue, so the page can hold it. */

import type { Json } from '#contract/core/primitives.ts'
import type { Slot } from '#contract/workflows/bundle.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { ownedIds, withoutOwned } from '#nodes/import/owned-ids.ts'
import { findSecrets, withoutSecrets } from '#nodes/import/secrets.ts'
import {
  FRAGMENT_FORMAT,
  FRAGMENT_VERSION,
  type Fragment,
  type FragmentFile,
} from '#web/canvas/model/graph/fragment.ts'

/** A credential as the page knows it. */
export interface KnownCredential {
  id: string
  type: string
  name: string
}

const MOST_SLOTS = 2000

/** What has to be chosen again where it arrives. */
function slotsOf(nodes: readonly WorkflowNode[], credentials: readonly KnownCredential[]): Slot[] {
  const owned = ownedIds({ schema_version: 1, nodes: [...nodes], edges: [], notes: [], groups: [] })
  const named = owned.map(({ node, field, kind, id }): Slot => {
    const known = kind === 'credential' ? credentials.find((one) => one.id.toLowerCase() === id) : undefined
    return { node, field: field.slice(0, 500), type: known?.type ?? kind, name: (known?.name ?? '').slice(0, 200) }
  })
  const hidden = nodes.flatMap(({ id: node, config }) =>
    findSecrets(config).map(({ field }): Slot => ({ node, field: field.slice(0, 500), type: 'secret', name: '' })),
  )
  return [...named, ...hidden].slice(0, MOST_SLOTS)
}

/** The text for the clipboard. @param credentials those whose names may go along */
export function sealFragment(fragment: Fragment, credentials: readonly KnownCredential[]): string {
  const file: FragmentFile = {
    format: FRAGMENT_FORMAT,
    format_version: FRAGMENT_VERSION,
    nodes: fragment.nodes.map((node) => ({ ...node, config: withoutSecrets(withoutOwned(node.config)) })),
    edges: fragment.edges,
    notes: fragment.notes.map((note) => ({ ...note, text: withoutSecrets(note.text as Json) as string })),
    groups: fragment.groups.map(({ snippet: _, ...group }) => group),
    slots: slotsOf(fragment.nodes, credentials),
  }
  return JSON.stringify(file, null, 2)
}
