/** What copying and pasting do to the open workflow, whichever way they were asked for. */

import type { Slot } from '#contract/workflows/bundle.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { removing } from '#web/canvas/model/edits/edits.ts'
import { cornerAround, pasting, sizeRefusal } from '#web/canvas/model/edits/pasting.ts'
import { counted } from '#web/canvas/model/graph/counts.ts'
import { noteKey } from '#web/canvas/model/graph/flow-keys.ts'
import { type Fragment, fragmentOf, isEmpty } from '#web/canvas/model/graph/fragment.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { PasteOffer } from '#web/canvas/services/analysis/paste-text.ts'
import { type KnownCredential, sealFragment } from '#web/canvas/services/analysis/seal.ts'
import { sayRendered } from '#web/canvas/services/language/say-rendered.ts'
import type { ActionContext } from '#web/canvas/tools/actions/action.ts'
import { t } from '#web/lib/language.ts'

/** What was copied on this page last, with what does not leave it: pasted where it came from, nothing has to be chosen again. */
let own: { workflow: string; text: string; fragment: Fragment } | null = null

/** Credentials the page has heard of; asked for, so that the next copy can name them. */
function knownCredentials(): readonly KnownCredential[] {
  const query = q('listCredentials')
  const known = queryClient.getQueryData<Awaited<ReturnType<typeof query.queryFn>>>(query.queryKey)
  if (!known) void queryClient.prefetchQuery(query)
  return known?.items ?? []
}

const named = ({ nodes, notes }: { nodes: { length: number }; notes: { length: number } }): string =>
  [
    ...(nodes.length > 0 ? [counted(nodes.length, 'node')] : []),
    ...(notes.length > 0 ? [counted(notes.length, 'note')] : []),
  ].join(t(' and '))

/** The text of what is selected, without ids and secrets of its owner. */
export function copySelected({ draft, document, selection, view }: ActionContext): string {
  const fragment = fragmentOf(document, selection)
  const text = sealFragment(fragment, knownCredentials())
  own = { workflow: draft.id, text, fragment }
  view.message.set({ text: t('Copied {things}', { things: named(fragment) }), tone: 'info' })
  return text
}

/** Takes away what was copied; what stood before and behind it is joined. */
export function cutSelected({ draft, document, selection, view }: ActionContext): void {
  const keys = [...selection.nodes, ...[...selection.notes].map(noteKey)]
  const operation = removing(document, keys, [])
  const label = t('Cut {things}', { things: named(fragmentOf(document, selection)) })
  if (operation && draft.perform(operation, { label })) view.message.set({ text: label, tone: 'info' })
}

interface Arrived {
  fragment: Fragment
  slots: readonly Slot[]
  triggers: readonly string[]
  /** Said about where it came from. */
  from: string
  /** What was not taken over, in words. */
  notes?: readonly string[]
}

/** Why nothing was pasted, and what can be made of it. */
class Refused extends Error {
  readonly offers: readonly PasteOffer[]
  constructor(reason: string, offers: readonly PasteOffer[]) {
    super(reason)
    this.offers = offers
  }
}

/** Another maker's file, as the importer of the server reads it. @throws Error in words */
async function imported(text: string): Promise<Arrived> {
  const { format, workflows } = await call('parseWorkflow', { body: { source: text } }).catch((error: unknown) => {
    throw new Error(friendly(error))
  })
  const [first] = workflows
  if (!first) throw new Error(t('The clipboard contains a file without workflows.'))
  const { nodes, edges, notes, groups } = first.document as unknown as WorkflowDocument
  const read = await ask('paste', JSON.stringify({ schema_version: 1, nodes, edges, notes, groups }))
  if (read.kind !== 'fragment')
    throw new Error(read.kind === 'refused' ? sayRendered(read.reason) : t('It can’t be read.'))
  const others = workflows.length > 1 ? t(', the first of its {count} workflows', { count: workflows.length }) : ''
  return { ...read, slots: first.slots, from: `${format === 'n8n' ? ` ${t('from n8n')}` : ''}${others}` }
}

/** @throws Error in words */
async function read(workflow: string, text: string): Promise<Arrived> {
  if (own && own.workflow === workflow && own.text === text) {
    const found = await ask('paste', text)
    return { fragment: own.fragment, slots: [], triggers: found.kind === 'fragment' ? found.triggers : [], from: '' }
  }
  const found = await ask('paste', text)
  if (found.kind === 'refused') throw new Refused(sayRendered(found.reason), found.offers ?? [])
  return found.kind === 'file' ? imported(text) : { ...found, from: '' }
}

/** Credentials of one's own that are called and made as those the nodes had. */
async function matched({ fragment, slots }: Arrived): Promise<{ fragment: Fragment; chosen: number; open: number }> {
  const wanted = slots.filter(({ field, name }) => field === 'credential' && name !== '')
  const credentials =
    wanted.length === 0
      ? []
      : await call('listCredentials', {}).then(
          ({ items }) => items,
          () => [],
        )
  const fits = new Map<string, string>()
  for (const { node, type, name } of wanted) {
    const [one, ...others] = credentials.filter((credential) => credential.type === type && credential.name === name)
    if (one && others.length === 0) fits.set(node, one.id)
  }
  const nodes = fragment.nodes.map((node) => {
    const credential = node.config.credential === undefined ? fits.get(node.id) : undefined
    return credential === undefined ? node : { ...node, config: { ...node.config, credential } }
  })
  return { fragment: { ...fragment, nodes }, chosen: fits.size, open: slots.length - fits.size }
}

/** Without what would be a second trigger, and the ids of what is left out. */
function oneTrigger(
  fragment: Fragment,
  triggers: readonly string[],
  has: boolean,
): { fragment: Fragment; left: number } {
  const gone = new Set(has ? triggers : triggers.slice(1))
  if (gone.size === 0) return { fragment, left: 0 }
  return {
    left: gone.size,
    fragment: {
      ...fragment,
      nodes: fragment.nodes.filter(({ id }) => !gone.has(id)),
      edges: fragment.edges.filter(({ from, to }) => !gone.has(from.node) && !gone.has(to.node)),
      groups: fragment.groups
        .map((group) => ({ ...group, nodes: group.nodes.filter((id) => !gone.has(id)) }))
        .filter((group) => group.nodes.length > 0),
    },
  }
}

/** Where a paste goes: at the pointer, next to its original, or into the middle of the visible area. */
function placeOf({ draft, document, view }: ActionContext, fragment: Fragment) {
  const camera = view.camera.get()
  const pointer = camera?.pointer() ?? null
  if (pointer || !camera) return pointer
  const ids = new Set(document.nodes.map(({ id }) => id))
  const copy = own?.workflow === draft.id && fragment.nodes.some(({ id }) => ids.has(id))
  return copy ? null : cornerAround(fragment, camera.center())
}

const said = (chosen: number, open: number, left: number): string =>
  [
    ...(chosen > 0
      ? [
          chosen === 1
            ? t('a credential of yours was chosen by name.')
            : t('{count} credentials of yours were chosen by name.', { count: chosen }),
        ]
      : []),
    ...(open > 0
      ? [
          open === 1
            ? t('a setting has to be chosen again: ids and secrets are not copied.')
            : t('{count} settings have to be chosen again: ids and secrets are not copied.', { count: open }),
        ]
      : []),
    ...(left > 0 ? [t('The pasted trigger was skipped: a workflow has only one.')] : []),
  ].join(' ')

/** Adds what a text holds, or says why it cannot be. Nothing changes in that case. */
export async function pasteText(context: ActionContext, text: string): Promise<void> {
  try {
    await put(context, await read(context.draft.id, text))
  } catch (error) {
    const reason = error instanceof Error ? error.message : t('The clipboard can’t be read.')
    const offers = (error instanceof Refused ? error.offers : []).map(({ label, fragment }) => ({
      label: sayRendered(label),
      perform: () => void put(context, { fragment, slots: [], triggers: [], from: '' }),
    }))
    context.view.message.set({ text: reason, tone: 'bad', ...(offers.length > 0 && { offers }) })
  }
}

async function put(context: ActionContext, arrived: Arrived): Promise<void> {
  const { draft, view } = context
  const refuse = (reason: string) => view.message.set({ text: reason, tone: 'bad' })
  const found = view.about.get().own
    ? await matched(arrived)
    : { fragment: arrived.fragment, chosen: 0, open: arrived.slots.length }
  // What was read took a moment: the workflow as it is now counts.
  const now = draft.document.get()
  const { presentations } = draft.analysis.get()
  const { fragment, left } = oneTrigger(
    found.fragment,
    arrived.triggers,
    now.nodes.some(({ id }) => presentations[id]?.trigger),
  )
  if (isEmpty(fragment)) return refuse(t('This workflow already has a trigger.'))
  const much = sizeRefusal(now, fragment)
  if (much !== null) return refuse(much)
  const { operation, nodes, notes } = pasting(now, fragment, placeOf({ ...context, document: now }, fragment))
  const label = t('Pasted {things}{from}', { things: named({ nodes, notes }), from: arrived.from })
  if (!draft.perform(operation, { label })) return
  draft.selection.set({ nodes: new Set(nodes), edges: new Set(), notes: new Set(notes) })
  const [first] = nodes
  if (first !== undefined) view.camera.get()?.show({ node: first })
  view.message.set({
    text: [`${label}.`, said(found.chosen, found.open, left), ...(arrived.notes ?? [])].join(' ').trim(),
    tone: 'info',
  })
}
