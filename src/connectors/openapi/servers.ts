/** Where requests go: the address, the parts of it that an account decides, and every host. */
import type { AddressVariable } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { own, textOf } from './document.ts'
import { at, OpenApiError } from './problems.ts'
import { clip, plainText, sentenceOf, wordsOf } from './words.ts'

export interface Server {
  base_url: string
  variables: AddressVariable[]
}

/**
 * Returns the first usable server of a document, a path or an operation: one with https where there is one. Addresses without a host
 * are read from `address`, where the document came from. Null when there is none.
 * @throws OpenApiError `server_invalid`
 */
export function serverOf(servers: Json | undefined, pointer: string, address?: string): Server | null {
  if (!Array.isArray(servers)) return null
  const read = servers.flatMap((server, index) => {
    const one = isObject(server) ? readServer(server, at(pointer, index), address) : null
    return one ? [one] : []
  })
  return read.find(({ base_url }) => base_url.startsWith('https:')) ?? read[0] ?? null
}

function readServer(server: JsonObject, pointer: string, address: string | undefined): Server | null {
  const url = textOf(own(server, 'url')).split(/[?#]/)[0] ?? ''
  const names = [...new Set([...url.matchAll(/\{([^{}/]{1,60})\}/g)].map(([, name]) => name ?? ''))]
  const given = own(server, 'variables')
  // The scheme is part of a few addresses as a variable; a connection is never made without encryption for it.
  const scheme = names.find((name) => url.startsWith(`{${name}}://`))
  const absolute = resolve(scheme === undefined ? url : url.replace(`{${scheme}}`, 'https'), address)
  if (absolute === null) return null
  const shape = absolute.replace(/:\{[^{}]*\}/g, ':1').replace(/\{[^{}]*\}/g, 'x')
  if (!isAddress(shape))
    throw new OpenApiError(
      'server_invalid',
      `The address of the server can’t be used: ${url.slice(0, 200)}`,
      at(pointer, 'url'),
    )
  const variables = names.filter((name) => name !== scheme).map((name) => readVariable(name, own(given, name)))
  return { base_url: absolute.replace(/\/+$/, ''), variables }
}

function resolve(url: string, address: string | undefined): string | null {
  if (/^https?:\/\//i.test(url)) return url
  if (url.startsWith('//')) return `https:${url}`
  // “api.example.com/v1” without a scheme.
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/|$)/i.test(url)) return `https://${url}`
  if (/^\{[^{}]+\}(\/|$|:)/.test(url)) return `https://${url}`
  if (address === undefined || /^[a-z][a-z0-9+.-]*:/i.test(url)) return null
  try {
    return `${new URL(address).origin}${url.startsWith('/') || url === '' ? url : `/${url}`}`
  } catch {
    return null
  }
}

function isAddress(text: string): boolean {
  try {
    const { hostname, href, protocol } = new URL(text)
    const authority = text.split('/')[2] ?? ''
    return (
      (protocol === 'https:' || protocol === 'http:') &&
      hostname !== '' &&
      !authority.includes('@') &&
      href.length <= 2000
    )
  } catch {
    return false
  }
}

function readVariable(name: string, given: Json | undefined): AddressVariable {
  const choices = own(given, 'enum')
  const options = Array.isArray(choices) ? choices.filter((one) => typeof one === 'string').slice(0, 100) : []
  const byDefault = own(given, 'default')
  const value = typeof byDefault === 'number' ? String(byDefault) : byDefault
  return {
    name,
    label: sentenceOf(wordsOf(name)),
    help: clip(plainText(textOf(own(given, 'description'))), 300),
    ...(options.length > 0 ? { options } : {}),
    ...(typeof value === 'string' && value !== '' ? { default: value } : {}),
  }
}
