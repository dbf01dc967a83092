import { InsertDialog } from './insert-dialog.tsx'
import { KeepDialog } from './keep-dialog.tsx'
import { LibraryDialog } from './library-dialog.tsx'
import { OriginDialog } from './origin-dialog.tsx'

/** The windows of snippets over the canvas or the list. */
export function Snippets() {
  return (
    <>
      <KeepDialog />
      <LibraryDialog />
      <InsertDialog />
      <OriginDialog />
    </>
  )
}
