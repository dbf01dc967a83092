import { useState } from 'react'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import { refresh } from '#web/api/action.ts'
import { friendly } from '#web/api/friendly.ts'
import { uploadDocument } from '#web/api/upload.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

const ACCEPT = '.pdf,.docx,.xlsx,.csv,.html,.htm,.md,.txt,.png,.jpg,.jpeg,.zip'
const MOST_BYTES = 25_000_000

/** Lists and figures that a change of documents changes. */
export const refreshDocuments = () => refresh('listKnowledgeDocuments', 'getKnowledge', 'listKnowledge')

/**
 * Adds files one after the other: one that is refused keeps no other waiting.
 * @param into the base they go to; it may be made then. What it throws is shown
 */
export function AddDocuments({ into, disabled = false }: { into: () => Promise<KnowledgeId>; disabled?: boolean }) {
  const [left, setLeft] = useState(0)
  const [problems, setProblems] = useState<readonly string[]>([])
  const send = async (files: readonly File[]) => {
    const refused: string[] = []
    const id = await into()
    for (const file of files) {
      try {
        const { skipped } = await uploadDocument('addKnowledgeDocument', { params: { id } }, file)
        refused.push(...skipped.map(({ name, reason }) => `${name}: ${reason}`))
      } catch (error) {
        refused.push(`${file.name}: ${friendly(error)}`)
      }
      setLeft((count) => count - 1)
      setProblems([...refused])
      await refreshDocuments()
    }
  }
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    setProblems([])
    setLeft(files.length)
    await send(files).catch((error: unknown) => setProblems([friendly(error)]))
    setLeft(0)
  }
  return (
    <div className="grid gap-3">
      <FileDrop
        label={t('Add documents')}
        accept={ACCEPT}
        maxBytes={MOST_BYTES}
        help={t('PDF, Word, Excel, CSV, HTML, Markdown, text, pictures of text, or a ZIP of them')}
        file={null}
        onFile={() => {}}
        onFiles={(files) => void add(files)}
        disabled={disabled || left > 0}
      />
      {left > 0 && <ProgressBar label={t('Uploading, {count} left', { count: formatNumber(left) })} />}
      {problems.length > 0 && (
        <Callout tone="warn">
          <ul className="wrap-anywhere grid gap-1">
            {problems.slice(0, 20).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  )
}
