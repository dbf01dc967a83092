/**
 * A folder of Google Drive with the folders in it: https://developers.google.com/workspace/drive/api/reference/rest/v3/files
 * The list of changes is not used: it is about the whole Drive, leaves out what shortcuts lead to, and says nothing of a folder that moved.
 */
import { fieldError } from '#contract/core/errors.ts'
import {
  type AskSource,
  bytesIn,
  type Listed,
  named,
  objectIn,
  objectOf,
  objectsIn,
  openable,
  refusalOfName,
  type SourceKind,
  textIn,
} from './source-kind.ts'

const FOLDER = 'application/vnd.google-apps.folder'
const SHORTCUT = 'application/vnd.google-apps.shortcut'
const GOOGLE = 'application/vnd.google-apps.'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What files of Google’s own kinds are exported as. */
const EXPORTS: Readonly<Record<string, { mime: string; extension: string }>> = {
  [`${GOOGLE}document`]: { mime: DOCX, extension: 'docx' },
  [`${GOOGLE}spreadsheet`]: { mime: XLSX, extension: 'xlsx' },
  [`${GOOGLE}presentation`]: { mime: 'application/pdf', extension: 'pdf' },
}
/** Of files whose name has no extension. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  [DOCX]: 'docx',
  [XLSX]: 'xlsx',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'text/html': 'html',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}
const FIELDS = 'id,name,mimeType,md5Checksum,modifiedTime,size,webViewLink,trashed,shortcutDetails(targetId)'
const SHARED = 'supportsAllDrives=true'
const ID = /^[\w-]{1,200}$/
/** In the id of a container: a file that a shortcut leads to, which has to be asked for. */
const TARGET = 'target:'

const filesIn = (folder: string, position: string | null, most: number, only = ''): string => {
  const query = new URLSearchParams({
    q: `'${folder}' in parents${only}`,
    fields: `nextPageToken,files(${FIELDS})`,
    pageSize: String(most),
    ...{ supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' },
    ...(position !== null && { pageToken: position }),
  })
  return `/files?${query}`
}

/** One file as it is listed. */
function listed(file: Record<string, unknown>): Listed[] {
  const [id, name, mime] = [textIn(file.id), textIn(file.name), textIn(file.mimeType)]
  const isTrashed = file.trashed === true
  if (!ID.test(id)) return []
  if (mime === FOLDER) return [{ type: 'container', id }]
  if (mime === SHORTCUT) {
    const target = textIn(objectIn(file.shortcutDetails).targetId)
    return isTrashed || !ID.test(target) ? [] : [{ type: 'container', id: `${TARGET}${target}` }]
  }
  const common = { type: 'document', id, url: openable(file.webViewLink), trashed: isTrashed } as const
  const changed = textIn(file.modifiedTime)
  const exported = EXPORTS[mime]
  if (exported) {
    const about = { name: named(name, exported.extension), version: changed, bytes: null, how: exported.mime }
    return [{ ...common, ...about, refused: null }]
  }
  const extension = EXTENSIONS[mime]
  const full = refusalOfName(name) && extension !== undefined ? named(name, extension) : name
  const version = textIn(file.md5Checksum) || changed
  return [{ ...common, name: full, version, bytes: bytesIn(file.size), how: '', refused: refusalOfName(full) }]
}

/** What a shortcut leads to: a folder is listed under its own id, so a loop of shortcuts ends. */
const listTarget = async (ask: AskSource, id: string) =>
  listed(objectOf(await ask({ url: `/files/${id}?fields=${encodeURIComponent(FIELDS)}&${SHARED}` })))

export const googleDrive: SourceKind = {
  title: 'Google Drive',
  rootOf(place) {
    // People paste the address of the folder.
    const id = /^https:\/\/drive\.google\.com\/drive\/(?:u\/\d+\/)?folders\/([\w-]+)/.exec(place)?.[1] ?? place
    if (id === '') return 'root'
    if (!ID.test(id)) throw fieldError('place', 'Enter the ID or the address of a folder of Google Drive')
    return id
  },
  async list(ask, container, position) {
    if (container.startsWith(TARGET))
      return { items: await listTarget(ask, container.slice(TARGET.length)), next: null }
    // Also what is in the bin: that is how it tells what a person deleted.
    const answer = objectOf(await ask({ url: filesIn(container, position, 1000) }))
    const next = textIn(answer.nextPageToken)
    return { items: objectsIn(answer.files).flatMap(listed), next: next === '' ? null : next }
  },
  async fetch(ask, { id, how }) {
    const url =
      how === '' ? `/files/${id}?alt=media&${SHARED}` : `/files/${id}/export?mimeType=${encodeURIComponent(how)}`
    const { bytes } = await ask({ url, binary: true })
    return bytes ?? new Uint8Array()
  },
  async places(ask, within) {
    const only = ` and mimeType = '${FOLDER}' and trashed = false`
    const answer = objectOf(await ask({ url: filesIn(googleDrive.rootOf(within ?? ''), null, 200, only) }))
    const folders = objectsIn(answer.files).map((file) => ({
      place: textIn(file.id),
      name: textIn(file.name),
      opens: true,
    }))
    if (within !== null) return { places: folders, complete: textIn(answer.nextPageToken) === '' }
    const drives = objectOf(await ask({ url: '/drives?pageSize=100' }))
    const shared = objectsIn(drives.drives).map((drive) => ({
      place: textIn(drive.id),
      name: textIn(drive.name),
      opens: true,
    }))
    return {
      places: [...folders, ...shared],
      complete: textIn(answer.nextPageToken) === '' && textIn(drives.nextPageToken) === '',
    }
  },
}
