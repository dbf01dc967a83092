import type { MessageCitation } from '#contract/runs/conversations.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PassagePane } from '#web/viewer/passage-pane.tsx'

/** The document of a citation, open at the place. */
export function PassageDialog({ citation, onClose }: { citation: MessageCitation; onClose: () => void }) {
  const { number, document, file, url, page, boxes, text } = citation
  if (!file) return null
  const { file_id } = file
  return (
    <Dialog open onClose={onClose} title={<bdi>{document}</bdi>} size="lg">
      <div className="grid h-[70vh] min-h-0">
        <PassagePane passage={{ key: `${file_id} ${number}`, file_id, name: document, url, page, boxes, text }} />
      </div>
    </Dialog>
  )
}
