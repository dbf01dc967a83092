/** Files that were dropped or chosen, also those in folders and ZIP archives, as documents to be sent. */
import type { ItemProblem } from '#contract/services/batch-values.ts'
import { BadZip, readZip } from './unzip.ts'

export interface ChosenDocument {
  key: string
  name: string
  /** Null until it is sent, unless it is known to be unreadable. */
  problem: ItemProblem | null
  open: () => Promise<File>
}

const isHidden = (name: string): boolean => /^(?:\.|Thumbs\.db$|desktop\.ini$)/i.test(name)

async function filesOfEntry(entry: FileSystemEntry): Promise<File[]> {
  if (isHidden(entry.name)) return []
  if (entry.isFile) return [await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: File[] = []
  for (;;) {
    // A hundred at a time, until none is left.
    const entries = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (entries.length === 0) return found
    for (const one of entries) found.push(...(await filesOfEntry(one)))
  }
}

/** What was dropped, folders included. The list is only there until the event is over. */
export function filesOfDrop(dropped: DataTransfer): Promise<File[]> {
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const files = [...dropped.files]
  if (entries.length === 0) return Promise.resolve(files)
  return Promise.all(entries.map(filesOfEntry)).then((found) => found.flat())
}

let last = 0
const keyOf = () => `document-${++last}`

const isZip = ({ name, type }: File): boolean => /\.zip$/i.test(name) || type === 'application/zip'

/** @param most bytes of one document */
export async function documentsOf(files: readonly File[], most: number): Promise<ChosenDocument[]> {
  const found: ChosenDocument[] = []
  for (const file of files) {
    if (isHidden(file.name)) continue
    if (!isZip(file)) {
      const problem = file.size === 0 ? 'file_empty' : file.size > most ? 'file_too_large' : null
      found.push({ key: keyOf(), name: file.name, problem, open: async () => file })
      continue
    }
    try {
      for (const entry of await readZip(file, most)) found.push({ key: keyOf(), ...entry })
    } catch (error) {
      if (!(error instanceof BadZip)) throw error
      found.push({ key: keyOf(), name: file.name, problem: 'file_broken', open: async () => file })
    }
  }
  return found
}
