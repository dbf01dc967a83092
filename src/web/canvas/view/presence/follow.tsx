import { useEffect } from 'react'
import type { Person } from '#contract/workflows/workflow-edits.ts'

import { CARD } from '#web/canvas/model/graph/sizes.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useStore } from '#web/lib/store.ts'

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
  const view = useView()
  const followed = view.windows.presence.following
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
    view.camera.get()?.lookAt({ x, y })
  }, [x, y, view])
  return null
}
