/**
 * What is known of the data of every node: pinned, or given by the run on the canvas, or, before any run, made up from what its type
 * declares. Expressions are tried on it and fields are mapped from it.
 */

import type { Json } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { objectOrEmpty } from '#shared/json.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { actionOf } from '#web/canvas/model/graph/app-step.ts'
import type { Bindings, KnownData, KnownOutputs } from '#web/canvas/model/run/known-data.ts'

import { ask } from '#web/canvas/services/analysis/analysis.ts'
import { sampleOf } from '#web/canvas/services/analysis/schema-sample.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { askAction } from '#web/canvas/services/queries/app-actions.ts'
import { createStore, type Store, useStore } from '#web/lib/store.ts'
import { bindingsOf, type KnownParts, knownOutputs } from './known-values.ts'

/** What a loop goes over, by its settings; null when they cannot be tried. */
async function itemsOf(node: WorkflowNode, bindings: Bindings): Promise<readonly Json[] | null> {
  const given = node.type === 'map' ? node.config.items : node.config.start
  const value = given === undefined ? bindings.input : typeof given === 'string' ? await tried(given, bindings) : given
  if (value === undefined) return null
  return node.type === 'loop' ? [value] : Array.isArray(value) ? value : null
}

async function tried(text: string, bindings: Bindings): Promise<Json | undefined> {
  const result = await ask('evaluate', { text, bindings })
  return 'value' in result ? result.value : undefined
}

/** The items of every loop, of the newest asking alone. */
function loopFollower(
  draft: Draft,
  parts: () => KnownParts,
  outputs: Store<KnownOutputs>,
  found: (items: Readonly<Record<string, readonly Json[]>>) => void,
): () => Promise<void> {
  let turn = 0
  return async () => {
    turn += 1
    const mine = turn
    const loops = draft.document.get().nodes.filter(({ type }) => type === 'map' || type === 'loop')
    if (loops.length === 0) return
    const lists = await Promise.all(
      loops.map(async (node) => [node.id, await itemsOf(node, bindingsOf(parts(), outputs.get(), node.id))] as const),
    )
    if (mine !== turn) return
    found(Object.fromEntries(lists.flatMap(([id, list]) => (list ? [[id, list]] : []))))
    outputs.set({ ...outputs.get() })
  }
}

/** What a form gives is named by its own fields: asked for again when they changed. */
function formLearner(draft: Draft, declare: (type: string, sample: Json | undefined) => void): () => void {
  let form = ''
  return () => {
    const node = draft.document.get().nodes.find(({ type }) => type === 'input_form' || type === 'form_trigger')
    const now = node ? JSON.stringify([node.type, node.config.fields]) : ''
    if (now === form) return
    form = now
    if (!node) return
    ask('startInput', draft.document.get()).then(
      ({ schema }) => {
        // Fields that are not complete yet change nothing.
        if (form !== now || schema === null) return
        declare(node.type, sampleOf({ type: 'object', properties: objectOrEmpty(schema.properties) }))
      },
      () => {
        form = ''
      },
    )
  }
}

export function followKnownData(draft: Draft): KnownData {
  const { execution, pins, iterations } = draft.run
  const declared: Record<string, Json | undefined> = {}
  let items: Readonly<Record<string, readonly Json[]>> = {}
  const asked = new Set<string>()
  const parts = (): KnownParts => ({
    document: draft.document.get(),
    run: execution.get(),
    pins: pins.get(),
    declared,
    iterations: iterations.get(),
    items,
  })
  const outputs = createStore<KnownOutputs>(knownOutputs(parts()))
  const followLoops = loopFollower(draft, parts, outputs, (found) => {
    items = found
  })
  const refresh = () => {
    outputs.set(knownOutputs(parts()))
    // Without the worker nothing is known of items; everything else is.
    followLoops().catch(() => {})
  }
  const learnAction = (action: string) => {
    if (asked.has(action)) return
    asked.add(action)
    void askAction(action).then((found) => {
      if (found === null) return asked.delete(action)
      declared[action] = found.sample ?? (found.output_schema ? sampleOf(found.output_schema) : undefined)
      refresh()
    })
  }
  const learnForm = formLearner(draft, (type, sample) => {
    declared[type] = sample
    refresh()
  })
  const learn = () => {
    learnForm()
    for (const node of draft.document.get().nodes) {
      const { type } = node
      const action = actionOf(node)
      if (action !== null) learnAction(action)
      if (asked.has(type)) continue
      asked.add(type)
      ask('describe', type).then(
        (description) => {
          if (!description || declared[type] !== undefined) return
          declared[type] = sampleOf(description.output)
          refresh()
        },
        // Asked again with the next change; until then nothing is shown before a run.
        () => asked.delete(type),
      )
    }
  }
  for (const store of [execution, pins, iterations]) (store as Store<unknown>).subscribe(refresh)
  draft.document.subscribe(() => {
    learn()
    refresh()
  })
  learn()
  refresh()
  return {
    outputs,
    knownData: (id) => outputs.get()[id] ?? null,
    bindings: (id) => bindingsOf(parts(), outputs.get(), id),
  }
}

/** What is known of every node, followed. */
export const useKnown = (): KnownOutputs => useStore(useDraft().data.outputs)
