/** n8n's Blotato: calls of its API, https://help.blotato.com/rest-api-reference/publish-post. Videos and sources have no counterpart. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { type Mapped, type Mapper, mapped } from '#nodes/import/n8n/mapped.ts'
import { credentialSlot } from '#nodes/import/n8n/slots.ts'
import type { StepReader } from '#nodes/import/n8n/step-reader.ts'
import { readAt, readTextAt } from '#nodes/import/untrusted.ts'

const ADDRESS = 'https://backend.blotato.com/v2'

function call(reader: StepReader, path: string, body: JsonObject): Mapped {
  const slot = credentialSlot(reader.step, 'api_key_header', 'Blotato')
  const config = { method: 'POST', url: `${ADDRESS}${path}`, body_type: 'json', body, gives: 'body' }
  return mapped('http_request', config, { how: 'bridged', ...(slot && { slot }) })
}

/** Addresses as a list, or as a text with commas. */
function addressesOf(reader: StepReader): Json {
  const raw = reader.get('postContentMediaUrls')
  if (raw === undefined || raw === '') return []
  const { code } = reader.expression(raw, 'postContentMediaUrls')
  return `{{ ($urls := ${code}; $type($urls) = "array" ? $urls : [$map($split($string($urls), ","), $trim)]) }}`
}

/** What the platform needs besides the text. Null for another platform. */
function targetOf(reader: StepReader, platform: string): JsonObject | null {
  const { parameters } = reader.step
  const name = platform === '' ? '' : `${platform[0]?.toUpperCase()}${platform.slice(1)}`
  const option = (key: string, otherwise: Json): Json => {
    const raw = readAt(parameters, `postCreate${name}Option${key}`)
    return raw === undefined ? otherwise : reader.value(raw, key)
  }
  const yes = (key: string): Json => option(key, false)
  const mediaType = readTextAt(parameters, 'options', `${platform}MediaType`)
  const more: JsonObject = mediaType === undefined ? {} : { mediaType }
  switch (platform) {
    case 'instagram':
    case 'twitter':
    case 'threads':
    case 'bluesky':
      return more
    case 'linkedin':
    case 'facebook': {
      const page = reader.get(`${platform}PageId`)
      return { ...more, ...(page !== undefined && page !== '' && { pageId: reader.text(page, 'pageId') }) }
    }
    case 'pinterest':
      return { boardId: reader.text(reader.get('pinterestBoardId'), 'boardId'), title: option('Title', '') }
    case 'youtube':
      return {
        title: option('Title', ''),
        privacyStatus: option('PrivacyStatus', 'private'),
        shouldNotifySubscribers: yes('ShouldNotifySubscribers'),
      }
    case 'tiktok': {
      const level = option('PrivacyLevel', 'SELF_ONLY')
      if (level === 'SELF_ONLY') reader.warn('setting', 'privacyLevel', 'Only you see the post: choose who else may')
      const flags = [
        'DisabledComments',
        'DisabledDuet',
        'DisabledStitch',
        'IsBrandedContent',
        'IsYourBrand',
        'IsAiGenerated',
      ]
      const set = Object.fromEntries(flags.map((flag) => [`${flag[0]?.toLowerCase()}${flag.slice(1)}`, yes(flag)]))
      return { privacyLevel: level, ...set }
    }
    default:
      return null
  }
}

export const blotato: Mapper = (reader) => {
  const { parameters } = reader.step
  const resource = readTextAt(parameters, 'resource') ?? 'post'
  const url = reader.get('mediaUrl')
  if (resource === 'media')
    return url === undefined || url === '' ? null : call(reader, '/media', { url: reader.text(url, 'mediaUrl') })
  if (resource !== 'post' || readTextAt(parameters, 'operation') !== undefined) return null
  const platform = readTextAt(parameters, 'platform') ?? 'instagram'
  const target = targetOf(reader, platform)
  const account = reader.get('accountId')
  if (!target || account === undefined) return null
  const content = {
    text: reader.text(reader.get('postContentText') ?? '', 'postContentText'),
    mediaUrls: addressesOf(reader),
    platform,
  }
  const when = readAt(parameters, 'options', 'scheduledTime')
  const post = { accountId: reader.text(account, 'accountId'), content, target: { targetType: platform, ...target } }
  return call(reader, '/posts', {
    post,
    ...(when !== undefined && when !== '' && { scheduledTime: reader.text(when, 'scheduledTime') }),
  })
}
