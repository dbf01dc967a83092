import { useEffect, useState } from 'react'
import type { Json } from '#contract/primitives.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { EvaluationInput } from '#web/canvas/brain/answers.ts'
import { ask } from '#web/canvas/brain/brain.ts'
import type { Scope } from '#web/canvas/expression/complete.ts'
import { reachOf } from '#web/canvas/expression/reach.ts'
import { type KnownData, knownOf } from '#web/canvas/run/known-data.ts'
import type { KnownOutputs } from '#web/canvas/run/known-values.ts'
import { useDraft } from '#web/canvas/use-draft.ts'
import { useStore } from '#web/lib/store.ts'
import type { Readable, SettingsForm } from './form-context.ts'

type Bindings = EvaluationInput['bindings']

/** What the expressions of a node read, and how far the values are real. `item`: of what a node evaluates per item. */
export function expressionsOf(
  document: WorkflowDocument,
  node: string,
  outputs: KnownOutputs,
  bindings: Bindings,
  item: Json | undefined,
): { whole: Readable; perItem: Readable; said: string } {
  const reach = reachOf(document, node)
  const titles = new Map(document.nodes.map(({ id, title }) => [id, title]))
  const nodes = reach.nodes.map((id) => ({ id, title: titles.get(id) ?? id, value: outputs[id]?.value }))
  const { input, trigger, vars = {}, index = 0 } = bindings
  const scope: Scope = {
    input,
    nodes,
    trigger,
    vars,
    item: reach.item ? { value: bindings.item, index } : null,
    perItem: false,
  }
  const madeUp = reach.nodes.some((id) => outputs[id]?.made_up !== false)
  return {
    whole: { scope, bindings },
    perItem: {
      scope: { ...scope, item: { value: item, index: 0 }, perItem: true },
      bindings: { ...bindings, index: 0, ...(item !== undefined && { item }) },
    },
    said: madeUp ? 'On sample data: not every node before has run yet' : 'On the data of the last run',
  }
}

/** The bindings as they are for this document and these outputs. */
const bindingsFor = (known: KnownData, node: string, _document: WorkflowDocument, _outputs: KnownOutputs): Bindings =>
  known.bindings(node)

/** Where a node evaluates settings once per item: the first item of its list. */
function useFirstItem(node: WorkflowNode, bindings: Bindings): Json | undefined {
  const [item, setItem] = useState<Json | undefined>()
  const { items } = node.config
  useEffect(() => {
    let left = false
    const text = typeof items === 'string' ? items : '{{ $input }}'
    ask('evaluate', { text, bindings }).then(
      (answer) => {
        const list = Array.isArray(items) ? items : 'value' in answer ? answer.value : undefined
        const next = Array.isArray(list) ? (list[0] ?? undefined) : undefined
        if (!left) setItem((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [items, bindings])
  return item
}

export function useExpressions(node: WorkflowNode): SettingsForm['expression'] {
  const draft = useDraft()
  const document = useStore(draft.document)
  const known = knownOf(draft)
  const outputs = useStore(known.outputs)
  const bindings = bindingsFor(known, node.id, document, outputs)
  const item = useFirstItem(node, bindings)
  return expressionsOf(document, node.id, outputs, bindings, item)
}
