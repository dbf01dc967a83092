import { LinkedNode } from '#web/canvas/export/linked-node.tsx'
import { ModeAddress } from '#web/canvas/mode-address.tsx'
import { Snippets } from '#web/canvas/snippets/snippets.tsx'
import { ExtractDialog } from './extract-dialog.tsx'
import { SearchPanel } from './search-panel.tsx'

/** What works on the workflow as a whole, beside the canvas or the list. */
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
