/** The rules of guardrails: each says what is wrong and where. */
import { findInjection } from './injection.ts'
import { findPii, type PiiKind } from './pii.ts'
import { isAllowedHost } from './shown.ts'
import { hiddenCharacters } from './untrusted.ts'

export type GuardProblem = {
  rule: 'blocked_word' | 'required_word' | 'length' | 'script' | 'link' | 'injection' | 'hidden_text' | 'pii'
  message: string
  start: number | null
  end: number | null
}

export interface GuardRules {
  blocked_words: readonly string[]
  required_words: readonly string[]
  min_characters: number
  max_characters?: number | undefined
  scripts: readonly string[]
  allowed_hosts?: readonly string[] | undefined
  injection: boolean
  pii: readonly PiiKind[]
}

/** Reports stay readable. */
const MOST = 100

const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char)

/** Case and width do not matter; a word inside another is not found. */
function wordAt(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return at
  }
  return -1
}

/** Lower case of one unit each, so that places stay. */
const folded = (text: string): string =>
  text.replace(/\p{Lu}/gu, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char))

function* words(text: string, rules: GuardRules): Generator<GuardProblem> {
  const low = folded(text)
  for (const word of rules.blocked_words) {
    const at = wordAt(low, folded(word), 0)
    if (at >= 0) yield { rule: 'blocked_word', message: `“${word}” is not allowed`, start: at, end: at + word.length }
  }
  for (const word of rules.required_words) {
    if (wordAt(low, folded(word), 0) < 0)
      yield { rule: 'required_word', message: `“${word}” is missing`, start: null, end: null }
  }
}

function* length(text: string, { min_characters, max_characters }: GuardRules): Generator<GuardProblem> {
  const place = { rule: 'length' as const, start: null, end: null }
  if (text.trim().length < min_characters)
    yield { ...place, message: `The text is shorter than ${min_characters} characters` }
  if (max_characters !== undefined && text.length > max_characters)
    yield { ...place, message: `The text is longer than ${max_characters} characters` }
}

const SCRIPT_LETTERS: Record<string, RegExp> = {
  latin: /\p{Script=Latin}/u,
  devanagari: /\p{Script=Devanagari}/u,
  bengali: /\p{Script=Bengali}/u,
  tamil: /\p{Script=Tamil}/u,
  telugu: /\p{Script=Telugu}/u,
  gujarati: /\p{Script=Gujarati}/u,
  kannada: /\p{Script=Kannada}/u,
  malayalam: /\p{Script=Malayalam}/u,
  gurmukhi: /\p{Script=Gurmukhi}/u,
  arabic: /\p{Script=Arabic}/u,
}

/** A tenth of foreign letters is a name or a term; more is another language. */
function* script(text: string, { scripts }: GuardRules): Generator<GuardProblem> {
  if (scripts.length === 0) return
  let letters = 0
  let foreign = 0
  for (const char of text) {
    if (!/\p{L}/u.test(char)) continue
    letters++
    if (!scripts.some((name) => SCRIPT_LETTERS[name]?.test(char))) foreign++
  }
  if (foreign > letters / 10)
    yield { rule: 'script', message: `The text is not written in ${scripts.join(' or ')}`, start: null, end: null }
}

const ADDRESS = /(?:https?:)?\/\/[^\s<>"'`)\]}]{1,4000}/gi

function* links(text: string, { allowed_hosts }: GuardRules): Generator<GuardProblem> {
  if (allowed_hosts === undefined) return
  for (const { 0: url, index } of text.matchAll(ADDRESS)) {
    if (!isAllowedHost(url, allowed_hosts))
      yield {
        rule: 'link',
        message: 'A link leads to a host that is not allowed',
        start: index,
        end: index + url.length,
      }
  }
}

function* steering(text: string, { injection }: GuardRules): Generator<GuardProblem> {
  if (!injection) return
  for (const { sign, start, end } of findInjection(text))
    yield { rule: 'injection', message: `Sign of prompt injection: ${sign}`, start, end }
  const hidden = hiddenCharacters(text)
  if (hidden > 3)
    yield { rule: 'hidden_text', message: `The text contains ${hidden} invisible characters`, start: null, end: null }
}

function* personal(text: string, { pii }: GuardRules): Generator<GuardProblem> {
  for (const { kind, start, end } of findPii(text, pii))
    yield { rule: 'pii', message: `Personal data: ${kind.replaceAll('_', ' ')}`, start, end }
}

/** What keeps a text from passing; the first hundred. */
export function guardProblems(text: string, rules: GuardRules): GuardProblem[] {
  const found: GuardProblem[] = []
  for (const look of [words, length, script, links, steering, personal]) {
    for (const problem of look(text, rules)) {
      if (found.length === MOST) return found
      found.push(problem)
    }
  }
  return found
}
