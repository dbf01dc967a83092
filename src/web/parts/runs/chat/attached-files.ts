/** Files that go with a message: uploaded when they are chosen, sent by their ids. */
import { useState } from 'react'
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { friendly } from '#web/api/friendly.ts'
import { fileRefusal } from '#web/ui/forms/file-refusal.ts'
import type { ChatState } from './chat-state.ts'

export const ACCEPTED_FILES = '.pdf,.docx,.xlsx,.txt,.md,.csv,.png,.jpg,.jpeg'

export interface Attached {
  id: string
  name: string
}

export function useAttachedFiles({ upload, uploadMb }: Pick<ChatState, 'upload' | 'uploadMb'>) {
  const [files, setFiles] = useState<readonly Attached[]>([])
  const [loading, setLoading] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (chosen: readonly File[]) => {
    setProblem(null)
    for (const file of chosen) {
      const refused = fileRefusal(file, ACCEPTED_FILES, uploadMb * 1_000_000)
      if (refused) {
        setProblem(refused)
        continue
      }
      setLoading((count) => count + 1)
      try {
        const id = await upload(file)
        setFiles((known) => (known.length < MESSAGE.files ? [...known, { id, name: file.name }] : known))
      } catch (error) {
        setProblem(friendly(error))
      } finally {
        setLoading((count) => count - 1)
      }
    }
  }
  return {
    files,
    loading: loading > 0,
    problem,
    add,
    remove: (id: string) => setFiles((known) => known.filter((file) => file.id !== id)),
    clear: () => setFiles([]),
  }
}
