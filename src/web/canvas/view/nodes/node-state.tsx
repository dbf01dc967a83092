import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  type LucideIcon,
  OctagonX,
  PencilLine,
  Pin,
  SkipForward,
  TriangleAlert,
} from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import type { NodeRunState } from '#web/canvas/model/run/run-states.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { t } from '#web/lib/language.ts'
import { toSentence } from '#web/lib/sentence.ts'
import { paths } from '#web/paths.ts'
import { Spin } from '#web/ui/spinner.tsx'
import { type NodeWords, wordsOf } from './node-words.ts'

const ICONS: Record<Exclude<NodeWords['icon'], 'spin'>, LucideIcon> = {
  dashed: CircleDashed,
  check: CircleCheck,
  cross: CircleX,
  clock: Clock,
  skip: SkipForward,
  pin: Pin,
  edit: PencilLine,
  stop: OctagonX,
}
const TONES: Record<NodeWords['tone'], string> = {
  quiet: 'border-line bg-surface text-muted',
  live: 'border-marigold-edge bg-marigold-soft text-marigold-ink',
  good: 'border-good bg-good-soft text-good',
  bad: 'border-bad bg-bad-soft text-bad',
  warn: 'border-warn bg-warn-soft text-warn',
}

/** What a node shows of the run on the canvas: drawn again only when that changes. */
export const useNodeState = (id: string): NodeRunState | undefined =>
  usePart(useDraft().run.states, ({ nodes }) => nodes[id])

/** How the run went for a node, as a colour; null while there is nothing to say. */
export const useNodeTone = (id: string): NodeWords['tone'] | null =>
  usePart(useDraft().run.states, ({ nodes: { [id]: look } }) => (look && wordsOf(look, null, null)?.tone) ?? null)

/** How long ago that was, second by second. */
function useElapsed(since: string | null): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (since === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [since])
  return since === null ? null : Math.max(0, now - Date.parse(since))
}

/** Where it is said: at the foot of a card, there next to what a collapsed loop says of its steps, or in a line. */
const PLACES = {
  foot: 'absolute -bottom-2.5 left-2.5 z-10 max-w-[calc(100%-1.25rem)]',
  beside: 'absolute -bottom-2.5 right-2.5 z-10 max-w-[44%]',
  line: 'max-w-full',
} as const

/** What went as it should is said quietly. */
const toneOf = (tone: NodeWords['tone']): string =>
  tone === 'good' ? 'border-line bg-surface text-muted' : TONES[tone]

/** How the run went for a node, in sign and words. */
export const NodeState = memo(function NodeState({ id, place }: { id: string; place: keyof typeof PLACES }) {
  const look = useNodeState(id)
  const elapsed = useElapsed(look?.status === 'running' ? look.since : null)
  const progress = usePart(useDraft().run.progress, (all) => all[`${id}:`]?.message ?? null)
  const words = look && wordsOf(look, elapsed, progress)
  if (!words) return null
  return (
    <span
      data-state={look.status}
      className={`${PLACES[place]} inline-flex h-5 items-center gap-1 rounded-full border px-1.5 text-xs tabular-nums ${toneOf(words.tone)}`}
      title={words.text}
    >
      <StateIcon
        icon={words.icon}
        className={words.tone === 'good' ? 'size-3 shrink-0 text-good' : 'size-3 shrink-0'}
      />
      <span className="truncate">{words.tone === 'bad' ? toSentence(words.text) : words.text}</span>
      {look.wait && look.wait.type !== 'timer' && look.wait.type !== 'child' && look.wait.type !== 'account' && (
        <AnswerLink />
      )}
    </span>
  )
})

/** The state of a node as a sign in the corner of a card that is too far away for words. */
export function FarState({ id, hasProblem }: { id: string; hasProblem: boolean }) {
  const look = useNodeState(id)
  const words = look && wordsOf(look, null, null)
  const corner = 'absolute -top-3 -right-3 grid size-9 place-items-center rounded-full border-2'
  if (words)
    return (
      <span data-state={look.status} title={words.text} className={`${corner} ${TONES[words.tone]}`}>
        <StateIcon icon={words.icon} className="size-6" />
      </span>
    )
  return hasProblem ? (
    <span className={`${corner} ${TONES.warn}`}>
      <TriangleAlert aria-hidden="true" className="size-6" />
    </span>
  ) : null
}

function StateIcon({ icon, className }: { icon: NodeWords['icon']; className: string }) {
  if (icon === 'spin') return <Spin className={className} />
  const Icon = ICONS[icon]
  return <Icon aria-hidden="true" className={className} />
}

/** Opens the run where it can be answered, outside the designer. */
function AnswerLink() {
  const run = usePart(useDraft().run.execution, (one) => one?.id ?? null)
  if (run === null) return null
  return (
    <a
      href={paths.run(run)}
      target="_blank"
      rel="noreferrer"
      className="nodrag nopan pointer-events-auto shrink-0 font-medium underline"
    >
      {t('Answer')}
    </a>
  )
}
