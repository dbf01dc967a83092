/**
 * What a model wrote, made fit to be shown: no image is fetched and no link is followed to a host that the settings do not name,
 * because their addresses can carry away what the model has read. Every pattern is bounded, so time grows with the text only.
 */
import type { Json } from '#contract/core/primitives.ts'
import { withoutHidden } from './untrusted.ts'

/** `example.com` allows itself; `*.example.com` every subdomain. */
export function isAllowedHost(url: string, allowed: readonly string[]): boolean {
  const host = hostOf(url)
  return host !== null && allowed.some((name) => matches(host, name.trim().toLowerCase()))
}

const matches = (host: string, name: string) =>
  name.startsWith('*.') ? host.endsWith(name.slice(1)) : name !== '' && host === name

function hostOf(url: string): string | null {
  // Browsers treat a backslash as a slash, so the text before it is the host, whatever our own parser would say.
  if (url.includes('\\')) return null
  // `//host` is an address, too.
  const whole = url.startsWith('//') ? `https:${url}` : url
  const found = /^https?:\/\/(?:[^/?#@\s]{0,200}@)?([^/?#:\s]{1,255})/i.exec(whole)
  return found?.[1]?.toLowerCase().replace(/\.$/, '') ?? null
}

const IMAGE = /!\[([^\]\n]{0,300})\](?:\([^()\n]{0,4000}(?:\([^()\n]{0,2000}\)[^()\n]{0,2000})?\)?|\[[^\]\n]{0,300}\])/g
const LINK = /\[([^\]\n]{0,300})\]\(\s{0,10}<?([^\s()<>]{0,4000})[^)\n]{0,400}\)?/g
const DEFINITION = /^ {0,3}\[[^\]\n]{1,300}\]:[ \t]{0,10}\S{1,4000}.{0,400}$/gm
const TAG =
  /<(?:\/\s{0,10})?(?:img|image|use|track|area|frame|math|template|a|iframe|script|style|link|video|audio|source|object|embed|svg|form|meta|base|picture|input|button)\b[^>]{0,4000}>?/gi
const BARE = /(?:https?:[/\\]{1,4}|\b[a-z][a-z0-9+.-]{1,20}:[/\\]{2}|\/\/|\bwww\.(?=[a-z0-9]))[^\s<>"'`)\]}]{1,4000}/gi
const SCHEME = /\b(?:javascript|data|vbscript|file|blob|mailto|tel|sms):[^\s<>"'`)\]}]{1,4000}/gi
const ENTITY = /&#(?:x([0-9a-f]{1,4})|([0-9]{1,5}));?/gi
const WIDE = /[\uff01-\uff5e]/g

/** As a browser or a mail program reads it: an address is one though hidden characters, entities or wide letters part it. */
function readable(text: string): string {
  const bare = withoutHidden(text).replaceAll('\u00ad', '').replace(ENTITY, printable)
  const narrow = bare.replace(WIDE, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
  // Wide letters are ordinary writing in the East of Asia; in addresses they are a trick.
  return narrow !== bare && narrow.search(BARE) !== bare.search(BARE) ? narrow : bare
}

function printable(all: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : all
}

/** Markdown without images, and without links but to the allowed hosts. */
export function shownText(text: string, allowed: readonly string[] = []): string {
  return readable(text)
    .replace(DEFINITION, '')
    .replace(IMAGE, (_all, alt: string) => (alt.trim() === '' ? '[image removed]' : `[image removed: ${alt}]`))
    .replace(TAG, '')
    .replace(LINK, (all: string, words: string, url: string) => (isAllowedHost(url, allowed) ? all : words))
    .replace(SCHEME, '[link removed]')
    .replace(BARE, (url) => (isAllowedHost(complete(url), allowed) ? url : `[link removed${hostShown(url)}]`))
}

const complete = (url: string): string => (/^www\./i.test(url) ? `https://${url}` : url)

const hostShown = (url: string): string => {
  const host = hostOf(complete(url))
  // A host's name can carry something away as well, so only a short, plain one is shown.
  return host !== null && /^[a-z0-9-]{1,30}(?:\.[a-z0-9-]{1,20}){1,3}$/.test(host) && host.length <= 40
    ? `: ${host}`
    : ''
}

/** The same in every text of a value; keys stay. */
export function shownValue(value: Json, allowed: readonly string[] = []): Json {
  if (typeof value === 'string') return shownText(value, allowed)
  if (Array.isArray(value)) return value.map((item) => shownValue(item, allowed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shownValue(inner, allowed)]))
}
