/** Google Drive (https://developers.google.com/workspace/drive/api/reference/rest/v3/files). */
import { googleError } from './google.ts'
import { bearer, type Call, match, pageOf, type Reply, type Service } from './service.ts'

interface File {
  id: string
  name: string
  mimeType: string
  parents: string[]
  bytes: Buffer
  permissions: { id: string; role: string; type: string; emailAddress?: string }[]
}

const FOLDER = 'application/vnd.google-apps.folder'
const shown = ({ id, name, mimeType, parents }: File) => ({ kind: 'drive#file', id, name, mimeType, parents })

export function googleDrive(token: string): Service & { files: Map<string, File> } {
  const files = new Map<string, File>()
  let made = 0
  const keep = (more: Partial<File>): Reply => {
    const id = `f${++made}`
    const file = { ...{ id, name: 'Untitled', mimeType: 'application/octet-stream', parents: ['root'] }, ...more }
    files.set(id, { bytes: Buffer.alloc(0), permissions: [], ...file })
    return { body: shown(files.get(id) as File) }
  }
  const list = (call: Call, key: string, all: readonly object[]): Reply => {
    const { items, next } = pageOf(all, Number(call.query.get('pageSize') ?? 100), call.query.get('pageToken'))
    return { body: { kind: `drive#${key}List`, [key]: items, ...(next && { nextPageToken: next }) } }
  }

  function ofFile(call: Call, file: File, rest: string): Reply | null {
    const json = (call.json ?? {}) as {
      name?: string
      parents?: string[]
      role?: string
      type?: string
      emailAddress?: string
    }
    if (rest === '' && call.method === 'GET')
      return call.query.get('alt') === 'media'
        ? { bytes: file.bytes, headers: { 'content-type': file.mimeType } }
        : { body: shown(file) }
    if (rest === '' && call.method === 'PATCH') {
      if (json.parents)
        return googleError(403, 'The parents field is not directly writable in update requests.', 'PERMISSION_DENIED')
      const gone = (call.query.get('removeParents') ?? '').split(',')
      const added = (call.query.get('addParents') ?? '').split(',').filter(Boolean)
      file.parents = [...file.parents.filter((one) => !gone.includes(one)), ...added]
      file.name = json.name ?? file.name
      return { body: shown(file) }
    }
    if (rest === '' && call.method === 'DELETE') {
      files.delete(file.id)
      return { status: 204 }
    }
    if (rest === '/copy' && call.method === 'POST') {
      if (file.mimeType === FOLDER)
        return googleError(403, 'This file cannot be copied by the user.', 'PERMISSION_DENIED')
      return keep({ name: json.name ?? `Copy of ${file.name}`, mimeType: file.mimeType, bytes: file.bytes })
    }
    if (rest === '/permissions' && call.method === 'GET') return list(call, 'permissions', file.permissions)
    if (rest === '/permissions' && call.method === 'POST') {
      if (!json.role || !json.type)
        return googleError(400, `The permission ${json.role ? 'type' : 'role'} field is required.`, 'INVALID_ARGUMENT')
      if (json.type === 'user' && !json.emailAddress)
        return googleError(400, 'The specified emailAddress is invalid or not applicable.', 'INVALID_ARGUMENT')
      file.permissions.push({ id: `p${file.permissions.length + 1}`, role: json.role, type: json.type, ...json })
      return { body: file.permissions.at(-1) }
    }
    const [, permission] = /^\/permissions\/([^/]+)$/.exec(rest) ?? []
    if (permission && call.method === 'DELETE') {
      file.permissions = file.permissions.filter(({ id }) => id !== permission)
      return { status: 204 }
    }
    return null
  }

  function answer(call: Call): Reply | null {
    if (match(call, 'POST', /^\/upload\/drive\/v3\/files$/)) {
      if (call.query.get('uploadType') !== 'media') return googleError(400, 'Bad upload type', 'INVALID_ARGUMENT')
      return keep({ bytes: call.bytes, mimeType: call.headers['content-type'] ?? '' })
    }
    if (match(call, 'POST', /^\/drive\/v3\/files$/)) return keep((call.json ?? {}) as Partial<File>)
    if (match(call, 'GET', /^\/drive\/v3\/files$/)) {
      const q = call.query.get('q') ?? ''
      const [, name] = /^name = '(.*)'$/.exec(q) ?? []
      if (q !== '' && name === undefined) return googleError(400, `Invalid Value`, 'INVALID_ARGUMENT')
      return list(
        call,
        'files',
        [...files.values()].filter((file) => name === undefined || file.name === name).map(shown),
      )
    }
    const [, id = '', rest = ''] = /^\/drive\/v3\/files\/([^/]+)(\/.*)?$/.exec(call.path) ?? []
    const file = files.get(decodeURIComponent(id))
    if (id === '') return null
    return file ? ofFile(call, file, rest) : googleError(404, `File not found: ${id}.`, 'NOT_FOUND')
  }
  return {
    ...{ files, answer, signedIn: bearer(token) },
    refusal: googleError(401, 'Invalid Credentials', 'UNAUTHENTICATED'),
  }
}
