/** A bucket of S3 or of a storage that speaks its protocol, from a prefix on: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
import type { XmlElement } from '@rgrove/parse-xml'
import { childrenOf, readXmlSafely, textOf } from '#nodes/lib/integrations/safe-xml.ts'
import { NodeError } from '#nodes/node.ts'
import type { HttpResponse } from '#nodes/ports.ts'
import { type AskSource, type Listed, refusalOfName, type SourceKind, SourceTrouble } from './source-kind.ts'

const PAGE = 1000

/** `..` would be taken for another folder, or another bucket, on the way. */
const isHidden = (key: string): boolean => key.split('/').some((part) => part === '.' || part === '..')

const pathOf = (key: string): string => `/${key.split('/').map(encodeURIComponent).join('/')}`

const asked = (query: Record<string, string>): string =>
  `/?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`

async function xmlOf(response: HttpResponse): Promise<XmlElement> {
  try {
    return await readXmlSafely(response.body)
  } catch (cause) {
    if (!(cause instanceof NodeError)) throw cause
    throw new SourceTrouble('again', 'bad_answer', 'The storage answered with something that can’t be read.')
  }
}

/** Names come encoded where the storage can: XML has no room for control characters. */
function decoderOf(root: XmlElement): (name: string) => string {
  if (textOf(root, 'EncodingType') !== 'url') return (name) => name
  return (name) => {
    try {
      return decodeURIComponent(name.replaceAll('+', ' '))
    } catch {
      return name
    }
  }
}

function documentOf(found: XmlElement, decode: (name: string) => string): Listed[] {
  const key = decode(textOf(found, 'Key'))
  // Consoles make folders visible by empty objects with a slash at the end.
  if (key === '' || key.endsWith('/')) return []
  const bytes = Number(textOf(found, 'Size')) || 0
  const hidden = { code: 'name_unsupported', message: 'Names with a part “.” or “..” can’t be asked for.' }
  return [
    {
      ...{ type: 'document', id: key, name: key.slice(key.lastIndexOf('/') + 1), bytes, url: null },
      ...{ trashed: false, how: '' },
      version: textOf(found, 'ETag') || `${textOf(found, 'LastModified')} ${bytes}`,
      refused: isHidden(key) ? hidden : refusalOfName(key),
    },
  ]
}

export const s3: SourceKind = {
  title: 'S3',
  rootOf: (place) => place,
  async list(ask, container, position) {
    const more = { ...(container !== '' && { prefix: container }), ...(position && { 'continuation-token': position }) }
    const query = { 'list-type': '2', 'max-keys': String(PAGE), 'encoding-type': 'url', ...more }
    const root = await xmlOf(await ask({ url: asked(query) }))
    const next = textOf(root, 'IsTruncated') === 'true' ? textOf(root, 'NextContinuationToken') : ''
    const decode = decoderOf(root)
    return {
      items: childrenOf(root, 'Contents').flatMap((found) => documentOf(found, decode)),
      next: next === '' ? null : next,
    }
  },
  async fetch(ask, { id }) {
    const { bytes } = await ask({ url: pathOf(id), binary: true })
    return bytes ?? new Uint8Array()
  },
  places: async (ask, within) => placesOf(ask, within ?? ''),
}

async function placesOf(ask: AskSource, prefix: string) {
  const query = { 'list-type': '2', 'max-keys': String(PAGE), 'encoding-type': 'url', delimiter: '/' }
  const root = await xmlOf(await ask({ url: asked({ ...query, ...(prefix !== '' && { prefix }) }) }))
  const decode = decoderOf(root)
  const places = childrenOf(root, 'CommonPrefixes').map((found) => {
    const place = decode(textOf(found, 'Prefix'))
    return { place, name: place.slice(prefix.length).replace(/\/$/, ''), opens: true }
  })
  return { places, complete: textOf(root, 'IsTruncated') !== 'true' }
}
