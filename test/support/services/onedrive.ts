/**
 * OneDrive through Microsoft Graph (https://learn.microsoft.com/en-us/graph/api/resources/onedrive). What is downloaded lies elsewhere: the
 * answer is a redirect to an address that needs no sign-in (https://learn.microsoft.com/en-us/graph/api/driveitem-get-content).
 */
import { graphError, graphList } from './outlook.ts'
import { bearer, type Call, isJson, match, type Reply, type Service } from './service.ts'

interface Item {
  id: string
  name: string
  parent: string
  folder?: object
  bytes: Buffer
}

const ROOT = 'root'

/** @param download where files are, on another host */
export function onedrive(token: string, download: (id: string) => string): Service & { items: Map<string, Item> } {
  const items = new Map<string, Item>()
  let made = 0
  const shown = ({ id, name, folder, bytes, parent }: Item) => ({
    ...{ id, name, size: bytes.length, parentReference: { id: parent } },
    ...(folder ? { folder } : { file: { mimeType: 'text/plain' } }),
  })
  const gone = () => graphError(404, 'itemNotFound', 'The resource could not be found.')
  const under = (parent: string) => [...items.values()].filter((one) => one.parent === parent)

  function put(path: string, bytes: Buffer): Reply {
    let parent = ROOT
    const steps = path.split('/')
    for (const name of steps.slice(0, -1)) {
      const known = under(parent).find((one) => one.name === name)
      const folder = known ?? { id: `01F${++made}`, name, parent, folder: {}, bytes: Buffer.alloc(0) }
      items.set(folder.id, folder)
      parent = folder.id
    }
    const name = steps.at(-1) ?? ''
    const known = under(parent).find((one) => one.name === name)
    const item = { id: known?.id ?? `01B${++made}`, name, parent, bytes }
    items.set(item.id, item)
    return { status: known ? 200 : 201, body: shown(item) }
  }

  const find = (path: string): Item | undefined => {
    let found: Item | undefined
    for (const name of path.split('/')) found = under(found?.id ?? ROOT).find((one) => one.name === name)
    return found
  }

  function ofItem(call: Call, item: Item, verb: string): Reply | null {
    const json = (call.json ?? {}) as {
      name?: string
      folder?: object
      type?: string
      parentReference?: { id?: string }
    }
    if (verb === 'content' && call.method === 'GET') return { status: 302, headers: { location: download(item.id) } }
    if (verb === 'children' && call.method === 'GET') return graphList(call, under(item.id).map(shown))
    if (verb === 'children' && call.method === 'POST') {
      if (!json.folder || !json.name)
        return graphError(400, 'invalidRequest', 'A folder must have a name and a folder facet.')
      const made_ = { id: `01F${++made}`, name: json.name, parent: item.id, folder: {}, bytes: Buffer.alloc(0) }
      items.set(made_.id, made_)
      return { status: 201, body: shown(made_) }
    }
    if (verb === 'createLink' && call.method === 'POST')
      return json.type === 'view' || json.type === 'edit'
        ? { status: 201, body: { id: 's', link: { type: json.type, webUrl: 'https://1drv.ms/x' } } }
        : graphError(400, 'invalidRequest', 'The type of the link is not supported.')
    if (verb !== '') return null
    if (call.method === 'GET') return { body: shown(item) }
    if (call.method === 'PATCH') {
      item.name = json.name ?? item.name
      item.parent = json.parentReference?.id ?? item.parent
      return { body: shown(item) }
    }
    if (call.method !== 'DELETE') return null
    items.delete(item.id)
    return { status: 204 }
  }

  function answer(call: Call): Reply | null {
    const [path] = match(call, call.method, /^\/v1\.0\/me\/drive\/root:\/(.+):\/content$/) ?? []
    if (path !== undefined && call.method === 'PUT') return put(path, call.bytes)
    if (path !== undefined && call.method === 'GET') {
      const found = find(path)
      return found ? { status: 302, headers: { location: download(found.id) } } : gone()
    }
    if (call.bytes.length > 0 && !isJson(call))
      return graphError(415, 'invalidRequest', 'The content type is not supported.')
    if (match(call, 'GET', /^\/v1\.0\/me\/drive\/root\/children$/)) return graphList(call, under(ROOT).map(shown))
    const [query] = match(call, 'GET', /^\/v1\.0\/me\/drive\/root\/search\(q='((?:[^']|'')*)'\)$/) ?? []
    if (query !== undefined)
      return graphList(
        call,
        [...items.values()].filter(({ name }) => name.includes(query.replaceAll("''", "'"))).map(shown),
      )
    if (call.path.includes('/search('))
      return graphError(400, 'invalidRequest', 'The query is not written as it has to be.')
    const [id, verb = ''] = match(call, call.method, /^\/v1\.0\/me\/drive\/items\/([^/]+)(?:\/(\w+))?$/) ?? []
    if (id === undefined) return null
    const item =
      id === ROOT ? { id: ROOT, name: 'root', parent: '', folder: {}, bytes: Buffer.alloc(0) } : items.get(id)
    return item ? ofItem(call, item, verb) : gone()
  }
  return {
    ...{ items, answer, signedIn: bearer(token) },
    refusal: graphError(401, 'InvalidAuthenticationToken', 'Access token is empty.'),
  }
}
