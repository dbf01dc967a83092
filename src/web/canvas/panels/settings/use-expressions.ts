import { useEffect, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { hasExpression } from '#graph/expressions/template.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { KnownData, KnownOutputs } from '#web/canvas/model/run/known-data.ts'
import type { Scope } from '#web/canvas/panels/expression/complete.ts'
import { reachOf } from '#web/canvas/panels/expression/reach.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import type { EvaluationInput } from '#web/canvas/services/analysis/answers.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { t } from '#web/lib/language.ts'

import { useStore } from '#web/lib/store.ts'
import type { ItemsLookedAt, SettingsForm } from './form/form-context.ts'

type Bindings = EvaluationInput['bindings']

/** What the expressions of a node read, and how far the values are real. `items`: what it evaluates settings once for each of. */
function expressionsOf(
  document: WorkflowDocument,
  node: string,
  outputs: KnownOutputs,
  bindings: Bindings,
  items: ItemsLookedAt,
): Omit<NonNullable<SettingsForm['expression']>, 'unrun'> {
  const { item } = items
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
      scope: { ...scope, item: { value: item, index: items.at }, perItem: true },
      bindings: { ...bindings, index: items.at, ...(item !== undefined && { item }) },
    },
    items,
    said: madeUp ? t('Sample data: some earlier nodes haven’t run yet') : t('Data from the last run'),
  }
}

/** The bindings as they are for this document and these outputs. */
const bindingsFor = (known: KnownData, node: string, _document: WorkflowDocument, _outputs: KnownOutputs): Bindings =>
  known.bindings(node)

const NO_ITEMS: readonly Json[] = []

/** Where a node evaluates settings once per item: its list, and the item that is looked at. */
function useItems(node: WorkflowNode, bindings: Bindings): ItemsLookedAt {
  const [all, setAll] = useState(NO_ITEMS)
  const [wanted, go] = useState(0)
  const { items } = node.config
  useEffect(() => {
    let left = false
    const text = typeof items === 'string' ? items : '{{ $input }}'
    ask('evaluate', { text, bindings }).then(
      (answer) => {
        const list = Array.isArray(items) ? items : 'value' in answer ? answer.value : undefined
        const next = Array.isArray(list) ? list : NO_ITEMS
        if (!left) setAll((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [items, bindings])
  const at = Math.max(0, Math.min(wanted, all.length - 1))
  return { item: all[at], at, count: all.length, go }
}

/** What expressions read of other nodes: one by its id, or `$input` and `$trigger`. */
const READS = /\$nodes\s{0,20}\.\s{0,20}`?([A-Za-z_]\w{0,63})|(\$input|\$trigger)\b/g

/** The nearest node that the settings of one read and whose data is made up until it runs; null where there is none. */
function unrunBefore(draft: Draft, node: WorkflowNode, outputs: KnownOutputs): string | null {
  const text = JSON.stringify(node.config)
  if (!hasExpression(text)) return null
  const read = new Set([...text.matchAll(READS)].map(([, id, word]) => id ?? word))
  const document = draft.document.get()
  const { presentations } = draft.analysis.get()
  const gives = (id: string) => document.edges.some(({ from, to }) => from.node === id && to.node === node.id)
  const isRead = (id: string) =>
    read.has(id) || (read.has('$input') && gives(id)) || (read.has('$trigger') && presentations[id]?.trigger === true)
  const ran = new Set(
    draft.run.execution.get()?.nodes.flatMap(({ node_id, finished_at }) => (finished_at ? [node_id] : [])),
  )
  const isUnrun = (id: string) => isRead(id) && (outputs[id]?.source ?? 'declared') === 'declared' && !ran.has(id)
  return reachOf(document, node.id).nodes.find(isUnrun) ?? null
}

export function useExpressions(node: WorkflowNode): SettingsForm['expression'] {
  const draft = useDraft()
  const document = useStore(draft.document)
  const known = draft.data
  const outputs = useStore(known.outputs)
  const bindings = bindingsFor(known, node.id, document, outputs)
  const items = useItems(node, bindings)
  return {
    ...expressionsOf(document, node.id, outputs, bindings, items),
    unrun: unrunBefore(draft, node, outputs),
  }
}
