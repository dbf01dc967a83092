import { ExtractDialog } from './extract-dialog.tsx'
import { LinkedNode } from './linked-node.tsx'
import { SearchPanel } from './search-panel.tsx'

/** What works on the workflow as a whole, beside the canvas or the list. */
export function Structure() {
  return (
    <>
      <LinkedNode />
      <SearchPanel />
      <ExtractDialog />
    </>
  )
}
