import { Puzzle } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowNode } from '#graph/document.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { PickerPlace } from '#web/canvas/model/draft/view.ts'
import { connecting, nodeOf } from '#web/canvas/model/edits/edits.ts'
import { APP_ACTION, APP_TRIGGER, isOfApp } from '#web/canvas/model/graph/app-step.ts'
import { countedNodes } from '#web/canvas/model/graph/counts.ts'
import { mayAdd, mayConnect, type OutputPort } from '#web/canvas/model/graph/refusals.ts'
import type { PaletteEntry } from '#web/canvas/services/analysis/answers.ts'
import { usePalette } from '#web/canvas/services/analysis/use-palette.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useAreSnippetsLoading, useSnippets } from '#web/canvas/services/queries/use-snippets.ts'
import { StepIcon } from '#web/canvas/view/nodes/step-icon.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { useFeatureReason } from '#web/parts/platform/feature-notice.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { AppChooser } from './app-chooser.tsx'
import { type Choice, Chooser } from './chooser.tsx'
import { found } from './found.ts'
import { useAdd } from './use-add.ts'
import { additionOf, type Chosen, useAppChoices } from './use-app-choices.tsx'

export const HEADINGS: Readonly<Record<string, string>> = {
  trigger: 'Triggers',
  flow: 'Flow',
  data: 'Data',
  people: 'People',
  integration: 'Integrations',
  code: 'Code',
  document: 'Documents',
  healthcare: 'Healthcare',
  legal: 'Legal',
  finance: 'Finance',
  ai: 'AI',
  output: 'Output',
}
const ORDER = [
  'ai',
  'document',
  'data',
  'flow',
  'integration',
  'people',
  'healthcare',
  'legal',
  'finance',
  'code',
  'output',
]

/** The place of a category in the list: triggers first while nothing starts the workflow, else last. */
const rank = (category: string, empty: boolean) =>
  category === 'trigger' ? (empty ? -1 : ORDER.length) : ORDER.indexOf(category)

/** Chooses the next node, where `view.picker` says; nothing while it says none. */
export function Picker() {
  const view = useView()
  const place = useStore(view.picker)
  if (place === null) return null
  return place.existing ? <Existing place={place} /> : <Fresh place={place} />
}

/** `manual_trigger` is found as “manual trigger”, and as “manual”; `code` as “code”. */
const alsoOf = ({ type, trigger }: PaletteEntry): string => {
  const name = type.replaceAll('_', ' ')
  return trigger ? name.replace(/ trigger$/, '') : name
}

const iconOf = (node: Pick<WorkflowNode, 'type' | 'config'>, look: { icon: string; trigger: boolean } | undefined) => (
  <StepIcon node={node} icon={look?.icon} className="size-4" ink={look?.trigger ? 'text-marigold-ink' : 'text-muted'} />
)

function titleOf(draft: Draft, { from, into, to, replaces }: PickerPlace): string {
  const name = (id: string | undefined) => `“${nodeOf(draft.document.get(), id ?? '')?.title ?? ''}”`
  if (replaces !== undefined) return t('Replace {name} with', { name: name(replaces) })
  if (into !== null) return t('Insert node')
  if (to !== undefined) return t('Add a node before {name}', { name: name(to) })
  if (from) return t('Add a node after {name}', { name: name(from.node) })
  return draft.document.get().nodes.length === 0 ? t('Choose a trigger') : t('Add node')
}

/** The types that can be added here, and why one can't. */
function useTypes(place: PickerPlace) {
  const draft = useDraft()
  const palette = usePalette()
  const codeOff = useFeatureReason('code_node')
  const document = useStore(draft.document)
  const { presentations } = useStore(draft.analysis)
  const empty = !document.nodes.some(({ id }) => presentations[id]?.trigger)
  const wired = place.from !== null || place.into !== null
  const replaces = place.replaces === undefined ? undefined : nodeOf(document, place.replaces)?.type
  const known = (palette ?? [])
    // Actions and triggers of apps are offered one by one.
    .filter(({ type }) => type !== replaces && type !== 'placeholder' && !isOfApp(type))
    .map((entry) => ({
      ...entry,
      label: entry.title,
      words: `${entry.description} ${entry.category} ${entry.type.replaceAll('_', ' ')}`,
      also: alsoOf(entry),
    }))
    .toSorted((a, b) => rank(a.category, empty) - rank(b.category, empty))
  const refusal = (entry: PaletteEntry | undefined): string | null => {
    const may = entry ? mayAdd(document, presentations, entry, { wired, replaces: place.replaces }) : true
    return (entry?.type === 'code' ? codeOff : undefined) ?? (may === true ? null : may)
  }
  const ofApp = {
    action: palette?.find(({ type }) => type === APP_ACTION),
    trigger: palette?.find(({ type }) => type === APP_TRIGGER),
  }
  const triggers = new Set(known.flatMap(({ type, trigger }) => (trigger ? [type] : [])))
  return { palette, known, empty, refusal, ofApp, isTrigger: ({ key }: Choice) => triggers.has(key) }
}

function Fresh({ place }: { place: PickerPlace }) {
  const [draft, view, add] = [useDraft(), useView(), useAdd()]
  const [app, setApp] = useState<{ id: string; name: string } | null>(null)
  const [text, setText] = useState('')
  const { palette, known, empty, refusal, ofApp, isTrigger } = useTypes(place)
  const [kept, loading] = [useKept(place), useAreSnippetsLoading()]
  const closed = { action: refusal(ofApp.action), trigger: ofApp.trigger ? refusal(ofApp.trigger) : '' }
  const apps = useAppChoices(text, closed)
  const close = () => view.picker.set(null)
  const addAction = async (chosen: Chosen): Promise<void> => {
    close()
    const { own } = view.about.get()
    const entry = chosen.on ? ofApp.trigger : ofApp.action
    if (entry) await add(await additionOf(entry, chosen, own), place)
  }
  const at = screenPlace(view.camera.get(), place)
  if (app !== null)
    return <AppChooser {...{ app, closed, at }} onChoose={addAction} onBack={() => setApp(null)} onClose={close} />
  const choiceOf = (entry: PaletteEntry): Choice => ({
    key: entry.type,
    heading: t(HEADINGS[entry.category] ?? entry.category),
    label: entry.title,
    hint: entry.description,
    icon: iconOf({ type: entry.type, config: {} }, entry),
    reason: refusal(entry),
  })
  const choose = (key: string) => {
    const chosen = apps.pick(key)
    if (chosen && !('action' in chosen)) {
      setText('')
      return setApp(chosen.app)
    }
    if (chosen) return void addAction(chosen)
    close()
    if (key.startsWith(KEPT)) return view.windows.snippets.inserting.set({ id: key.slice(KEPT.length), place })
    const entry = palette?.find(({ type }) => type === key)
    if (entry) void add(entry, place)
  }
  return (
    <Chooser
      title={titleOf(draft, place)}
      placeholder={titleOf(draft, place)}
      find={(typed) => {
        const choices = found([...known, ...kept], typed).map((one) => ('choice' in one ? one.choice : choiceOf(one)))
        return typed.trim() === '' ? choices : ranked(choices, empty ? isTrigger : () => false)
      }}
      more={apps.choices}
      stale={apps.stale}
      note={apps.note}
      onText={setText}
      at={at}
      waiting={palette === null || loading}
      onClose={close}
      onChoose={choose}
    >
      <WayChoice place={place} />
    </Chooser>
  )
}

const KEPT = 'snippet:'
const PIECE = <Puzzle aria-hidden="true" className="size-4 shrink-0 text-muted" />

/** One’s own snippets as choices; none where one node takes the place of another. */
function useKept({ replaces, to }: PickerPlace) {
  const snippets = useSnippets() ?? []
  if (replaces !== undefined || to !== undefined) return []
  return snippets.map(({ id, name, nodes, inputs }) => {
    const asks = inputs === 1 ? t('asks 1 value') : t('asks {count} values', { count: inputs })
    const hint = inputs === 0 ? countedNodes(nodes) : `${countedNodes(nodes)}, ${asks}`
    const choice: Choice = { key: `${KEPT}${id}`, heading: t('Snippets'), label: name, hint, icon: PIECE, reason: null }
    return { label: name, words: 'snippet', choice }
  })
}

/** What is wanted first, then what fits best, whatever its heading; what cannot be chosen last. */
const ranked = (choices: Choice[], isWanted: (choice: Choice) => boolean): Choice[] =>
  choices
    .toSorted(
      (a, b) => Number(a.reason !== null) - Number(b.reason !== null) || Number(isWanted(b)) - Number(isWanted(a)),
    )
    .map((choice) => ({ ...choice, heading: t('Found') }))

const screenPlace = (
  camera: { screenOf: (at: { x: number; y: number }) => { x: number; y: number } } | null,
  { at }: PickerPlace,
) => (camera && at ? camera.screenOf(at) : null)

/** Which output port the new node is wired to, where there are several. */
function WayChoice({ place }: { place: PickerPlace }) {
  const [draft, view] = [useDraft(), useView()]
  const { presentations } = useStore(draft.analysis)
  const ports = place.from ? (presentations[place.from.node]?.ports ?? []) : []
  const { from } = place
  if (!from || ports.length < 2) return null
  return (
    <div className="border-line border-b px-3 py-2">
      <Select
        label={t('Through')}
        value={from.port}
        options={ports.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={(event) => view.picker.set({ ...place, from: { ...from, port: event.target.value } })}
      />
    </div>
  )
}

/** Chooses a node that is there, to wire it. */
function Existing({ place }: { place: PickerPlace }) {
  const [draft, view] = [useDraft(), useView()]
  const document = useStore(draft.document)
  const { presentations } = useStore(draft.analysis)
  const { from } = place
  const close = () => view.picker.set(null)
  if (!from) return null
  const others = document.nodes
    .filter(({ id }) => id !== from.node)
    .map((node) => ({
      id: node.id,
      node,
      label: node.title,
      words: `${node.id} ${presentations[node.id]?.sentence ?? ''}`,
    }))
  const choices = (text: string): Choice[] =>
    found(others, text)
      .map(({ id, label, node }): Choice => {
        const may = mayConnect(document, presentations, from, id)
        const presentation = presentations[id]
        return {
          key: id,
          heading: may === true ? t('Connect to') : t('Can’t be connected'),
          label,
          hint: presentation?.sentence ?? '',
          icon: iconOf(node, presentation),
          reason: may === true ? null : may,
        }
      })
      .toSorted((a, b) => Number(a.reason !== null) - Number(b.reason !== null))
  const name = nodeOf(document, from.node)?.title ?? from.node
  return (
    <Chooser
      title={t('Connect “{name}” to', { name })}
      placeholder={t('Connect “{name}” to', { name })}
      find={choices}
      at={null}
      onClose={close}
      onChoose={(id) => {
        close()
        wire(draft, from, id)
        view.camera.get()?.show({ node: from.node })
      }}
    >
      <WayChoice place={place} />
    </Chooser>
  )
}

function wire(draft: Draft, from: OutputPort, to: string) {
  const title = (id: string) => nodeOf(draft.document.get(), id)?.title ?? id
  const label = t('Connected “{title}” to “{title2}”', { title: title(from.node), title2: title(to) })
  draft.perform(connecting(draft.document.get(), from, to), { label })
}
