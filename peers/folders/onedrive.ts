/** Items of drives, as Microsoft Graph has them: https://learn.microsoft.com/graph/api/driveitem-list-children */
import type { Answer, Asked } from './message.ts'

export interface GraphItem {
  id: string
  drive: string
  name: string
  parent: string
  content?: Buffer
  cTag?: string
  /** Something that was shared and lies in another drive. */
  remote?: { drive: string; id: string; isFolder: boolean }
}
/** By `drive/id`. `me` is the drive of the account. */
export interface Graph {
  url: string
  items: Map<string, GraphItem>
  pageSize: number
}

const failed = (status: number, code: string): Answer => ({ status, json: { error: { code, message: code } } })

function shown({ id, drive, name, content, cTag = 'c1', remote }: GraphItem) {
  const common = { id, name, cTag, parentReference: { driveId: drive }, webUrl: `https://example.sharepoint.com/${id}` }
  if (remote)
    return {
      ...common,
      remoteItem: {
        ...{ id: remote.id, parentReference: { driveId: remote.drive } },
        ...(remote.isFolder ? { folder: {} } : { file: {} }),
      },
    }
  return content
    ? { ...common, size: content.length, file: { mimeType: 'text/plain' } }
    : { ...common, folder: { childCount: 0 } }
}

/** Null for what is no call of Microsoft Graph. */
export function graphCall({ url, items, pageSize }: Graph, { path, query }: Asked): Answer | null {
  const [, drive = 'me', item = 'root', action = ''] =
    /^\/v1\.0\/(?:me\/drive\/root|drives\/([^/]+)\/items\/([^/]+))\/(children|content)$/.exec(
      decodeURIComponent(path),
    ) ?? []
  if (action === '') return null
  const found = items.get(`${drive}/${item}`)
  if (item !== 'root' && !found) return failed(404, 'itemNotFound')
  // The content is elsewhere, at an address that needs no token.
  if (action === 'content') return { status: 302, headers: { location: `${url}/content/${drive}/${item}` } }
  const children = [...items.values()].filter((one) => one.drive === drive && one.parent === item)
  const from = Number(query.get('$skiptoken') ?? 0)
  const next = from + pageSize < children.length
  return {
    status: 200,
    json: {
      value: children.slice(from, from + pageSize).map(shown),
      ...(next && { '@odata.nextLink': `${url}${path}?$skiptoken=${from + pageSize}` }),
    },
  }
}
