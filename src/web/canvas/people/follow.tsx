import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import type { Person } from '#contract/workflow-edits.ts'
import { CARD } from '#web/canvas/sizes.ts'
import { useDraft } from '#web/canvas/use-draft.ts'
import { useView } from '#web/canvas/use-view.ts'
import { useStore } from '#web/lib/store.ts'
import { following } from './open.ts'

/** So much of the picture at each side is too near to its edge to look at. */
const EDGE = 0.2
const MOVE_MS = 180

/** Where a person is: where their pointer is, else at what they have open or selected. */
function usePlaceOf(person: Person | undefined): { x: number; y: number } | null {
  const { nodes } = useStore(useDraft().document)
  if (person === undefined) return null
  if (person.cursor !== null) return person.cursor
  const node = nodes.find(({ id }) => id === (person.open ?? person.selected[0]))
  return node ? { x: node.position.x + CARD.width / 2, y: node.position.y + CARD.height / 2 } : null
}

/** Moves the picture to where the person is whom one follows, whenever they leave its middle. */
export function Follow({ others }: { others: readonly Person[] }) {
  const flow = useReactFlow()
  const store = useStoreApi()
  const followed = following(useView())
  const who = useStore(followed)
  const person = others.findLast(({ user_id }) => user_id === who)
  const place = usePlaceOf(person)
  const [x, y] = [place?.x, place?.y]
  const gone = who !== null && person === undefined
  useEffect(() => {
    if (gone) followed.set(null)
  }, [gone, followed])
  useEffect(() => {
    if (x === undefined || y === undefined) return
    const { width, height, transform } = store.getState()
    const [left, top, zoom] = transform
    const off = (at: number, size: number) => at < size * EDGE || at > size * (1 - EDGE)
    if (!off(x * zoom + left, width) && !off(y * zoom + top, height)) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    void flow.setCenter(x, y, { zoom, duration: still ? 0 : MOVE_MS })
  }, [x, y, flow, store])
  return null
}
