/**
 * A folder of OneDrive or of a library of SharePoint: https://learn.microsoft.com/graph/api/driveitem-list-children
 * Its delta query is not used: for work accounts it answers only for the top of a drive.
 */
import { fieldError } from '#contract/core/errors.ts'
import {
  type AskSource,
  bytesIn,
  type Listed,
  objectIn,
  objectOf,
  objectsIn,
  openable,
  refusalOfName,
  type SourceKind,
  SourceTrouble,
  textIn,
} from './source-kind.ts'

const PART = /^(?!\.+$)[\w!%.-]{1,200}$/
const SELECT = '$select=id,name,size,cTag,eTag,webUrl,file,folder,package,remoteItem,parentReference'
const TOP = 'root'

/** `<drive>/<item>`: the same for every account that reaches it. */
const ofDrive = (drive: string, item: string): string => `${drive}/${item}`

function pathOf(container: string): string {
  if (container === TOP) return '/me/drive/root'
  const [drive = '', item = ''] = container.split('/')
  return `/drives/${encodeURIComponent(drive)}/items/${encodeURIComponent(item)}`
}

/** Where it really is: something that was shared lies in the drive of another person. */
function idOf(item: Record<string, unknown>): string | null {
  const remote = objectIn(item.remoteItem)
  const real = textIn(remote.id) === '' ? item : remote
  const drive = textIn(objectIn(real.parentReference).driveId)
  const id = textIn(real.id)
  return PART.test(drive) && PART.test(id) ? ofDrive(drive, id) : null
}

const isFolder = (item: Record<string, unknown>): boolean =>
  item.folder !== undefined || objectIn(item.remoteItem).folder !== undefined

function listed(item: Record<string, unknown>): Listed[] {
  const id = idOf(item)
  const name = textIn(item.name)
  if (id === null) return []
  if (isFolder(item)) return [{ type: 'container', id }]
  const file = item.file ?? objectIn(item.remoteItem).file
  // Notebooks and what else is neither file nor folder.
  if (file === undefined) return []
  return [
    {
      ...{ type: 'document', id, name, url: openable(item.webUrl), trashed: false, how: '' },
      // The eTag changes with the name as well.
      version: textIn(item.cTag) || textIn(item.eTag),
      bytes: bytesIn(item.size),
      refused: refusalOfName(name),
    },
  ]
}

/** Graph names the next page by its whole address; the vault sends the token to no other host. */
function nextOf(answer: Record<string, unknown>): string | null {
  const next = textIn(answer['@odata.nextLink'])
  return next === '' ? null : next
}

async function childrenOf(ask: AskSource, container: string, position: string | null) {
  const answer = objectOf(await ask({ url: position ?? `${pathOf(container)}/children?$top=200&${SELECT}` }))
  if (answer.value === undefined)
    throw new SourceTrouble('again', 'bad_answer', 'OneDrive answered with something that can’t be read.')
  return { items: objectsIn(answer.value), next: nextOf(answer) }
}

export const oneDrive: SourceKind = {
  title: 'OneDrive',
  rootOf(place) {
    if (place === '') return TOP
    const [drive, item, ...rest] = place.split('/')
    if (!PART.test(drive ?? '') || !PART.test(item ?? '') || rest.length > 0)
      throw fieldError('place', 'Enter a folder of OneDrive as its drive and its ID: drive/folder')
    return place
  },
  async list(ask, container, position) {
    const { items, next } = await childrenOf(ask, container, position)
    return { items: items.flatMap(listed), next }
  },
  async fetch(ask, { id }) {
    const { bytes } = await ask({ url: `${pathOf(id)}/content`, binary: true })
    return bytes ?? new Uint8Array()
  },
  async places(ask, within) {
    const { items, next } = await childrenOf(ask, oneDrive.rootOf(within ?? ''), null)
    const places = items.filter(isFolder).flatMap((item) => {
      const place = idOf(item)
      return place === null ? [] : [{ place, name: textIn(item.name), opens: true }]
    })
    return { places, complete: next === null }
  },
}
