/** Files of Google Drive: https://developers.google.com/workspace/drive/api/reference/rest/v3/files */
import { createHash } from 'node:crypto'
import type { Answer, Asked } from './message.ts'

export interface DriveFile {
  id: string
  name: string
  mimeType: string
  parent: string
  content?: Buffer
  /** What Google’s own kinds are exported as, by type. */
  exports?: Readonly<Record<string, Buffer>>
  modifiedTime?: string
  trashed?: boolean
  /** Of a shortcut. */
  target?: string
}

export type Drive = Map<string, DriveFile>

const failed = (code: number, message: string, reason: string): Answer => ({
  status: code,
  json: { error: { code, message, errors: [{ message, domain: 'global', reason }] } },
})

const shown = ({ content, parent: _, exports: _exports, target, trashed = false, ...file }: DriveFile) => ({
  modifiedTime: '2026-01-31T09:30:00.000Z',
  ...file,
  trashed,
  webViewLink: `https://drive.google.com/file/d/${file.id}/view`,
  ...(content && { size: String(content.length), md5Checksum: createHash('md5').update(content).digest('hex') }),
  ...(target && { shortcutDetails: { targetId: target } }),
})

function list(drive: Drive, query: URLSearchParams): Answer {
  const q = query.get('q') ?? ''
  const [, folder] = /^'([^']+)' in parents/.exec(q) ?? []
  if (folder === undefined) return failed(400, 'Invalid Value', 'invalid')
  if (folder !== 'root' && !drive.has(folder)) return failed(404, `File not found: ${folder}.`, 'notFound')
  const onlyFolders = q.includes("mimeType = 'application/vnd.google-apps.folder'")
  const found = [...drive.values()].filter(
    (file) =>
      file.parent === folder &&
      (!onlyFolders || file.mimeType === 'application/vnd.google-apps.folder') &&
      (!q.includes('trashed = false') || file.trashed !== true),
  )
  const from = Number(query.get('pageToken') ?? 0)
  const size = Number(query.get('pageSize') ?? 100)
  const next = from + size < found.length ? { nextPageToken: String(from + size) } : {}
  return { status: 200, json: { files: found.slice(from, from + size).map(shown), ...next } }
}

/** Null for what is no call of Google Drive. */
export function driveCall(drive: Drive, { path, query }: Asked): Answer | null {
  if (path === '/drive/v3/files') return list(drive, query)
  if (path === '/drive/v3/drives') return { status: 200, json: { drives: [] } }
  const [, id = '', isExport] = /^\/drive\/v3\/files\/([^/]+?)(\/export)?$/.exec(path) ?? []
  if (id === '') return null
  const file = drive.get(id)
  if (!file) return failed(404, `File not found: ${id}.`, 'notFound')
  if (isExport) {
    const bytes = file.exports?.[query.get('mimeType') ?? '']
    return bytes ? { status: 200, bytes } : failed(403, 'Export only supports Docs Editors files.', 'fileNotExportable')
  }
  if (query.get('alt') !== 'media') return { status: 200, json: shown(file) }
  return file.content
    ? { status: 200, bytes: file.content }
    : failed(403, 'Only files with binary content can be downloaded.', 'fileNotDownloadable')
}
