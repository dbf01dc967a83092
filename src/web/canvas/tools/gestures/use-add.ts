import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import type { PickerPlace } from '#web/canvas/model/draft/view.ts'
import { adding, nodeOf, replacing } from '#web/canvas/model/edits/edits.ts'
import { actionOf } from '#web/canvas/model/graph/app-step.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { PaletteEntry } from '#web/canvas/services/analysis/answers.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'

/** Output ports a new node of this type begins with. */
async function shapeOf(type: string): Promise<{ ports: string[]; fields: string[]; title: string }> {
  const described = await ask('describe', type)
  const properties = described?.config.properties
  const fields = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  return { ports: described?.ports.map(({ name }) => name) ?? ['out'], fields, title: described?.title ?? '' }
}

/** What is added: a type of the palette, with settings where it begins with some. */
export type Addition = PaletteEntry & {
  config?: JsonObject
  /** Which settings of the node whose place it takes stay; those that both types have where absent. */
  keeps?: (old: WorkflowNode) => readonly string[]
}

/** What a node would be called if nobody had named it. */
const usualTitle = async (node: WorkflowNode): Promise<string> => {
  const { title } = await shapeOf(node.type)
  if (actionOf(node) === null || typeof node.config.title !== 'string')
    return node.title.replace(/ \d+$/, '') === title ? title : ownWord(title, 'node')
  return node.config.title.slice(node.config.title.indexOf(': ') + 2)
}

/** Adds a type of the palette at a place, or puts it in another's, selects it and opens its settings. False when it is refused. */
export function useAdd(): (entry: Addition, place: PickerPlace) => Promise<boolean> {
  const draft = useDraft()
  const view = useView()
  return async (entry, place) => {
    const shape = await shapeOf(entry.type)
    const document = draft.document.get()
    const done = (id: string) => {
      draft.selection.set({ ...NOTHING, nodes: new Set([id]) })
      view.open.set(id)
      view.camera.get()?.show({ node: id }, { focus: false })
      return true
    }
    if (place.replaces !== undefined) {
      const old = nodeOf(document, place.replaces)
      if (!old) return false
      const title = await usualTitle(old)
      const fields = entry.keeps?.(old) ?? shape.fields
      const { ports } = shape
      const operation = replacing(
        document,
        old.id,
        { ...entry, config: entry.config ?? {}, ports, fields, title: entry.title },
        title,
      )
      const label = t('Replaced “{title}” by “{title2}”', { title: old.title, title2: entry.title })
      return operation !== null && draft.perform(operation, { label }) && done(old.id)
    }
    const [port = null] = shape.ports
    const lone = place.at === null && place.from === null && place.into === null && document.nodes.length > 0
    const at = lone ? (view.camera.get()?.center() ?? null) : place.at
    const made = adding(document, { ...entry, config: entry.config ?? {} }, { ...place, at, to: place.to, port })
    return draft.perform(made.operation, { label: t('Added “{title}”', { title: entry.title }) }) && done(made.id)
  }
}
