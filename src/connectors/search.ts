/** Finds apps and actions by what a creator types: names, verbs and the words of titles. */
import type { IndexedAction, IndexedApp, IndexedTrigger } from './indexed-app.ts'
import { rankOf, UNRANKED } from './well-known.ts'

export interface FoundApp {
  app: IndexedApp
  score: number
  /** The best first; empty when only the app's name was meant. */
  actions: readonly IndexedAction[]
  /** The best first. */
  triggers: readonly IndexedTrigger[]
}

const MOST_APPS = 30
const MOST_ACTIONS = 5

/** Words that say nothing of what is looked for. */
const EMPTY = new Set([
  'a',
  'an',
  'the',
  'to',
  'of',
  'in',
  'on',
  'for',
  'with',
  'from',
  'my',
  'via',
  'into',
  'and',
  'at',
  'by',
  'is',
  'me',
  'i',
  'want',
  'how',
])

/** Words that mean the same where people look for actions. */
const SAME: readonly (readonly string[])[] = [
  ['create', 'add', 'new', 'make', 'insert', 'generate'],
  ['get', 'read', 'fetch', 'view', 'show', 'retrieve'],
  ['list', 'find', 'search', 'lookup', 'query'],
  ['update', 'edit', 'change', 'modify', 'set'],
  ['delete', 'remove', 'trash', 'erase'],
  ['send', 'post', 'write'],
  ['email', 'mail', 'e-mail'],
  ['sms', 'text'],
  ['ticket', 'case'],
  ['picture', 'image', 'photo'],
  ['person', 'contact', 'people', 'user', 'member'],
  ['meeting', 'event', 'appointment'],
  ['spreadsheet', 'sheet'],
  ['doc', 'document'],
  ['todo', 'task'],
  ['call', 'phone'],
  ['shorten', 'short'],
  ['link', 'url'],
  ['row', 'record'],
  ['database', 'db'],
]

/** Singular, without endings that don't change what is meant. */
export function stem(word: string): string {
  if (word.length <= 3) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')) return word.slice(0, -1)
  return word
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/to-do/g, 'todo')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !EMPTY.has(word))
    .map(stem)

const MEANINGS = new Map<string, Set<string>>()
for (const group of SAME) {
  const stems = group.map(stem)
  for (const word of stems) MEANINGS.set(word, new Set([...(MEANINGS.get(word) ?? []), ...stems]))
}

interface Phrase {
  words: ReadonlySet<string>
  /** How much it counts: a title as it is, other words for it a little more, because they were written to be typed. */
  weight: number
  what: IndexedAction | IndexedTrigger
  entry: number
}

interface Entry {
  app: IndexedApp
  names: readonly (readonly string[])[]
  nameWords: ReadonlySet<string>
  about: ReadonlySet<string>
  phrases: readonly Phrase[]
  /** How well known it is, as the order of the index has it: breaks ties. */
  rank: number
}

/** @returns a search that ranks the apps of an index; at most 5 ms over 250 apps */
export function createSearch(index: readonly IndexedApp[]): (typed: string) => FoundApp[] {
  const entries = index.map(entryOf)
  const weightOf = weigh(entries)
  const byWord = new Map<string, Phrase[]>()
  for (const { phrases } of entries)
    for (const phrase of phrases)
      for (const word of phrase.words) {
        const known = byWord.get(word)
        if (known) known.push(phrase)
        else byWord.set(word, [phrase])
      }
  const vocabulary = [...byWord.keys()]
  return (typed) => {
    const words = [...new Set(wordsIn(typed.slice(0, 200)))].slice(0, 12)
    if (words.length === 0) return []
    const query: Query = { words, weightOf, unknown: new Set(words.filter((word) => !byWord.has(word))) }
    const matched = matchPhrases(query, vocabulary, byWord)
    const found = entries.flatMap((entry, place) => scoreEntry(entry, query, matched.get(place) ?? []) ?? [])
    return found.sort((a, b) => b.score - a.score || a.rank - b.rank).slice(0, MOST_APPS)
  }
}

interface Query {
  words: readonly string[]
  weightOf: (word: string) => number
  /** Words that no action has: half typed or misspelt, they may mean a name. */
  unknown: ReadonlySet<string>
}

interface Match {
  phrase: Phrase
  /** How well each word of the query is in it, by the word. */
  words: Map<string, number>
}

/** Returns the phrases that have anything of the query, by the place of their app. */
function matchPhrases(
  { words }: Query,
  vocabulary: readonly string[],
  byWord: ReadonlyMap<string, readonly Phrase[]>,
): Map<number, Match[]> {
  const matches = new Map<Phrase, Match>()
  for (const word of words)
    for (const known of vocabulary) {
      const share = likeness(word, known)
      if (share === 0) continue
      for (const phrase of byWord.get(known) ?? []) {
        const match = matches.get(phrase) ?? { phrase, words: new Map() }
        match.words.set(word, Math.max(match.words.get(word) ?? 0, share))
        matches.set(phrase, match)
      }
    }
  const byEntry = new Map<number, Match[]>()
  for (const match of matches.values()) {
    const list = byEntry.get(match.phrase.entry)
    if (list) list.push(match)
    else byEntry.set(match.phrase.entry, [match])
  }
  return byEntry
}

/** 1 for the same word, less for one that means the same or begins with it. */
const likeness = (typed: string, known: string): number =>
  typed === known ? 1 : MEANINGS.get(typed)?.has(known) ? 0.8 : typed.length >= 3 && known.startsWith(typed) ? 0.7 : 0

function entryOf(app: IndexedApp, entry: number): Entry {
  const names = [app.name, app.id.replace(/-/g, ' '), ...app.aliases].map(wordsIn)
  return {
    app,
    names,
    nameWords: new Set(names.flat()),
    about: new Set([...wordsIn(app.description), ...app.categories.flatMap(wordsIn)]),
    phrases: [...app.actions, ...(app.triggers ?? [])].flatMap((what) => [
      { words: new Set(wordsIn(what.title)), weight: 1, what, entry },
      ...what.verbs.map((verb) => ({ words: new Set(wordsIn(verb)), weight: 1.05, what, entry })),
    ]),
    rank: rankOf(app.id),
  }
}

/** In how many apps a word is: rare words tell more. */
function weigh(entries: readonly Entry[]): (word: string) => number {
  const counts = new Map<string, number>()
  for (const { phrases, nameWords, about } of entries) {
    const words = new Set([...nameWords, ...about, ...phrases.flatMap((phrase) => [...phrase.words])])
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const total = entries.length
  return (word) => Math.log(1 + total / (1 + (counts.get(word) ?? 0)))
}

function scoreEntry(entry: Entry, query: Query, matches: readonly Match[]): (FoundApp & { rank: number }) | null {
  const { words } = query
  const named = words.filter((word) => isNamed(entry, word, query))
  const nameScore = scoreName(entry, named)
  // Words that name the app need not be in the title of the action, too.
  const rest = words.filter((word) => !named.includes(word))
  const scored = matches
    .map((match) => ({ phrase: match.phrase, score: scorePhrase(match, query, rest) }))
    .filter(({ score }) => score > 0.25)
    .sort((a, b) => b.score - a.score)
  const best = scored[0]?.score ?? 0
  const about = words.filter((word) => entry.about.has(word)).length / words.length
  const score = nameScore + best + 0.25 * about + (UNRANKED - entry.rank) * 0.002
  if (nameScore === 0 && best < 0.45 && about < 0.5) return null
  const bestOf = <T extends IndexedAction | IndexedTrigger>(list: readonly T[]): T[] => {
    const own = scored.filter(({ phrase }) => (list as readonly unknown[]).includes(phrase.what))
    const least = (own[0]?.score ?? 0) * 0.7
    return [...new Set(own.filter((one) => one.score >= least).map(({ phrase }) => phrase.what as T))].slice(
      0,
      MOST_ACTIONS,
    )
  }
  const [actions, triggers] = [bestOf(entry.app.actions), bestOf(entry.app.triggers ?? [])]
  return { app: entry.app, score, rank: entry.rank, actions, triggers }
}

/** A word of the name; the beginning of one, or one with a slip, where the word means nothing else. */
const isNamed = ({ nameWords }: Entry, word: string, { unknown }: Query): boolean =>
  nameWords.has(word) || (unknown.has(word) && [...nameWords].some((name) => isNearly(word, name)))

/** At least four letters that begin the name or differ from it by one letter. */
function isNearly(word: string, name: string): boolean {
  if (word === name) return true
  if (word.length < 4 || name.length < 4) return false
  if (name.startsWith(word)) return true
  if (Math.abs(word.length - name.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === name[start]) start++
  let end = 0
  while (end < Math.min(word.length, name.length) - start && word.at(-1 - end) === name.at(-1 - end)) end++
  return Math.max(word.length, name.length) - start - end <= 1
}

/** The share of the best name that was typed, so that “google sheets” is not “google drive”. */
function scoreName({ names }: Entry, named: readonly string[]): number {
  if (named.length === 0) return 0
  const shares = names.map((name) => {
    const typed = name.filter((part) => named.some((word) => isNearly(word, part)))
    return name.length === 0 ? 0 : typed.length / name.length
  })
  const share = Math.max(...shares)
  return share === 1 ? 1 + 0.2 * named.length : 0.4 * share
}

function scorePhrase({ phrase, words }: Match, query: Query, rest: readonly string[]): number {
  if (rest.length > 0 && !rest.some((word) => words.has(word))) return 0
  // “sheets” in “add row google sheets” names the app: it says little of the action.
  const weightOf = (word: string) => query.weightOf(word) * (rest.length === 0 || rest.includes(word) ? 1 : 0.2)
  const total = query.words.reduce((sum, word) => sum + weightOf(word), 0)
  let found = 0
  for (const [word, share] of words) found += share * weightOf(word)
  // Titles that say much more than was typed are about something else.
  const focus = words.size / Math.max(phrase.words.size, words.size)
  return phrase.weight * (found / total) * (0.6 + 0.4 * focus)
}
