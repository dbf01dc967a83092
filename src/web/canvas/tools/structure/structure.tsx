import { Snippets } from '#web/canvas/tools/snippets/snippets.tsx'
import { ExtractDialog } from './extract-dialog.tsx'
import { LinkedNode } from './linked-node.tsx'
import { ModeAddress } from './mode-address.tsx'
import { SearchPanel } from './search-panel.tsx'

/** Tools for the workflow as a whole, next to the canvas or the list. */
export function Structure() {
  return (
    <>
      <ModeAddress />
      <LinkedNode />
      <SearchPanel />
      <ExtractDialog />
      <Snippets />
    </>
  )
}
