/** The source of the viewer's documents: the files of the viewer's account, or those of a public recorded run. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { RedactionChanges } from '#contract/runs/redactions.ts'
import type { ReportRequest } from '#contract/runs/reports.ts'
import { download } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'
import { runToken } from '#web/lib/run-token.ts'

/** The agent whose recorded run is shown; null for a run of one's own. */
export const SampleOf = createContext<string | null>(null)

/** How a file that the run made is fetched; as one's own file where nothing else is said. */
export const FetchMade = createContext<(id: string) => Promise<Blob>>((id) => download('getFile', { params: { id } }))

/** How the redacted file of a run is made again with a person's decisions; null where only the file of the run is given. */
export const RedactAgain = createContext<((run: string, changes: RedactionChanges) => Promise<Blob>) | null>(
  (id, body) => download('redactAgain', { params: { id }, body }, { runToken: runToken(id) }),
)

/** How the result of a run is exported with a person's decisions; null where the run is not known to the server by the reader. */
export const ExportResult = createContext<((run: string, order: ReportRequest) => Promise<Blob>) | null>((id, body) =>
  download('exportResult', { params: { id }, body }, { runToken: runToken(id) }),
)

/** The text of a document with the sizes of its pages; nothing is asked without one. */
export function useDocumentText(id: string | null) {
  const agent = useContext(SampleOf)
  const file = id ?? ''
  const own = useQuery({ ...q('getFileText', { params: { id: file } }), enabled: id !== null && agent === null })
  const params = { id: agent ?? '', file_id: file }
  const sample = useQuery({ ...q('getSampleText', { params }), enabled: id !== null && agent !== null })
  return agent === null ? own : sample
}

/** The picture of a page, `width` pixels wide. */
export type FetchPage = (id: string, page: number, width: number, signal: AbortSignal) => Promise<Blob>

const ownPage: FetchPage = (id, page, width, signal) =>
  download('getFilePage', { params: { id, page }, query: { width } }, { signal })

const samplePage =
  (agent: string): FetchPage =>
  (file_id, page, width, signal) =>
    download('getSamplePage', { params: { id: agent, file_id, page }, query: { width } }, { signal })

/** @param agent as `SampleOf` says */
export const fetchPageOf = (agent: string | null): FetchPage => (agent === null ? ownPage : samplePage(agent))
