/**
 * What a model wrote, made fit to be shown: no image is fetched and no link is followed to a host that the settings do not name,
 * because their addresses can carry away what the model has read. Every pattern is bounded, so time grows with the text only.
 */
import type { Json } from '#contract/primitives.ts'

/** `example.com` allows itself; `*.example.com` every subdomain. */
export function isAllowedHost(url: string, allowed: readonly string[]): boolean {
  const host = hostOf(url)
  return host !== null && allowed.some((name) => matches(host, name.trim().toLowerCase()))
}

const matches = (host: string, name: string) =>
  name.startsWith('*.') ? host.endsWith(name.slice(1)) : name !== '' && host === name

function hostOf(url: string): string | null {
  // `//host` is an address, too.
  const complete = url.startsWith('//') ? `https:${url}` : url
  const found = /^https?:\/\/(?:[^/?#@\s]{0,200}@)?([^/?#:\s]{1,255})/i.exec(complete)
  return found?.[1]?.toLowerCase().replace(/\.$/, '') ?? null
}

const IMAGE = /!\[([^\]\n]{0,300})\](?:\([^()\n]{0,4000}(?:\([^()\n]{0,2000}\)[^()\n]{0,2000})?\)?|\[[^\]\n]{0,300}\])/g
const LINK = /\[([^\]\n]{0,300})\]\(\s{0,10}<?([^\s()<>]{0,4000})[^)\n]{0,400}\)?/g
const DEFINITION = /^ {0,3}\[[^\]\n]{1,300}\]:[ \t]{0,10}\S{1,4000}.{0,400}$/gm
const TAG =
  /<(?:\/\s{0,10})?(?:img|image|use|track|area|frame|math|template|a|iframe|script|style|link|video|audio|source|object|embed|svg|form|meta|base|picture|input|button)\b[^>]{0,4000}>?/gi
const BARE = /(?:https?:)?\/\/[^\s<>"'`)\]}]{1,4000}/gi
const SCHEME = /\b(?:javascript|data|vbscript|file|blob):[^\s<>"'`)\]}]{1,4000}/gi

/** Markdown without images, and without links but to the allowed hosts. */
export function shownText(text: string, allowed: readonly string[] = []): string {
  return text
    .replace(DEFINITION, '')
    .replace(IMAGE, (_all, alt: string) => (alt.trim() === '' ? '[image removed]' : `[image removed: ${alt}]`))
    .replace(TAG, '')
    .replace(LINK, (all: string, words: string, url: string) => (isAllowedHost(url, allowed) ? all : words))
    .replace(SCHEME, '[link removed]')
    .replace(BARE, (url) => (isAllowedHost(url, allowed) ? url : `[link removed${hostShown(url)}]`))
}

const hostShown = (url: string): string => {
  const host = hostOf(url)
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
